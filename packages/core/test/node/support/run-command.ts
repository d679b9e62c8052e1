import { spawnSync } from "node:child_process";
import { closeSync, copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";

const core = join(import.meta.dirname, "../../..");

/** What the command reads besides its arguments. */
export interface CommandInput {
  readonly input?: string | Buffer;
  /** Opens a file to read as standard input. */
  readonly stdin?: () => number;
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
}

export interface CommandResult {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** The command, built from the source of now into a folder of its own. */
export interface BuiltCommand {
  /** An empty folder for the files of a test. */
  readonly folder: string;
  /** The file to start. */
  readonly main: string;
  /** The environment without the variables that the command reads. */
  readonly env: NodeJS.ProcessEnv;
  run(args: readonly string[], input?: CommandInput): CommandResult;
  remove(): void;
}

export async function buildCommand(): Promise<BuiltCommand> {
  const folder = mkdtempSync(join(tmpdir(), "command-"));
  // Beside the description of the package, as in the package.
  copyFileSync(join(core, "package.json"), join(folder, "package.json"));
  await build({
    entryPoints: { main: join(core, "src/cli/main.ts") },
    bundle: true,
    splitting: true,
    platform: "node",
    format: "esm",
    target: "es2022",
    outdir: join(folder, "dist/cli"),
  });
  const main = join(folder, "dist/cli/main.js");
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !name.startsWith("CLOUDFRONT_")),
  );
  return {
    folder,
    main,
    env,
    run(args, { input, stdin, env: added, cwd = folder } = {}) {
      const file = stdin?.();
      const { status, stdout, stderr } = spawnSync(process.execPath, [main, ...args], {
        encoding: "utf8",
        cwd,
        input,
        stdio: [file ?? "pipe", "pipe", "pipe"],
        env: { ...env, ...added },
        maxBuffer: 2 ** 28,
      });
      if (file !== undefined) closeSync(file);
      return { status, stdout, stderr };
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
