// The data of a job: a chunk. Whoever can write to Redis can make one, so a worker checks it.
import { UnrecoverableError } from "bullmq";
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

/** @param {any} line */
const isLine = (line) =>
  typeof line === "string" || (typeof line?.code === "string" && typeof line.message === "string");

/**
 * The data of a job, if `add` can have made it.
 * @param {any} data
 * @param {string} terms SHA-256 of the run's terms
 * @returns {ChunkJob}
 */
export function readJob(data, terms) {
  const { chunk, firstLine, lines } = data ?? {};
  if (
    data?.terms !== terms ||
    !isWithin(chunk, 0, mostChunks - 1) ||
    !isWithin(firstLine, 1, Number.MAX_SAFE_INTEGER) ||
    !Array.isArray(lines) ||
    !lines.every(isLine)
  )
    throw new UnrecoverableError(
      "REDIS_URL: Redis has a chunk that add has not made; find out who else writes there",
    );
  return { terms, chunk, firstLine, lines };
}
