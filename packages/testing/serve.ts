import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { examples } from "./folders.mjs";

export interface Served {
  readonly address: string;
  close(): void;
}

/** Serves one of the static pages under examples/ on a free port, with the built package beside it. */
export const servePage = (folder: string): Promise<Served> => serve("serve.mjs", [folder], {});

/** Serves the film of examples/player on free ports, with grants of so many seconds. */
export const servePlayer = (grantSeconds: number): Promise<Served> =>
  serve("player/server.mjs", [], { CDN_PORT: "0", GRANT_SECONDS: String(grantSeconds) });

async function serve(program: string, args: string[], env: Record<string, string>): Promise<Served> {
  const server = spawn(process.execPath, [join(examples, program), ...args], {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, PORT: "0", ...env },
  });
  const [line] = await once(server.stdout, "data");
  return { address: `${line}`.trim(), close: () => void server.kill() };
}
