import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { examples } from "./folders.mjs";

export interface Served {
  readonly address: string;
  close(): void;
}

/** Serves one of the static pages under examples/ on a free port, with the built package beside it. */
export async function servePage(folder: string): Promise<Served> {
  const server = spawn(process.execPath, [join(examples, "serve.mjs"), folder], {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, PORT: "0" },
  });
  const [line] = await once(server.stdout, "data");
  return { address: `${line}`.trim(), close: () => void server.kill() };
}
