import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import type { BuiltCommand } from "./run-command.ts";

/** `cloudfront-sign serve`, as a child process that runs until it is stopped. */
export class RunningServer {
  /** What it printed on standard output: its address. */
  readonly address: string;
  private readonly child: ChildProcess;
  private readonly errors: { text: string };

  private constructor(child: ChildProcess, address: string, errors: { text: string }) {
    this.child = child;
    this.address = address;
    this.errors = errors;
  }

  /** Starts it on a free port. Rejects with what it says if it ends instead. */
  static async start({ main, env, folder }: BuiltCommand, ...args: string[]): Promise<RunningServer> {
    const child = spawn(process.execPath, [main, "serve", ...args, "--port", "0"], { cwd: folder, env });
    const errors = { text: "" };
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      errors.text += text;
    });
    const ended = once(child, "close").then(() => Promise.reject(new Error(errors.text)));
    const [address] = await Promise.race([once(createInterface(child.stdout), "line"), ended]);
    ended.catch(() => {});
    return new RunningServer(child, String(address), errors);
  }

  get port(): number {
    return Number(new URL(this.address).port);
  }

  /** The URL of a path, without what the URL standard would resolve in it. */
  url(path: string): string {
    return `${this.address.slice(0, -1)}${path}`;
  }

  /** What it has said on standard error since the last call, once it ends with `end`. */
  async said(end: RegExp): Promise<string> {
    // A note that depends on where the tests run.
    const note = /^note: The server listens on \S+,\s[\s\S]*?--host\s0\.0\.0\.0\.\n/m;
    while (!end.test(this.errors.text)) await new Promise((resolve) => setTimeout(resolve, 5));
    const { text } = this.errors;
    this.errors.text = "";
    return text.replace(note, "");
  }

  /** Ends it as Ctrl-C does, or with another signal, and resolves to its exit status. */
  async stop(signal: NodeJS.Signals = "SIGINT"): Promise<number | null> {
    const closed = once(this.child, "close");
    this.child.kill(signal);
    const [status] = await closed;
    return status;
  }
}
