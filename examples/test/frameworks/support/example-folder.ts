import { readFileSync } from "node:fs";
import { join } from "node:path";
import { npm, run } from "@cloudfront-sign-webcrypto/testing/run";
import { copyExample } from "../../support/example-copy.mjs";
import { exampleEnvironment } from "./environment.ts";

export interface ExampleFolder {
  /** The copy of the example, with its packages installed and built. */
  readonly folder: string;
  readonly installSeconds: number;
  readonly installMegabytes: number;
  /** Undefined where there is nothing to build. */
  readonly buildSeconds: number | undefined;
  remove(): void;
}

/**
 * Copies an example to a temporary folder, with the published files of the library where the example expects
 * packages/core, then runs `npm ci` and, where the example has it, `npm run build`.
 */
export async function installExample(name: string): Promise<ExampleFolder> {
  const { folder, remove } = await copyExample(name);
  const npmSeconds = async (...args: string[]): Promise<number> => {
    const { status, output, seconds } = await npm(args, folder, exampleEnvironment());
    if (status !== 0) throw new Error(`npm ${args.join(" ")} failed in examples/${name}\n${output}`);
    return seconds;
  };
  try {
    const installSeconds = await npmSeconds("ci", "--no-audit", "--no-fund");
    const { stdout } = await run("du", ["-sk", "node_modules"], { cwd: folder });
    const { scripts = {} } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    return {
      folder,
      installSeconds,
      installMegabytes: Number.parseInt(stdout, 10) / 1024,
      buildSeconds: scripts.build && (await npmSeconds("run", "build")),
      remove,
    };
  } catch (error) {
    remove();
    throw error;
  }
}
