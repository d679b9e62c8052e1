// The figures in examples/bulk/README.md.
import { readFileSync } from "node:fs";
import { bulkFile } from "../raw.mjs";
import { digits, measuredAt, measuredWith, quickNote, table } from "../text.mjs";

/** @typedef {{ most: number, slopePerMinute?: number }} Memory of a kind of process, in megabytes */

/**
 * @typedef {object} BulkRun
 * @property {string} name
 * @property {number} lines
 * @property {number} signed lines that have exactly one valid signed URL
 * @property {number} lost
 * @property {number} twice
 * @property {number} wrong lines that are not what they should be in any other way
 * @property {boolean} isComplete whether all processes ended by themselves
 * @property {string[]} crashes which processes ended without a reason
 * @property {number} perSecond
 * @property {number} kills of workers
 * @property {number} restarts of Redis
 * @property {{ status: number, signed: unknown }} report the program's own
 * @property {Record<string, Memory>} memory by the kind of process
 */

/**
 * @typedef {object} BulkResults
 * @property {string} date
 * @property {string} commit
 * @property {boolean} isDirty
 * @property {boolean} isQuick
 * @property {{ cpu: string, cores: number }} host
 * @property {Record<string, string>} versions
 * @property {number} numWorkers
 * @property {number} linesPerChunk
 * @property {number} killEverySeconds
 * @property {[BulkRun, BulkRun, ...BulkRun[]]} rows with faults, without, then single faults
 * @property {{ perSecond: number, lines: number, isSame: boolean }} oneProcess `cloudfront-sign sign -`
 */

/** @param {number} value */
const count = (value) => value.toLocaleString("en");

/** A process that starts takes more and more memory for about a minute: a shorter life shows nothing else. */
const leastSeconds = 120;

/**
 * The most memory of any process of a kind, and the steepest slope in the second half of its life.
 * @param {{ name: string, seconds: number, most: number, slopePerMinute: number }[]} processes
 * @returns {Record<string, Memory>}
 */
export const memoryByKind = (processes) =>
  Object.fromEntries(
    ["worker", "producer", "Redis"].map((kind) => {
      const same = processes.filter(({ name }) => name.startsWith(kind));
      const slopePerMinute = Math.max(...same.map((one) => one.slopePerMinute));
      const isLong = same.every(({ seconds }) => seconds >= leastSeconds);
      return [kind, { most: Math.max(...same.map(({ most }) => most)), ...(isLong && { slopePerMinute }) }];
    }),
  );

/** With faults, and without: there each process lives through the run. @param {BulkRun} faulty @param {BulkRun} calm */
function memoryTable(faulty, calm) {
  const megabytes = (/** @type {number} */ value) => `${digits(value)} MB`;
  const rows = Object.entries(calm.memory).map(([kind, { most, slopePerMinute: slope }]) => [
    kind === "producer" ? "producer (`add`)" : kind,
    megabytes(faulty.memory[kind]?.most ?? Number.NaN),
    megabytes(most),
    slope === undefined ? "–" : `${slope < 0 ? "−" : "+"}${megabytes(Math.abs(slope))}`,
  ]);
  const head = ["process", "most, with these faults", "most, no faults"];
  return table([...head, "change a minute in the second half, no faults"], rows);
}

/**
 * Each line is signed once, nothing crashed, and the program's own report says the same.
 * @param {BulkRun} run
 */
export const isFaultless = ({ lines, signed, lost, twice, wrong, isComplete, crashes, report }) =>
  signed === lines &&
  lost + twice + wrong === 0 &&
  isComplete &&
  crashes.length === 0 &&
  report.status === 0 &&
  report.signed === signed;

/** @param {BulkResults} results */
export function bulkBlock(results) {
  const { versions, rows, oneProcess } = results;
  const [faulty, calm, ...further] = rows;
  const share = (/** @type {number} */ perSecond) =>
    `${Math.round((100 * perSecond) / oneProcess.perSecond)} %`;
  return [
    quickNote(results)
      .map((line) => `${line}\n`)
      .join(""),
    `Measured with ${measuredWith(results)} (${measuredAt(results)}), Node.js ${versions.node24}, `,
    `Redis ${versions.redis}, BullMQ ${versions.bullmq}, RSA-2048. ${results.numWorkers} workers signed `,
    `${count(faulty.lines)} lines in chunks of ${count(results.linesPerChunk)}. Meanwhile:\n\n`,
    `- A worker was killed with \`kill -9\` every ${results.killEverySeconds} seconds, and replaced: ${faulty.kills} times.\n`,
    `- Redis (\`appendonly yes\`, \`appendfsync always\`) was restarted ${faulty.restarts} times, once after \`kill -9\`.\n`,
    "- The producer was killed with `kill -9`, and `add` was run again.\n\n",
    "Afterwards Node's own `crypto` verified each signature:\n\n",
    table(
      ["run", "lines", "valid, once", "lost", "twice", "wrong", "URLs per second", "against one process"],
      [
        ["these faults", ...resultOf(faulty), digits(faulty.perSecond), share(faulty.perSecond)],
        ["no faults", ...resultOf(calm), digits(calm.perSecond), share(calm.perSecond)],
        [
          "`sign -` of the command, one process",
          count(oneProcess.lines),
          oneProcess.isSame ? "the same output" : "**another output**",
          "–",
          "–",
          "–",
          digits(oneProcess.perSecond),
          "100 %",
        ],
      ],
    ),
    "\n\nMemory of a process (RSS, each second); of several, the one with the most:\n\n",
    memoryTable(faulty, calm),
    "\n\nFurther faults, one at a time:\n\n",
    table(
      ["fault", "lines", "valid, once", "lost", "twice", "wrong"],
      further.map((run) => [run.name, ...resultOf(run)]),
    ),
    rows.every(isFaultless) ? "" : "\n\n**Not every run was without a fault.**",
  ].join("");
}

/** @param {BulkRun} run */
const resultOf = ({ lines, signed, lost, twice, wrong }) => [count(lines), count(signed), lost, twice, wrong];

/** @returns {import("./blocks.mjs").Block[]} */
export function bulkBlocks() {
  const results = JSON.parse(readFileSync(bulkFile, "utf8"));
  return [{ page: "examples/bulk/README.md", marker: "bulk", content: bulkBlock(results) }];
}
