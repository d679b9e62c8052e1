import { spawnSync } from "node:child_process";
import { closeSync, copyFileSync, mkdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { textFiles } from "@cloudfront-sign-webcrypto/build/text-files";
import { runProgram } from "cloudfront-sign-cli/run-program.ts";
import { build } from "esbuild";
import { libraryFiles } from "../library.mjs";
import { runHere } from "./run-here.ts";

const packages = join(import.meta.dirname, "../..");
let numFolders = 0;

/** A program of this repository. */
export interface Program {
  /** The folder of its package. */
  readonly folder: string;
  run(args: readonly string[]): Promise<void>;
}

const cloudFrontSign: Program = { folder: join(packages, "command"), run: runProgram };

/** What the command reads besides its arguments. */
export interface CommandInput {
  readonly input?: string | Buffer;
  /** Opens a file to read as standard input. */
  readonly stdin?: () => number;
  readonly env?: NodeJS.ProcessEnv;
  readonly cwd?: string;
}

export interface CommandResult {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** The command, with a folder for the files of its tests. */
export interface OpenedCommand {
  /** An empty folder, in which the command runs. */
  readonly folder: string;
  /** The environment without the variables that the command reads. */
  readonly env: NodeJS.ProcessEnv;
  /** Runs the source in this process, one call after the other. */
  run(args: readonly string[], input?: CommandInput): Promise<CommandResult>;
  remove(): void;
}

/** The command that is also a program: built from the source of now. */
export interface BuiltCommand extends OpenedCommand {
  /** The file to start. */
  readonly main: string;
  /** Runs it in a process of its own. For what only a process shows: pipes, terminals, signals, the start itself. */
  runProcess(args: readonly string[], input?: CommandInput): CommandResult;
}

export function openCommand({ run } = cloudFrontSign): OpenedCommand {
  // Numbers only: the command hides a word that looks random, as the letters of mkdtemp sometimes do.
  const folder = join(tmpdir(), `command-${process.pid}-${Date.now()}-${numFolders++}`);
  mkdirSync(folder, { mode: 0o700 });
  const env = Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !name.startsWith("CLOUDFRONT_") && !/^npm_|^INIT_CWD$/.test(name),
    ),
  );
  return {
    folder,
    env,
    run: (args, { env: added, ...input } = {}) =>
      runHere(run, args, { cwd: folder, ...input, env: { ...env, ...added } }),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

export async function buildCommand(program = cloudFrontSign): Promise<BuiltCommand> {
  const command = openCommand(program);
  const { folder, env } = command;
  // Beside the description of the package, as in the package.
  copyFileSync(join(program.folder, "package.json"), join(folder, "package.json"));
  await build({
    entryPoints: { main: join(program.folder, "src/main.ts") },
    bundle: true,
    splitting: true,
    platform: "node",
    format: "esm",
    target: "es2022",
    outdir: join(folder, "dist"),
    // Without it, esbuild takes the libraries from `dist`, as they were at the last build.
    alias: libraryFiles(),
    plugins: [textFiles],
  });
  const main = join(folder, "dist/main.js");
  return {
    ...command,
    main,
    runProcess(args, { input, stdin, env: added, cwd = folder } = {}) {
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
  };
}
