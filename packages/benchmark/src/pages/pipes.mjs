// The figures of docs/pipes.md.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { resultsFolder } from "../raw.mjs";
import { digits, measuredAt, quickNote, table } from "../text.mjs";

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
 * @property {number} wrong lines that are not a valid signed URL of the input
 */
/**
 * @typedef {object} Pipes
 * @property {string} date
 * @property {string} commit
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

/** A list that needs planning: what it takes is named in hours and bytes. */
const many = 200_000_000;
const typicalUrl = 50;

/** The bytes that signing adds to a line, with a canned policy. @param {number} signature in base64 */
const bytesAdded = (signature) =>
  `?Expires=1924992000&Signature=${"_".repeat(signature)}&Key-Pair-Id=K2JCJMDEHXQW5F`.length;
const added = { rsa: bytesAdded(344), ec: bytesAdded(96) + "&Hash-Algorithm=SHA256".length };
/** @param {number} bytes */
const gigabytes = (bytes) => `${Math.round((many * (typicalUrl + bytes + 1)) / 1e9)} GB`;

/** @param {Pipes} pipes */
export function pipesText(pipes) {
  const { key, lines, host, versions, rows, startupSeconds } = pipes;
  const written = rows.map(({ how, processes, seconds, perSecond }) => [
    names[how](processes),
    digits(seconds),
    Math.round(perSecond).toLocaleString("en"),
  ]);
  /** @param {"lost" | "twice" | "wrong"} fault */
  const sum = (fault) => rows.reduce((total, row) => total + row[fault], 0);
  /** @param {PipesRow["how"]} wanted */
  const best = (wanted) =>
    Math.max(...rows.filter(({ how }) => how === wanted).map(({ perSecond }) => perSecond));
  const manyLines = many.toLocaleString("en");
  return [
    ...quickNote(pipes),
    table([`${lines.toLocaleString("en")} lines, ${key} key`, "seconds", "lines/s"], written),
    "",
    `Measured once each on ${host.cores} cores (${host.cpu}), ${measuredAt(pipes)}, Node.js ${versions.node24},`,
    `GNU parallel ${versions.parallel}, PySpark ${versions.pyspark}. Every line of every output was verified with \`node:crypto\`:`,
    `${sum("lost")} lost, ${sum("twice")} twice, ${sum("wrong")} wrong.`,
    "",
    `- On this machine, the fastest run of GNU parallel signed ${digits(best("parallel") / best("sign"))} times as many lines a second as one process.`,
    `- At the rate of the first row, ${manyLines} lines take ${digits(many / best("sign") / 3600)} hours.`,
    `- Signing adds ${added.rsa} bytes to a line with an RSA-2048 key, and ${added.ec} with a P-256 key: ${manyLines} URLs of ${typicalUrl} bytes`,
    `  become ${gigabytes(added.rsa)} or ${gigabytes(added.ec)}.`,
    `- A process that signs one line takes ${digits(startupSeconds.median)} s. To keep this below a twentieth of the time, give each process`,
    `  ${linesPerProcess(pipes).toLocaleString("en")} lines or more (with this key).`,
  ].join("\n");
}

/** @returns {Block[]} */
export const pipesBlocks = () => [
  { page: "docs/pipes.md", marker: "pipes", content: pipesText(storedPipes()) },
];
