#!/usr/bin/env node
// Signs the URLs of a list on any number of machines: README.md.
import { parseArgs } from "node:util";
import { explain, Fault } from "./fault.js";

const usage = `Usage: node bulk.js COMMAND

  add     --input FILE|-|s3://BUCKET/KEY --output FOLDER|s3://BUCKET/PREFIX
          (--expires-in 7d | --date-less-than 2030-01-01T00:00:00Z)
          [--run urls] [--lines-per-chunk 1000]   divide the input into chunks; run it again to resume
  work    [--run urls] [--exit-when-done] [--output FOLDER|s3://BUCKET/PREFIX]
                                                  sign chunks; start any number of workers. With --output,
                                                  only for this output
  status  [--run urls] [--watch] [--json]         show the progress
  report  [--run urls] [--json]                   check that every line is signed
  remove  [--run urls]                            delete the run from Redis; its output stays
  demo                                            all of it on this machine, with a Redis and a key of its own

Environment: REDIS_URL, CLOUDFRONT_KEY_PAIR_ID, and for work CLOUDFRONT_PRIVATE_KEY_FILE or CLOUDFRONT_PRIVATE_KEY.
`;

const text = /** @type {const} */ ({ type: "string" });
const flag = /** @type {const} */ ({ type: "boolean" });

/** Each command and its options. */
const commands = {
  add: {
    options: {
      run: text,
      input: text,
      output: text,
      "expires-in": text,
      "date-less-than": text,
      "lines-per-chunk": text,
    },
    load: () => import("./commands/add.js"),
  },
  work: {
    options: { run: text, output: text, "exit-when-done": flag },
    load: () => import("./commands/work.js"),
  },
  status: { options: { run: text, watch: flag, json: flag }, load: () => import("./commands/status.js") },
  report: { options: { run: text, json: flag }, load: () => import("./commands/report.js") },
  remove: { options: { run: text }, load: () => import("./commands/remove.js") },
  demo: { options: {}, load: () => import("./commands/demo.js") },
};

/** @param {string[]} words */
function readCommand([name = "", ...args]) {
  if (!Object.hasOwn(commands, name))
    throw new Fault(
      `${name || "bulk.js"}: ${name ? "is not a command" : "the command is missing"}; see node bulk.js --help`,
    );
  const command = commands[/** @type {keyof typeof commands} */ (name)];
  try {
    return { command, options: parseArgs({ args, options: command.options }).values };
  } catch (error) {
    throw new Fault(`${name}: ${error.message}`);
  }
}

const words = process.argv.slice(2);
if (words.includes("--help") || words[0] === "help") console.log(usage);
else {
  try {
    const { command, options } = readCommand(words);
    const { run } = await command.load();
    process.exitCode = await run(options);
  } catch (error) {
    console.error(explain(error));
    process.exitCode = 2;
  }
}
