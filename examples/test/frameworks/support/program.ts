import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { createInterface } from "node:readline";

export interface Command {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

/** A program that runs until it is ended, with the processes that it starts. */
export class Program {
  private readonly child;
  private text = "";

  constructor({ command, args, cwd, env }: Command) {
    // Its own process group: npm and frameworks start further processes.
    this.child = spawn(command, args, { cwd, env, stdio: ["ignore", "pipe", "pipe"], detached: true });
    for (const stream of [this.child.stdout, this.child.stderr]) {
      stream.setEncoding("utf8").on("data", (text: string) => {
        this.text += text;
      });
    }
    this.child.once("error", (error) => {
      this.text += String(error);
    });
    process.once("exit", this.end);
  }

  /** What it has printed so far. */
  get output(): string {
    return this.text;
  }

  get hasEnded(): boolean {
    return this.child.exitCode !== null || this.child.signalCode !== null || this.child.pid === undefined;
  }

  /** Its exit code, once it has ended by itself. */
  async exitCode(): Promise<number | null> {
    if (!this.hasEnded) await once(this.child, "close");
    return this.child.exitCode;
  }

  /** The first line on standard output. */
  async firstLine(): Promise<string> {
    const ended = once(this.child, "close").then(() => Promise.reject(new Error(this.text)));
    const [line] = await Promise.race([once(createInterface(this.child.stdout), "line"), ended]);
    ended.catch(() => {});
    return String(line);
  }

  /** Waits until it answers HTTP requests. */
  async listening(origin: string): Promise<void> {
    while (!this.hasEnded) {
      const response = await fetch(origin, { redirect: "manual" }).catch(() => undefined);
      if (response) return void (await response.body?.cancel());
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new Error(`The program ended before it listened on ${origin}.\n${this.text}`);
  }

  /** Ends it and every process that it has started. */
  readonly end = (): void => {
    process.removeListener("exit", this.end);
    try {
      if (this.child.pid) process.kill(-this.child.pid, "SIGKILL");
    } catch {
      // All have ended already.
    }
  };
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, "close");
  return port;
}
