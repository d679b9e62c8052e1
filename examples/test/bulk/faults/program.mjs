// A process of examples/bulk: a producer or a worker. Its output goes to a file.
import { spawn } from "node:child_process";
import { closeSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { endWithThis } from "@cloudfront-sign-webcrypto/testing/run";

export class Program {
  #child;

  /**
   * @param {object} options
   * @param {string} options.name
   * @param {string} options.node the program
   * @param {string[]} options.args
   * @param {NodeJS.ProcessEnv} options.env
   * @param {string} options.folder for its output
   */
  constructor({ name, node, args, env, folder }) {
    this.name = name;
    this.log = join(folder, `${name}.log`);
    const output = openSync(this.log, "a");
    this.#child = spawn(node, args, { env, cwd: folder, stdio: ["ignore", output, output] });
    closeSync(output);
    /** Set by those who stop it on purpose. */
    this.isStopped = false;
    endWithThis(this.#child);
  }

  get hasEnded() {
    return this.#child.exitCode !== null || this.#child.signalCode !== null;
  }

  /** Its exit code; null while it runs, and if a signal ended it. */
  get status() {
    return this.#child.exitCode;
  }

  get output() {
    return readFileSync(this.log, "utf8");
  }

  /** Ends it at once, as a machine that fails. */
  kill() {
    this.isStopped = true;
    this.#child.kill("SIGKILL");
  }
}
