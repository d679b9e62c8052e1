import { isOutput, statsOf } from "../output/standard-output.ts";
import { refuse } from "./refusal.ts";
import { sayHowToEnd } from "./source-file.ts";

/**
 * A line of standard input may have this many characters. A URL has 8,192 at most; the rest is room for the
 * options of a line.
 */
export const longestLine = 65_536;

/** Lines of a batch: enough to keep all threads at work, few enough to stop soon. */
const linesOfBatch = 256;

/** A line without its end; `undefined` for one that is too long to be read. */
export type InputLine = string | undefined;

/** The lines of standard input, in batches. Memory is that of one batch. */
export class InputLines {
  readonly #signal: AbortSignal;
  readonly #size: number | undefined;
  #bytes = 0;
  #rest = "";
  #isTooLong = false;

  /** The lines end when `signal` is aborted. */
  constructor(signal: AbortSignal) {
    this.#signal = signal;
    sayHowToEnd();
    const stats = statsOf(0);
    // Node.js reads nothing from it, without an error.
    if (stats?.isDirectory()) refuse("-: standard input is a folder; send a file with a URL a line");
    if (!stats?.isFile()) return;
    this.#size = Number(stats.size);
    if (isOutput(stats)) refuse(sameFile(this.#size === 0));
  }

  /** The part that was read, from 0 to 1, if the size of the input is known. */
  get part(): number | undefined {
    return this.#size === undefined ? undefined : Math.min(1, this.#bytes / this.#size);
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<readonly InputLine[], void, undefined> {
    const decoder = new TextDecoder();
    for await (const chunk of standardInput(this.#signal)) {
      this.#bytes += chunk.length;
      yield* this.#batches(decoder.decode(chunk, { stream: true }));
    }
    if (this.#signal.aborted) return;
    const last = this.#rest + decoder.decode();
    if (this.#isTooLong || last !== "") yield [this.#isTooLong ? undefined : withoutReturn(last)];
  }

  *#batches(text: string): Generator<readonly InputLine[], void, undefined> {
    const parts = text.split("\n");
    const last = parts.pop() ?? "";
    for (let start = 0; start < parts.length && !this.#signal.aborted; start += linesOfBatch)
      yield parts.slice(start, start + linesOfBatch).map((part) => this.#endLine(part));
    this.#append(last);
  }

  #endLine(part: string): InputLine {
    this.#append(part);
    const line = this.#isTooLong ? undefined : withoutReturn(this.#rest);
    this.#rest = "";
    this.#isTooLong = false;
    return line;
  }

  #append(part: string): void {
    if (this.#rest.length + part.length > longestLine) {
      this.#isTooLong = true;
      this.#rest = "";
    } else if (!this.#isTooLong) this.#rest += part;
  }
}

/** The bytes of standard input, until `signal` is aborted. */
export async function* standardInput(signal: AbortSignal): AsyncGenerator<Uint8Array, void, undefined> {
  const stop = (): unknown => process.stdin.destroy();
  signal.addEventListener("abort", stop);
  try {
    for await (const chunk of process.stdin) yield chunk as Uint8Array;
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    signal.removeEventListener("abort", stop);
  }
}

/** Without the carriage return that Windows has before the end of a line. */
function withoutReturn(line: string): string {
  return line.endsWith("\r") ? line.slice(0, -1) : line;
}

/** A shell has emptied the file for `>`. For `>>` the output would be read as further lines. */
function sameFile(isEmpty: boolean): string {
  return `-: standard input and standard output are the same file${isEmpty ? ", which > empties before it is read" : ""}; write to another file`;
}
