// A redis-server of its own in a temporary folder, which can be killed and started again. It has a socket in this
// folder and no port, which another program could take in the meantime.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, mkdirSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { endWithThis } from "@cloudfront-sign-webcrypto/testing/run";
import { redisServer } from "@cloudfront-sign-webcrypto/testing/runtimes";

/** @param {number} milliseconds */
const wait = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

export class Redis {
  /** @type {import("node:child_process").ChildProcess | undefined} */
  #child;

  /** @param {string} folder */
  constructor(folder) {
    this.folder = folder;
    /** What REDIS_URL can be too. A server that starts replaces what a killed one has left. */
    this.socket = join(folder, "redis.sock");
  }

  /** @param {string} folder for its files; it may not exist yet */
  static async start(folder) {
    mkdirSync(folder, { recursive: true });
    const redis = new Redis(folder);
    await redis.start();
    return redis;
  }

  async start() {
    const persistence = ["--appendonly", "yes", "--appendfsync", "always", "--save", ""];
    const place = ["--port", "0", "--unixsocket", this.socket, "--dir", this.folder];
    const child = spawn(redisServer.path ?? "redis-server", [...place, ...persistence], {
      stdio: ["ignore", "pipe", "pipe"],
    });
    this.#child = child;
    endWithThis(child);
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (text) => appendFileSync(join(this.folder, "redis.log"), text));
    const failed = once(child, "error").then(([error]) => Promise.reject(error));
    failed.catch(() => {});
    // While it loads its file, it answers PING with an error.
    const ready = async () => {
      for (;;) {
        if (child.exitCode !== null || child.signalCode !== null)
          throw new Error(`redis-server ended; its log is in ${this.folder}`);
        if ((await this.command("PING")) === "+PONG") return;
        await wait(50);
      }
    };
    await Promise.race([ready(), failed]);
  }

  /**
   * The first line of the answer to an inline command; empty if there is no Redis.
   * @param {string} line
   * @returns {Promise<string>}
   */
  command(line) {
    return new Promise((resolve) => {
      const socket = connect(this.socket, () => socket.write(`${line}\r\n`));
      socket.setEncoding("utf8").once("data", (text) => {
        socket.destroy();
        resolve(String(text).split("\r\n")[0] ?? "");
      });
      socket.once("error", () => resolve(""));
    });
  }

  /** @param {NodeJS.Signals} signal */
  async stop(signal) {
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    child.kill(signal);
    await once(child, "exit");
  }

  /** @param {NodeJS.Signals} signal @param {number} seconds without Redis */
  async restart(signal, seconds) {
    await this.stop(signal);
    await wait(seconds * 1000);
    await this.start();
  }

  kill() {
    this.#child?.kill("SIGKILL");
  }
}
