import type { FileHandle } from "node:fs/promises";
import type { AccessLogChunk } from "cloudfront-sign-diagnosis/logs";
import { standardInput } from "../../../arguments/input-lines.ts";
import { Refusal, refuse } from "../../../arguments/refusal.ts";
import { fileStats, sayHowToEnd } from "../../../arguments/source-file.ts";
import { fs, nodePath } from "../../../node-modules.ts";
import { shownValue } from "../../../output/shown-value.ts";
import { parquetRows } from "./parquet-rows.ts";

/** Bytes that are read at a time. */
const pieceSize = 262_144;

/** The files that `--log` names: those of a folder by their names, and standard input as `-`. */
export function filesOf(paths: readonly string[]): string[] {
  return paths.flatMap((path) => {
    if (path === "-") return [path];
    const stats = fileStats(path);
    if (stats === undefined)
      return refuse(`--log ${shownValue(path)}: there is no such file; check the path`);
    if (!stats.isDirectory()) return [path];
    const names = fs.readdirSync(path, { recursive: true, withFileTypes: true });
    const files = names
      .filter((entry) => entry.isFile() && !entry.name.startsWith("."))
      .map((entry) => nodePath.join(entry.parentPath ?? entry.path, entry.name))
      .sort();
    return files.length > 0
      ? files
      : refuse(`--log ${shownValue(path)}: has no files in it; pass the folder with the logs`);
  });
}

interface ReadingEvents {
  readonly progress: (bytes: number) => void;
  /** Gets what is wrong with a file that cannot be read to its end. */
  readonly damaged: (problem: string) => void;
}

/** The pieces of all files, one after the other, decompressed. */
export async function* piecesOf(
  files: readonly string[],
  signal: AbortSignal,
  { progress, damaged }: ReadingEvents,
): AsyncGenerator<AccessLogChunk> {
  let bytes = 0;
  for (const file of files) {
    if (file === "-") sayHowToEnd("Reading a log from the terminal.");
    try {
      for await (const piece of file === "-" ? decompressed(standardInput(signal)) : fileOf(file)) {
        if (signal.aborted) return;
        if (piece instanceof Uint8Array) bytes += piece.length;
        progress(bytes);
        yield piece;
      }
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof Refusal) throw error;
      // What came before is good: a log of many files is not lost for one.
      damaged(`--log ${shownValue(file)}: ${problemOf(error)}; what stands before it is counted`);
    }
    // The last line of a file may lack its end.
    yield "\n";
  }
}

async function* fileOf(path: string): AsyncGenerator<AccessLogChunk> {
  const { open } = process.getBuiltinModule("node:fs/promises");
  const handle: FileHandle = await open(path);
  try {
    // A pipe, as of <(…) in a shell, has no place to go back to.
    const isFile = (await handle.stat()).isFile();
    const { buffer } = isFile ? await handle.read(new Uint8Array(4), 0, 4, 0) : { buffer: new Uint8Array() };
    if (String.fromCharCode(...buffer) === "PAR1") yield* parquetRows(handle);
    else if (!isFile) yield* decompressed(handle.createReadStream({ autoClose: false }));
    else
      yield* decompressed(handle.createReadStream({ start: 0, autoClose: false, highWaterMark: pieceSize }));
  } finally {
    await handle.close();
  }
}

/** Bytes, decompressed if their first two say so: the name of a file may be another one. */
async function* decompressed(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const pieces = source[Symbol.asyncIterator]();
  const first = await pieces.next();
  if (first.done) return;
  async function* all(): AsyncGenerator<Uint8Array> {
    yield first.value;
    for (let next = await pieces.next(); !next.done; next = await pieces.next()) yield next.value;
  }
  if (first.value[0] !== 0x1f || first.value[1] !== 0x8b) return yield* all();
  const { Readable, pipeline } = process.getBuiltinModule("node:stream");
  const { createGunzip } = process.getBuiltinModule("node:zlib");
  // An error reaches the reader of the last stream.
  yield* pipeline(Readable.from(all()), createGunzip({ chunkSize: pieceSize }), () => {});
}

function problemOf(error: unknown): string {
  const { code = "", message = "" } = error as NodeJS.ErrnoException;
  if (/^Z_/.test(code)) return `is damaged or cut off (${code})`;
  return code === "" ? `cannot be read (${message})` : `cannot be read (${code})`;
}
