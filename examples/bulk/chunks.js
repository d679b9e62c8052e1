// Divides the input into chunks of a fixed number of lines. Memory is that of one chunk.
import { isUtf8 } from "node:buffer";
import { createHash } from "node:crypto";

/** CloudFront accepts URLs of up to 8,192 bytes. */
export const longestLine = 8192;
const newline = 0x0a;
const carriageReturn = 0x0d;

/** @typedef {{ code: string, message: string }} Rejection */

/**
 * @typedef {object} Chunk
 * @property {number} number from 0
 * @property {number} firstLine from 1, in the whole input
 * @property {(string | Rejection)[]} lines
 * @property {Position} end where the next chunk begins
 */

/** @typedef {{ chunks: number, lines: number, bytes: number, sha256: string }} Position */

/**
 * @param {AsyncIterable<Buffer>} bytes
 * @param {number} linesPerChunk
 * @returns {AsyncGenerator<Chunk, void, undefined>}
 */
export async function* chunksOf(bytes, linesPerChunk) {
  const hash = createHash("sha256");
  const line = new LineBuffer();
  let chunks = 0;
  let lineCount = 0;
  let byteCount = 0;
  /** @type {Chunk["lines"]} */
  let lines = [];

  /** @param {Buffer} read */
  const count = (read) => {
    hash.update(read);
    byteCount += read.length;
  };
  /** @returns {Chunk} */
  const finish = () => {
    const chunk = { number: chunks, firstLine: lineCount + 1, lines };
    chunks += 1;
    lineCount += lines.length;
    lines = [];
    const end = { chunks, lines: lineCount, bytes: byteCount, sha256: hash.copy().digest("hex") };
    return { ...chunk, end };
  };

  for await (const block of bytes) {
    let start = 0;
    let counted = 0;
    for (let end = block.indexOf(newline); end >= 0; end = block.indexOf(newline, start)) {
      line.append(block.subarray(start, end));
      lines.push(line.take(chunks === 0 && lines.length === 0));
      start = end + 1;
      if (lines.length < linesPerChunk) continue;
      count(block.subarray(counted, start));
      counted = start;
      yield finish();
    }
    line.append(block.subarray(start));
    count(block.subarray(counted));
  }
  // A last line without a newline.
  if (!line.isEmpty) lines.push(line.take(chunks === 0 && lines.length === 0));
  if (lines.length > 0) yield finish();
}

/** The bytes of a line, which may come in several blocks. It never keeps more than the longest line. */
class LineBuffer {
  /** @type {Buffer[]} */
  #parts = [];
  #length = 0;

  get isEmpty() {
    return this.#length === 0;
  }

  /** @param {Buffer} part */
  append(part) {
    if (part.length === 0) return;
    this.#length += part.length;
    // One more byte than a line may have: the carriage return.
    if (this.#length <= longestLine + 1) this.#parts.push(part);
    else this.#parts = [];
  }

  /** @param {boolean} isFirst whether a byte order mark may stand in front @returns {string | Rejection} */
  take(isFirst) {
    const length = this.#length;
    const [first, ...others] = this.#parts;
    const bytes = first && others.length === 0 ? first : Buffer.concat(this.#parts);
    this.#parts = [];
    this.#length = 0;
    if (length > bytes.length) return tooLong;
    const text = bytes.at(-1) === carriageReturn ? bytes.subarray(0, -1) : bytes;
    if (text.length > longestLine) return tooLong;
    if (!isUtf8(text)) return notUtf8;
    return isFirst ? text.toString().replace(/^\ufeff/, "") : text.toString();
  }
}

const tooLong = {
  code: "ERR_URL_TOO_LONG",
  message:
    "url: the line is longer than 8,192 bytes, and CloudFront accepts no URL of that length; shorten it",
};
const notUtf8 = {
  code: "ERR_URL_INVALID",
  message: "url: the line has bytes that are not UTF-8; write the file in UTF-8",
};
