// The input of the tests of examples/bulk: URLs that ascend, so that the order of the output proves that no line
// is lost or doubled.
import { createReadStream, createWriteStream } from "node:fs";
import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

const linesPerWrite = 1000;

/** @param {number} number from 1 */
export const urlOfLine = (number) =>
  `https://d111111abcdef8.cloudfront.net/mail/2026-11/invoice-${String(number).padStart(9, "0")}.pdf`;

/**
 * @param {number} count
 * @param {(number: number) => string} lineAt
 */
function* inputText(count, lineAt) {
  for (let first = 1; first <= count; first += linesPerWrite) {
    const length = Math.min(linesPerWrite, count - first + 1);
    yield Array.from({ length }, (_, i) => `${lineAt(first + i)}\n`).join("");
  }
}

/**
 * @param {string} file
 * @param {number} count lines
 * @param {(number: number) => string} [lineAt] URLs unless given. Lines that are not empty must ascend
 */
export const writeInput = (file, count, lineAt = urlOfLine) =>
  pipeline(Readable.from(inputText(count, lineAt)), createWriteStream(file));

/**
 * The lines of a file, in arrays of this length; the last one may be shorter.
 * @param {string} file
 * @param {number} linesPerChunk
 */
export async function* inputChunks(file, linesPerChunk) {
  /** @type {string[]} */
  let lines = [];
  for await (const line of createInterface({ input: createReadStream(file), crlfDelay: Infinity })) {
    lines.push(line);
    if (lines.length === linesPerChunk) {
      yield lines;
      lines = [];
    }
  }
  if (lines.length > 0) yield lines;
}
