import { Readable, Writable } from "node:stream";
import type { CommandInput, CommandResult, Program } from "./run-command.ts";

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
