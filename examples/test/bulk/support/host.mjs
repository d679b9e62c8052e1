// Runs commands of the example one after another in one process: most of the time of a command is its packages.
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [, , folder = ""] = process.argv;
const program = join(folder, "bulk.js");
let numCommands = 0;

/** @param {readonly string[]} args */
async function command(args) {
  process.argv = [process.execPath, program, ...args];
  process.exitCode = undefined;
  const texts = { stdout: "", stderr: "" };
  for (const name of /** @type {const} */ (["stdout", "stderr"]))
    process[name].write = (/** @type {unknown} */ text) => {
      texts[name] += text;
      return true;
    };
  numCommands += 1;
  // The program itself anew, with the modules that it has imported before.
  await import(`${pathToFileURL(program)}?${numCommands}`);
  // Each command that can be interrupted has its own.
  for (const signal of ["SIGINT", "SIGTERM"]) process.removeAllListeners(signal);
  process.send?.({ status: process.exitCode ?? 0, ...texts });
}

process.on("message", command);
process.on("disconnect", () => process.exit());
