// The results that are stored, each of the newest run: their shape and their files.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { figure } from "./stats.mjs";

/** @typedef {import("./stats.mjs").Figure} Figure */
/** @typedef {{ runtime: string, subject: string, times: number[] }} WholeProcess seconds */
/** @typedef {{ subject: string, microseconds: Figure }} Cost */
/**
 * @typedef {{ runtime: string, version: string, results: Record<string, Record<"serial" | "parallel", Cost[]>>
 * }} Libraries by the kind of input; parallel: 100 at once
 */
/**
 * @typedef {{ group: string, name: string, by: string, p25: number, p50: number, p75: number, p99: number,
 * samples: number }} Operation nanoseconds
 */
/** @typedef {{ runtime: string, results: Operation[] }} Operations */
/** @typedef {{ group: string, name: string, by: string, objects: number, bytes: number }} Allocation in Node.js 24 */
/**
 * @typedef {{ runtime: string, mode: string, count: number, microseconds?: Figure, peakBytes?: number, problem?:
 * string }} Growth
 */
/**
 * @typedef {object} LoadAtRate what the server did at one offered rate
 * @property {number} offered requests to /sign per second
 * @property {Figure} answered answers of /sign per second
 * @property {Figure} p50 of /sign, milliseconds
 * @property {Figure} p99 of /sign, milliseconds
 * @property {Figure} health p99 of /health, milliseconds
 */
/** @typedef {{ runtime: string, variant: string, rates: LoadAtRate[] }} Load by rising rate */
/** @typedef {{ runtime: string, load: Figure, raw: Figure, ours: Figure }} Cold milliseconds, of processes: until the package is loaded, and until the first URL with WebCrypto alone and with this package */
/** @template T @typedef {{ without: T, with: T }} Gain */
/**
 * @typedef {{ threads: Record<string, Figure>, concurrency: Record<string, Figure>, memo: Gain<Figure>,
 * window: Gain<number> & { requests: number, p256: Gain<number>, together: Gain<number> & { images: number
 * } } }} Tips
 */

/**
 * @typedef {object} Raw
 * @property {string} date
 * @property {string} commit
 * @property {string} coreTree the tree of packages/core in that commit, which survives a squash
 * @property {boolean} isDirty whether files differed from that commit
 * @property {boolean} isQuick
 * @property {number} seconds that the run took
 * @property {{ cpu: string, cores: number, memoryBytes: number, os: string, kernel: string,
 * load: [number, number] }} host
 * @property {Record<string, string>} versions
 * @property {{ urls: number, hyperfine: string, results: WholeProcess[] }} wholeProcess
 * @property {Libraries[]} libraries
 * @property {Operations[]} operations
 * @property {Allocation[]} allocations
 * @property {Growth[]} growth
 * @property {Load[]} server
 * @property {import("./load/payloads.mjs").Payload[]} payloads
 * @property {Cold[]} cold
 * @property {Tips} tips
 */

/**
 * One operation at a time of a kind of input in Node.js 24.
 * @param {Raw} raw
 * @param {string} kind
 * @param {string} subject
 * @returns {Figure}
 */
export function timeInNode({ libraries }, kind, subject) {
  const node = libraries.find(({ runtime }) => runtime === "node24");
  return node?.results[kind]?.serial.find((cost) => cost.subject === subject)?.microseconds ?? figure([]);
}

/** The time of each of 100 URLs that are signed at once. @param {Raw} raw @param {string} kind @param {string} subject */
export function togetherInNode({ libraries }, kind, subject) {
  const node = libraries.find(({ runtime }) => runtime === "node24");
  return node?.results[kind]?.parallel.find((cost) => cost.subject === subject)?.microseconds ?? figure([]);
}

export const resultsFolder = join(import.meta.dirname, "../results");
export const rawFile = join(resultsFolder, "bench.json");
export const sizesFile = join(resultsFolder, "sizes.json");

/** @returns {Raw} */
export const storedRaw = () => JSON.parse(readFileSync(rawFile, "utf8"));

/** @returns {import("./sizes.mjs").Sizes} */
export const storedSizes = () => JSON.parse(readFileSync(sizesFile, "utf8"));
