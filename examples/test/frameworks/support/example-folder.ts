import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, sep } from "node:path";
import { install, pack } from "@cloudfront-sign-webcrypto/tools/pack";
import { npm, run } from "@cloudfront-sign-webcrypto/tools/run";
import { exampleEnvironment } from "./environment.ts";

const examples = join(import.meta.dirname, "../../..");
/** What an example has in a developer's checkout and not in a commit. */
const generated = ["node_modules", ".next", ".svelte-kit", "build", "dist"];

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
 * Copies an example to a temporary folder, with the published files of the package where the example expects
 * packages/core, then runs `npm ci` and, where the example has it, `npm run build`.
 */
export async function installExample(name: string): Promise<ExampleFolder> {
  const root = mkdtempSync(join(tmpdir(), `example-${name}-`));
  const folder = join(root, "examples", name);
  cpSync(join(examples, name), folder, {
    recursive: true,
    filter: (path) => !generated.some((part) => path.split(sep).includes(part)),
  });
  cpSync(await publishedFiles(root), join(root, "packages/core"), { recursive: true });

  const npmSeconds = async (...args: string[]): Promise<number> => {
    const { status, output, seconds } = await npm(args, folder, exampleEnvironment());
    if (status !== 0) throw new Error(`npm ${args.join(" ")} failed in examples/${name}\n${output}`);
    return seconds;
  };
  try {
    const installSeconds = await npmSeconds("ci", "--no-audit", "--no-fund");
    const { stdout } = await run("du", ["-sk", "node_modules"], { cwd: folder });
    const { scripts } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    return {
      folder,
      installSeconds,
      installMegabytes: Number.parseInt(stdout, 10) / 1024,
      buildSeconds: scripts.build && (await npmSeconds("run", "build")),
      remove: () => rmSync(root, { recursive: true, force: true }),
    };
  } catch (error) {
    rmSync(root, { recursive: true, force: true });
    throw error;
  }
}

/** The unpacked tarball: the one that the matrix has installed, or one that is packed now. */
async function publishedFiles(root: string): Promise<string> {
  const app = process.env.PACKED_DIR ?? join(root, "app");
  if (!process.env.PACKED_DIR) await install(await pack(root), app);
  return join(app, "node_modules/cloudfront-sign-webcrypto");
}
