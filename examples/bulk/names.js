// The names of the files in the output, and of a chunk's job. BullMQ refuses IDs that are plain numbers.
import { randomUUID } from "node:crypto";

/** @param {number} chunk */
const stem = (chunk) => `part-${String(chunk).padStart(6, "0")}`;

/** @param {number} chunk */
export const jobId = stem;

/** The signed URLs of a chunk. @param {number} chunk */
export const partName = (chunk) => `${stem(chunk)}.txt`;

/** The lines of a chunk that cannot be signed. @param {number} chunk */
export const rejectedName = (chunk) => `${stem(chunk)}.rejected.jsonl`;

/** The terms of the run. */
export const runName = "run.json";

/** What `add` has read, once it has read all of it. */
export const inputName = "input.json";

/** The key that signs the run. */
export const publicKeyName = "public-key.pem";

/** Names of six digits: `part-*.txt` has the parts in their order. */
export const mostChunks = 1_000_000;

/** A file that has not got its name yet. @param {string} name */
export const temporaryName = (name) => `.${name}.${randomUUID()}.tmp`;

/** @param {string} name */
export const isTemporary = (name) =>
  /^\.(part-\d{6}\.(txt|rejected\.jsonl)|(run|input)\.json|public-key\.pem)\.[\da-f-]{36}\.tmp$/.test(name);

/** The chunk of a part; undefined for every other file. @param {string} name */
export function chunkOfPart(name) {
  const digits = /^part-(\d{6})\.txt$/.exec(name)?.[1];
  return digits === undefined ? undefined : Number(digits);
}
