// The data of a job: a chunk. Whoever can write to Redis can make one, so a worker checks it.
import { UnrecoverableError } from "bullmq";
import { longestLine } from "./chunks.js";
import { mostChunks } from "./names.js";

/**
 * @typedef {object} ChunkJob
 * @property {string} terms SHA-256 of the run's terms
 * @property {number} chunk from 0
 * @property {number} firstLine from 1, in the whole input
 * @property {import("./chunks.js").Chunk["lines"]} lines
 */

/** @param {unknown} value @param {number} from @param {number} most */
const isWithin = (value, from, most) =>
  Number.isSafeInteger(value) && Number(value) >= from && Number(value) <= most;

/** @param {unknown} text */
const isShort = (text) => typeof text === "string" && text.length <= longestLine;

/** @param {any} line */
const isLine = (line) => isShort(line) || (isShort(line?.code) && isShort(line.message));

/**
 * The data of a job, if `add` can have made it.
 * @param {any} data
 * @param {import("./terms.js").SettledTerms} terms of the run
 * @returns {ChunkJob}
 */
export function readJob(data, { sha256: terms, linesPerChunk }) {
  const { chunk, firstLine, lines } = data ?? {};
  if (
    data?.terms !== terms ||
    !isWithin(chunk, 0, mostChunks - 1) ||
    firstLine !== chunk * linesPerChunk + 1 ||
    !Array.isArray(lines) ||
    !isWithin(lines.length, 1, linesPerChunk) ||
    !lines.every(isLine)
  )
    throw new UnrecoverableError(
      "REDIS_URL: Redis has a chunk that add has not made; find out who else writes there",
    );
  return { terms, chunk, firstLine, lines };
}
