// The parts of docs/scale.md that results/signers.json gives: how many signers, and overload.
import { readFileSync } from "node:fs";
import { signersFile } from "../raw.mjs";
import { digits, measuredAt, measuredWith, quickNote, table, withRange, withSpread } from "../text.mjs";

/**
 * @typedef {object} Signers what `npm run signers` writes
 * @property {string} date
 * @property {string} commit
 * @property {boolean} isDirty
 * @property {{ cpu: string, cores: number }} host
 * @property {boolean} isQuick
 * @property {Record<string, string>} versions
 * @property {number} connections
 * @property {import("../signers.mjs").SignersRow[]} rows
 * @property {import("../signers.mjs").OverloadRow[]} overload
 */

/** @returns {Signers} */
export const storedSigners = () => JSON.parse(readFileSync(signersFile, "utf8"));

/** Half of the time of a core: the other half is for a machine that fails, a deployment and a peak. */
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

/** @param {Signers} signers @param {string} key */
function answersOf({ rows }, key) {
  const found = rows.find((row) => row.key === key);
  if (!found) throw new Error(`results/signers has no row of ${key}`);
  return found.perSecond;
}

/** @param {Signers} signers */
function howMany(signers) {
  const { versions, connections } = signers;
  const [rsa, ec, none] = ["RSA-2048", "P-256", "none"].map((key) => answersOf(signers, key));
  if (!rsa || !ec || !none) throw new Error("a key is missing");
  const answers = table(
    ["", "RSA-2048", "P-256", "without signing"],
    [["one core answers, requests per second", ...[rsa, ec, none].map(withSpread)]],
  );
  const cores = table(
    ["requests per second", "viewers (grants of 15 minutes)", "cores, RSA-2048", "cores, P-256"],
    rates.map((rate) => [
      number(rate),
      number(rate * densest),
      ...[rsa, ec].map(({ median }) => number(coresFor(rate, median))),
    ]),
  );
  const last = rates.at(-1) ?? 0;
  return [
    answers,
    "",
    `Measured on one core, with ${measuredWith(signers)} (${measuredAt(signers)}), Node.js ${versions.node24}, ${connections} requests in progress, HTTP included. The next table`,
    "multiplies these figures. Nobody measured more cores or machines.",
    "",
    cores,
    "",
    `Start as many processes as cores: for ${number(last)} requests per second with RSA-2048, ${coresFor(last, rsa.median)} processes with one core each. The viewers are those of`,
    `[grants that renew themselves](grants.md#requests-to-your-server), in the busiest second if all started together: requests per second × 30 % of 900`,
    "seconds. In a small crowd, chance makes some seconds busier.",
  ].join("\n");
}

/** @param {Signers} signers */
function overload(signers) {
  const rows = signers.overload;
  const first = rows[0];
  if (!first) throw new Error("results/signers has no overload");
  const offered = first.offered.median;
  return [
    table(
      [
        "`MAX_CONCURRENT`",
        "`UV_THREADPOOL_SIZE`",
        "URL within 100 ms [/s]",
        "503 [/s]",
        "later, or not at all [/s]",
        "99 % of the URLs take at most [ms]",
        "99 % of `/health` take at most [ms]",
      ],
      rows.map(({ limit, threads, signed, refused, p99, health }) => [
        limit === 0 ? "no limit" : limit,
        threads,
        ...[signed, refused].map(withRange),
        digits(Math.max(0, offered - signed.median - refused.median)),
        ...[p99, health].map(withRange),
      ]),
    ),
    "",
    `Measured on one core with RSA-2048: ${number(Math.round(offered))} requests per second, twice what it can answer. The first three figures of a row add up to this number. The`,
    "load generator keeps at most 512 requests in progress. This server had no sessions. In brackets: the 95 % interval.",
    "Its `/health` signs nothing, like `/live` above.",
  ].join("\n");
}

/** @param {Signers} signers @returns {import("./blocks.mjs").Block[]} */
export const blocksOf = (signers) =>
  Object.entries({ signers: howMany(signers), overload: overload(signers) }).map(([marker, text]) => ({
    page: "docs/scale.md",
    marker,
    content: [...quickNote(signers), text].join("\n"),
  }));

export const signersBlocks = () => blocksOf(storedSigners());
