import { spawnSync } from "node:child_process";
import { closeSync, copyFileSync, mkdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable, Writable } from "node:stream";
import { esModuleOfYaml } from "@cloudfront-sign-webcrypto/build/es-module-of-yaml";
import { textFiles } from "@cloudfront-sign-webcrypto/build/text-files";
import { runProgram } from "cloudfront-sign-cli/run-program.ts";
import { build } from "esbuild";
import { libraryFiles } from "../library.mjs";

interface ProcessState extends Pick<CommandInput, "input" | "stdin"> {
  readonly env: NodeJS.ProcessEnv;
  readonly cwd: string;
}

/** As the command has them. An import of their functions would not see those that replace them. */
const [fs, tty] = [process.getBuiltinModule("node:fs"), process.getBuiltinModule("node:tty")];

let lastRun: Promise<unknown> = Promise.resolve();

/**
 * Runs the source in this process as if it were alone: with streams, variables and a folder of its own. It gives the
 * process back as it was. The next run waits for the end of this one.
 */
export function runHere(
  run: Program["run"],
  args: readonly string[],
  state: ProcessState,
): Promise<CommandResult> {
  const result = lastRun.then(() => runAlone(run, args, state));
  lastRun = result.catch(() => {});
  return result;
}

async function runAlone(
  run: Program["run"],
  args: readonly string[],
  { input = "", stdin, env, cwd }: ProcessState,
): Promise<CommandResult> {
  const [stdout, stderr] = [new Captured(), new Captured()];
  const source = stdin?.() ?? Buffer.from(input);
  const undo = [
    // First: it throws where there is no such folder.
    replaceFolder(cwd),
    replace(process, { stdout, stderr, stdin: streamOf(source) }),
    replaceExitCode(),
    replaceFileOfInput(source),
    replaceVariables(env),
    removeNewListeners(["SIGINT", "SIGTERM", "SIGHUP"]),
  ];
  try {
    await run(args);
    return { status: Number(process.exitCode ?? 0), stdout: stdout.text, stderr: stderr.text };
  } finally {
    for (const one of undo) one();
    if (typeof source === "number") fs.closeSync(source);
  }
}

/** A stream that is neither a file nor a terminal. */
class Captured extends Writable {
  readonly #chunks: Buffer[] = [];

  override _write(chunk: Buffer, _: string, done: () => void): void {
    this.#chunks.push(chunk);
    done();
  }

  get text(): string {
    return Buffer.concat(this.#chunks).toString();
  }
}

/** Standard input: the file that is open under this number, or these bytes from a pipe. */
type Source = number | Buffer;

function streamOf(source: Source): Readable {
  return typeof source === "number"
    ? fs.createReadStream("", { fd: source, autoClose: false })
    : Readable.from(chunksOf(source));
}

/** In parts of the size that a pipe has. */
function* chunksOf(bytes: Buffer): Generator<Buffer> {
  for (let start = 0; start < bytes.length; start += 65_536) yield bytes.subarray(start, start + 65_536);
}

type Undo = () => void;

/** Replaces properties of an object. */
function replace(object: object, values: Readonly<Record<string, unknown>>): Undo {
  const before = Object.getOwnPropertyDescriptors(object) as PropertyDescriptorMap;
  for (const [name, value] of Object.entries(values))
    Object.defineProperty(object, name, { value, writable: true, enumerable: true, configurable: true });
  return () => {
    for (const name of Object.keys(values)) Object.defineProperty(object, name, before[name] ?? {});
  };
}

function replaceExitCode(): Undo {
  const before = process.exitCode;
  process.exitCode = undefined;
  return () => {
    process.exitCode = before;
  };
}

/** File 0 is standard input. */
function replaceFileOfInput(source: Source): Undo {
  const { readSync, fstatSync } = fs;
  const { isatty } = tty;
  let position = 0;
  function readBytes(bytes: Buffer, into: Uint8Array): number {
    const part = bytes.subarray(position, position + into.length);
    position += part.length;
    into.set(part);
    return part.length;
  }
  const undo = [
    replace(fs, {
      // Node.js itself calls it, with more arguments.
      readSync(file: number, into: Uint8Array, ...rest: unknown[]) {
        if (file === 0 && typeof source !== "number") return readBytes(source, into);
        return Reflect.apply(readSync, fs, [file === 0 ? source : file, into, ...rest]);
      },
      fstatSync(file: number, ...rest: unknown[]) {
        // A pipe is neither a file nor a folder, like what cannot be asked.
        const input = typeof source === "number" ? source : -1;
        return Reflect.apply(fstatSync, fs, [file === 0 ? input : file, ...rest]);
      },
    }),
    replace(tty, { isatty: (file: number) => file !== 0 && isatty(file) }),
  ];
  return () => {
    for (const one of undo) one();
  };
}

/** Changes the variables of the process itself: Node.js reads some of them, such as TZ and HOME. */
function replaceVariables(env: NodeJS.ProcessEnv): Undo {
  const before = { ...process.env };
  setVariables(env);
  return () => setVariables(before);
}

function setVariables(env: NodeJS.ProcessEnv): void {
  for (const name of Object.keys(process.env)) if (env[name] === undefined) delete process.env[name];
  for (const [name, value] of Object.entries(env)) if (value !== process.env[name]) process.env[name] = value;
}

function replaceFolder(cwd: string): Undo {
  const before = process.cwd();
  process.chdir(cwd);
  return () => process.chdir(before);
}

/** Removes what the command has added by its end. */
function removeNewListeners(signals: readonly NodeJS.Signals[]): Undo {
  const before = signals.map((signal) => [signal, process.listeners(signal)] as const);
  return () => {
    for (const [signal, listeners] of before)
      for (const listener of process.listeners(signal))
        if (!listeners.includes(listener)) process.removeListener(signal, listener);
  };
}

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
    plugins: [textFiles, esModuleOfYaml],
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
