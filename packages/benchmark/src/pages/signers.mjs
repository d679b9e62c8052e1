// The parts of docs/serving.md that results/signers/signers.json gives: how many signers, and overload.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { resultsFolder } from "../raw.mjs";
import { digits, table, withSpread } from "../text.mjs";

/**
 * @typedef {object} Signers what `npm run signers` writes
 * @property {string} date
 * @property {{ cpu: string, cores: number }} host
 * @property {boolean} isQuick
 * @property {number} connections
 * @property {import("../signers.mjs").SignersRow[]} rows
 * @property {import("../signers.mjs").OverloadRow[]} overload
 */

const file = join(resultsFolder, "signers/signers.json");

/** @returns {Signers} */
export const storedSigners = () => JSON.parse(readFileSync(file, "utf8"));

/** Half of the time of a core: the other half is for a process that fails, a deployment and a peak. */
const share = 0.5;
/** Clients renew after 50 to 80 % of a grant, so the densest second has those of 30 % of it. */
const densest = 0.3 * 15 * 60;
const rates = [100, 1000, 10_000];

/**
 * Cores for a rate of requests, half of their time in use.
 * @param {number} rate requests per second
 * @param {number} perSecond answers of a core
 */
export const coresFor = (rate, perSecond) => Math.ceil(rate / (perSecond * share));

/** @param {number} count */
const number = (count) => count.toLocaleString("en");

/** @param {Signers} signers @param {string} key @param {number} [processes] */
function answersOf({ rows }, key, processes = 1) {
  const found = rows.find((row) => row.key === key && row.processes === processes);
  if (!found) throw new Error(`results/signers has no row of ${key} with ${processes} processes`);
  return found.perSecond;
}

/** @param {Signers} signers */
function howMany(signers) {
  const { host, date, connections } = signers;
  const keys = ["RSA-2048", "P-256"];
  const one = keys.map((key) => answersOf(signers, key));
  const none = answersOf(signers, "none");
  const answers = table(
    ["one core answers, requests per second", "RSA-2048", "P-256", "without signing"],
    [
      ["one process", ...[...one, none].map(withSpread)],
      [
        "two processes on this core",
        ...keys.map((key) => withSpread(answersOf(signers, key, 2))),
        "not measured",
      ],
    ],
  );
  const cores = table(
    ["requests per second", "so many viewers with grants of 15 minutes", "cores, RSA-2048", "cores, P-256"],
    rates.map((rate) => [
      number(rate),
      number(rate * densest),
      ...one.map(({ median }) => number(coresFor(rate, median))),
    ]),
  );
  const [rsa, ec] = one.map(({ median }) => Math.max(1, Math.floor(none.median / median)));
  return [
    answers,
    "",
    `Measured on one core of ${host.cores} (${host.cpu}, ${date.slice(0, 10)}), Node.js 24, ${connections} requests in progress, HTTP included.`,
    "Nothing was measured on more cores or machines. The next table only multiplies, and leaves out the time of your own code:",
    "",
    cores,
    "",
    `Node.js handles HTTP on one thread and signs on others. So one process can use about ${rsa} cores with RSA-2048 and ${ec} with P-256,`,
    "computed from the same figures: start another process for more.",
  ].join("\n");
}

/** @param {Signers} signers */
function overload({ overload: rows, host, date }) {
  const offered = digits(rows[0]?.offered.median ?? Number.NaN);
  return [
    table(
      [
        "limit",
        "`UV_THREADPOOL_SIZE`",
        "URLs within 100 ms, per second",
        "503, per second",
        "99 % of the URLs within [ms]",
        "99 % of `/health` within [ms]",
      ],
      rows.map(({ limit, threads, signed, refused, p99, health }) => [
        limit === 0 ? "none" : `${limit} at once`,
        threads,
        ...[signed, refused, p99, health].map(withSpread),
      ]),
    ),
    "",
    `Measured with RSA-2048 and ${offered} requests per second, twice what the core can answer (one core of ${host.cores}, ${host.cpu}, ${date.slice(0, 10)}).`,
  ].join("\n");
}

/** @returns {import("./blocks.mjs").Block[]} */
export function signersBlocks() {
  const signers = storedSigners();
  const page = "docs/serving.md";
  return [
    { page, marker: "signers", content: howMany(signers) },
    { page, marker: "overload", content: overload(signers) },
  ];
}
