/**
 * A piece of a log: text or bytes, cut anywhere, or a record whose fields are read already, such as a row of a Parquet
 * file.
 */
export type AccessLogChunk = string | Uint8Array | Readonly<Record<string, unknown>>;

/**
 * The characters of a line that are read. A URL has 8,192 bytes and headers 20,480, and each may stand as an escape of
 * three.
 */
const longestLine = 131_072;

/** Cuts the pieces of a log into its lines. Memory is that of one line and one piece. */
export class LogLines {
  readonly #decoder = new TextDecoder();
  #rest = "";
  #isTooLong = false;

  /** The lines that end in a piece; `undefined` for one that is too long to be read. */
  *linesOf(piece: string | Uint8Array): Generator<string | undefined> {
    const text = typeof piece === "string" ? piece : this.#decoder.decode(piece, { stream: true });
    let start = 0;
    for (let end = text.indexOf("\n"); end >= 0; end = text.indexOf("\n", start)) {
      yield this.#line(text.slice(start, end));
      start = end + 1;
    }
    this.#append(text.slice(start));
  }

  /** The last line, if no line break is behind it. */
  *end(): Generator<string | undefined> {
    const last = this.#line(this.#decoder.decode());
    if (last !== "") yield last;
  }

  #line(end: string): string | undefined {
    this.#append(end);
    const line = this.#isTooLong ? undefined : this.#rest.replace(/\r$/, "");
    this.#rest = "";
    this.#isTooLong = false;
    return line;
  }

  #append(text: string): void {
    if (this.#rest.length + text.length > longestLine) {
      this.#isTooLong = true;
      this.#rest = "";
    } else if (!this.#isTooLong) this.#rest += text;
  }
}
