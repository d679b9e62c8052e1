// The figures in examples/bulk/README.md.
import { readFileSync } from "node:fs";
import { bulkFile } from "../raw.mjs";
import { digits, measuredAt, quickNote, table } from "../text.mjs";

/**
 * @typedef {object} Memory of one process, in megabytes
 * @property {string} name
 * @property {number} from seconds since the start of the run
 * @property {number} seconds that it lived
 * @property {number} most
 * @property {number} slopePerMinute in the second half of its life
 */

/**
 * @typedef {object} BulkRun
 * @property {string} name
 * @property {string[]} faults
 * @property {number} lines
 * @property {number} signed lines that have exactly one valid signed URL
 * @property {number} rejected
 * @property {number} lost
 * @property {number} twice
 * @property {number} wrong lines that are not what they should be in any other way
 * @property {Record<string, number>} found what the checker found, by kind
 * @property {number} leftovers temporary files of killed workers
 * @property {boolean} isComplete whether all processes ended by themselves
 * @property {string[]} crashes which processes ended without a reason, and with which status
 * @property {number} seconds
 * @property {number} perSecond
 * @property {{ at: number, name: string }[]} happened seconds since the start
 * @property {number} mostLogLines
 * @property {{ status: number, values: Record<string, unknown> }} report the program's own
 * @property {Memory[]} memory
 */

/**
 * @typedef {object} BulkResults
 * @property {string} date
 * @property {string} commit
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

/** @param {BulkRun} run @param {string} role */
const ofRole = ({ memory }, role) => memory.filter(({ name }) => name.startsWith(role));

/**
 * The most memory of each kind of process; and its growth without faults, where each one lives through the run.
 * @param {BulkRun} faulty
 * @param {BulkRun} calm
 */
function memoryTable(faulty, calm) {
  const most = (/** @type {Memory[]} */ all) => `${digits(Math.max(...all.map((one) => one.most)))} MB`;
  const rows = Object.entries({ worker: "worker", producer: "producer (`add`)", Redis: "Redis" }).map(
    ([role, title]) => {
      const steady = ofRole(calm, role);
      const slope = Math.max(...steady.map(({ slopePerMinute }) => slopePerMinute));
      const isLong = steady.every(({ seconds }) => seconds >= leastSeconds);
      const change = isLong ? `${slope < 0 ? "−" : "+"}${digits(Math.abs(slope))} MB` : "–";
      return [title, most(ofRole(faulty, role)), most(steady), change];
    },
  );
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
  report.values.signed === signed;

/** @param {BulkResults} results */
export function bulkBlock({ date, commit, isQuick, host, versions, rows, oneProcess, ...setting }) {
  const [faulty, calm, ...further] = rows;
  const kills = faulty.happened.filter(({ name }) => /^worker-\d+ killed/.test(name)).length;
  const restarts = faulty.happened.filter(({ name }) => name.startsWith("Redis ended")).length;
  const share = (/** @type {number} */ perSecond) =>
    `${Math.round((100 * perSecond) / oneProcess.perSecond)} %`;
  return [
    quickNote({ isQuick })
      .map((line) => `${line}\n`)
      .join(""),
    `Measured on ${measuredAt({ date, commit })}, on ${host.cpu} with ${host.cores} cores, Node.js ${versions.node24}, `,
    `Redis ${versions.redis}, BullMQ ${versions.bullmq}, RSA-2048. ${setting.numWorkers} workers signed `,
    `${count(faulty.lines)} lines in chunks of ${count(setting.linesPerChunk)}. Meanwhile:\n\n`,
    `- A worker was killed with \`kill -9\` every ${setting.killEverySeconds} seconds, and replaced: ${kills} times.\n`,
    `- Redis (\`appendonly yes\`, \`appendfsync always\`) was restarted ${restarts} times, once after \`kill -9\`.\n`,
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
