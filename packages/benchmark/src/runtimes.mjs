// Finds the measured runtimes and runs scripts in them.
import { join } from "node:path";
import { run } from "@cloudfront-sign-webcrypto/testing/run";
import { hosts } from "@cloudfront-sign-webcrypto/testing/runtimes";

const folder = join(import.meta.dirname, "..");

/** "node" stands for Node.js 24, the newest with long-term support. @param {string} name */
export function runtime(name) {
  const host = hosts.find((one) => one.name === (name === "node" ? "node24" : name));
  if (!host?.path) throw new Error(`there is no ${name} here: ${host?.install ?? "unknown runtime"}`);
  return { name, path: host.path, args: host.args };
}

/** The runtimes among these names that this machine has. @param {string[]} names */
export const available = (names) => names.filter((name) => hosts.find((host) => host.name === name)?.path);

/**
 * The environment without settings of a shell that would change the measurement. bench.sh does the same.
 */
export function cleanEnvironment() {
  const unwanted =
    /^(NODE_(OPTIONS|COMPILE_CACHE|V8_COVERAGE|EXTRA_CA_CERTS)|UV_THREADPOOL_SIZE|BUN_OPTIONS|DENO_V8_FLAGS)$/;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !unwanted.test(name)));
}

/**
 * Runs a script of this folder and parses the JSON that it prints, as a whole or as its last line.
 * @param {string} name of the runtime
 * @param {string} script
 * @param {(string | number)[]} args
 * @param {{ gc?: boolean, env?: Record<string, string> }} [options]
 * @returns {Promise<any>}
 */
export async function runScript(name, script, args, { gc = false, env = {} } = {}) {
  const { path, args: before } = runtime(name);
  const flags = !gc || name === "bun" ? [] : name === "deno" ? ["--v8-flags=--expose-gc"] : ["--expose-gc"];
  const { status, stdout, output } = await run(
    path,
    [...before, ...flags, `src/${script}`, ...args.map(String)],
    { cwd: folder, seconds: 300, env: { ...cleanEnvironment(), NO_COLOR: "1", ...env } },
  );
  if (status !== 0)
    throw new Error(`${script} ${args.join(" ")} failed in ${name} with exit code ${status}\n${output}`);
  const text = stdout.trim();
  const json = text.startsWith("{") ? text : text.split("\n").pop();
  return json ? JSON.parse(json) : undefined;
}
