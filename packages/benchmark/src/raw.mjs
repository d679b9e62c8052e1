// The raw results of a run: their shape and their folder.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { figure } from "./stats.mjs";

/** @typedef {import("./stats.mjs").Figure} Figure */
/** @typedef {{ runtime: string, subject: string, times: number[] }} WholeProcess seconds */
/**
 * @typedef {{ subject: string, microseconds: Figure, against: Record<string, Figure> }} Cost against: the ratio
 * to each subject of the same race with which it was compared
 */
/**
 * @typedef {{ runtime: string, version: string, results: Record<string, Record<"serial" | "parallel", Cost[]>>
 * }} Overhead by the name of the race
 */
/**
 * @typedef {{ group: string, name: string, by: string, p25: number, p50: number, p75: number, p99: number,
 * heap?: number, samples: number }} Operation nanoseconds
 */
/** @typedef {{ runtime: string, results: Operation[] }} Operations */
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
 * @property {boolean} keptUp see keepsUp in load/breakdown.mjs
 */
/**
 * @typedef {object} Load a server under rising load
 * @property {string} runtime
 * @property {string} variant
 * @property {LoadAtRate[]} rates by rising rate
 * @property {number | undefined} lastGood the highest offered rate with which it kept up
 * @property {number | undefined} breaksDownAt the lowest offered rate above that with which it did not keep up;
 * undefined if it kept up with the highest one
 */
/** @template T @typedef {{ without: T, with: T }} Gain */
/**
 * @typedef {{ threads: Record<string, Figure>, concurrency: Record<string, Figure>, memo: Gain<Figure>,
 * window: Gain<number> & { requests: number, p256: Gain<number>, together: Gain<number> & { images: number
 * } } }} Tips
 */

/**
 * @typedef {object} Raw
 * @property {2} format
 * @property {string} date
 * @property {string} commit
 * @property {string} coreTree the tree of packages/core in that commit, which survives a squash
 * @property {boolean} isDirty whether files differed from that commit
 * @property {boolean} isQuick
 * @property {number} seconds that the run took
 * @property {{ cpu: string, cores: number, memoryBytes: number, os: string, kernel: string, class: string,
 * load: [number, number] }} host
 * @property {Record<string, string>} versions
 * @property {{ urls: number, hyperfine: string, results: WholeProcess[], summaries?: Record<string, string> }}
 * wholeProcess summaries: hyperfine's own, by runtime
 * @property {Overhead[]} overhead
 * @property {Operations[]} operations
 * @property {Growth[]} growth
 * @property {Load[]} server
 * @property {Tips} tips
 * @property {Record<string, { runtime: string, result: any }[]>} sections the results of sections.mjs by name
 */

/**
 * One operation at a time of a race in Node.js 24.
 * @param {Raw} raw
 * @param {string} race
 * @param {string} subject
 * @returns {Cost}
 */
export function costInNode({ overhead }, race, subject) {
  const node = overhead.find(({ runtime }) => runtime === "node24");
  const found = node?.results[race]?.serial.find((cost) => cost.subject === subject);
  return found ?? { subject, microseconds: figure([]), against: {} };
}

export const resultsFolder = join(import.meta.dirname, "../results");

/** The newest stored run: the names start with the date. @returns {{ name: string, raw: Raw }} */
export function newestRaw() {
  const name = readdirSync(resultsFolder)
    .filter((file) => file.endsWith(".json"))
    .sort()
    .pop();
  if (!name) throw new Error("there are no results yet: npm run bench");
  return { name, raw: JSON.parse(readFileSync(join(resultsFolder, name), "utf8")) };
}

/** @typedef {{ sizes: import("./sizes.mjs").Sizes, oldCommits: string[] }} Build see build.mjs */

export const buildFile = join(resultsFolder, "build/build.json");

/** @returns {Build} */
export const storedBuild = () => JSON.parse(readFileSync(buildFile, "utf8"));
