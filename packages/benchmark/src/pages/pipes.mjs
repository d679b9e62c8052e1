// The figures of docs/pipes.md.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { resultsFolder } from "../raw.mjs";
import { digits, quickNote, table } from "../text.mjs";

/** @typedef {import("./blocks.mjs").Block} Block */
/**
 * @typedef {object} PipesRow
 * @property {"sign" | "parallel" | "spark"} how
 * @property {number} processes that sign at a time
 * @property {number} seconds
 * @property {number} perSecond
 * @property {number} signed
 * @property {number} lost
 * @property {number} twice
 * @property {number} wrong lines that are no valid signed URL of the input
 */
/**
 * @typedef {object} Pipes
 * @property {string} date
 * @property {boolean} isQuick
 * @property {string} key
 * @property {number} lines
 * @property {{ cpu: string, cores: number }} host
 * @property {Record<string, string>} versions
 * @property {import("../stats.mjs").Figure} startupSeconds of a process that signs one line
 * @property {PipesRow[]} rows
 */

/** @returns {Pipes} */
export const storedPipes = () => JSON.parse(readFileSync(join(resultsFolder, "pipes/pipes.json"), "utf8"));

/** @type {Record<PipesRow["how"], (processes: number) => string>} */
const names = {
  sign: () => "one `cloudfront-sign sign -`",
  parallel: (processes) => `GNU parallel, ${processes} process${processes === 1 ? "" : "es"}`,
  spark: (processes) => `Spark, ${processes} workers of one core, with the start of the job`,
};

/** The lines that take 20 times as long as the start of a process, rounded up to two digits. @param {Pipes} pipes */
function linesPerProcess({ rows, startupSeconds }) {
  const lines = 20 * startupSeconds.median * (rows.find(({ how }) => how === "sign")?.perSecond ?? 0);
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(lines)) - 1);
  return Math.ceil(lines / unit) * unit;
}

/** @param {Pipes} pipes */
export function pipesText(pipes) {
  const { key, lines, host, versions, rows, startupSeconds, date } = pipes;
  const written = rows.map(({ how, processes, seconds, perSecond, lost, twice, wrong }) => [
    names[how](processes),
    digits(seconds),
    Math.round(perSecond).toLocaleString("en"),
    lost,
    twice,
    wrong,
  ]);
  const head = [
    `${lines.toLocaleString("en")} lines, ${key} key`,
    "seconds",
    "lines/s",
    "lost",
    "twice",
    "wrong",
  ];
  return [
    ...quickNote(pipes),
    table(head, written),
    "",
    `Measured once each on ${host.cores} cores (${host.cpu}), ${date.slice(0, 10)}, Node.js ${versions.node24},`,
    `GNU parallel ${versions.parallel}, PySpark ${versions.pyspark}. Every line of every output was verified with \`node:crypto\`.`,
    `A process that signs one line takes ${digits(startupSeconds.median)} s. To keep this below a twentieth of the time, give each process`,
    `${linesPerProcess(pipes).toLocaleString("en")} lines or more (with this key).`,
  ].join("\n");
}

/** @returns {Block[]} */
export const pipesBlocks = () => [
  { page: "docs/pipes.md", marker: "pipes", content: pipesText(storedPipes()) },
];
