import { spawn } from "node:child_process";
import { once } from "node:events";

/** moto, the AWS services in one local server. It forgets everything when it ends. */
export interface Moto {
  /** `http://127.0.0.1:PORT` */
  readonly address: string;
  /** Ends it at once, in the middle of a request too. */
  kill(): Promise<void>;
}

/** @param port a free one by default */
export async function startMoto(python: string, port = "0"): Promise<Moto> {
  const args = ["-m", "moto.server", "--host", "127.0.0.1", "--port", port];
  const child = spawn(python, args, { stdio: ["ignore", "ignore", "pipe"] });
  const kill = () => child.kill("SIGKILL");
  process.once("exit", kill);
  const closed = once(child, "close");
  const address = await new Promise<string>((resolve, reject) => {
    let log = "";
    // It is read to the end: a full pipe would stop the server.
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      log = (log + text).slice(-10_000);
      const [running] = /http:\/\/127\.0\.0\.1:\d+/.exec(log) ?? [];
      if (running) resolve(running);
    });
    child.once("error", reject).once("close", () => reject(new Error(log)));
  });
  return {
    address,
    kill: async () => {
      process.removeListener("exit", kill);
      kill();
      await closed;
    },
  };
}
