// "All cores of one machine" in docs/scale.md.
import { storedCores } from "../cores.mjs";
import { overlap, quotient } from "../stats.mjs";
import { digits, measuredAt, quickNote, runtimeName, table, unique, withSpread } from "../text.mjs";

/** @typedef {import("../cores.mjs").Cores} Cores */
/** @typedef {import("../cores.mjs").CoresRow} CoresRow */
/** @typedef {import("../cores/signers.mjs").Key} Key */

/** A smaller difference is not worth a program of its own. */
const leastGain = 1.1;

/**
 * What was measured with one key in one runtime, on all cores.
 * @typedef {object} Case
 * @property {string} runtime
 * @property {Key} key
 * @property {CoresRow[]} alone `signUrls` in the main thread, by rising number of cores
 * @property {CoresRow} all of them on all cores
 * @property {CoresRow} threads as many as cores that sign themselves, as the example does
 * @property {CoresRow} bare the faster way to sign prepared bytes, without URLs
 */

/** The number that counts as all cores. @param {Cores} cores */
const allCores = ({ rows }) => Math.max(...rows.map(({ cores }) => cores));

/** @param {Cores} cores @returns {Case[]} */
function casesOf(cores) {
  const { rows, bare } = cores;
  const most = allCores(cores);
  const names = unique(rows.map(({ runtime }) => runtime));
  return /** @type {Key[]} */ (unique(rows.map(({ key }) => key))).flatMap((key) =>
    names.map((runtime) => {
      const own = rows.filter((row) => row.runtime === runtime && row.key === key);
      const alone = own.filter(({ workers }) => workers === 0);
      const [fastest] = bare
        .filter((row) => row.runtime === runtime && row.key === key && row.cores === most)
        .sort((a, b) => b.perSecond.median - a.perSecond.median);
      const all = alone.find(({ cores }) => cores === most);
      const threads = own.find(
        ({ cores, workers, by }) => cores === most && workers === most && by === "node:crypto",
      );
      if (!all || !threads || !fastest) throw new Error(`cores.json lacks ${runtime}, ${key}`);
      return { runtime, key, alone, all, threads, bare: fastest };
    }),
  );
}

/** What keeps `signUrls` from more, by what was busy. @param {Case} one */
function limitedBy({ all: { cores, coresUsed, mainMicroseconds, perSecond }, bare }) {
  if (coresUsed.median >= 0.95 * cores) return "the cores";
  if (mainMicroseconds && (mainMicroseconds.median * perSecond.median) / 1e6 >= 0.9) return "the main thread";
  // Threads that do nothing but sign would use all of them.
  if (bare.coresUsed.median < 0.9 * cores)
    return `not known (signatures alone used ${digits(bare.coresUsed.median)} of ${cores} cores)`;
  return `passing work between threads (${digits(coresUsed.median)} of ${cores} cores busy)`;
}

/** On how many cores one main thread is busy all the time. @param {Case} one */
const mostCores = ({ all: { cpuMicroseconds, mainMicroseconds } }) =>
  mainMicroseconds ? Math.floor(cpuMicroseconds.median / mainMicroseconds.median) : "–";

/** @param {Case[]} cases */
function ratesTable(cases) {
  const counts = unique(cases.flatMap(({ alone }) => alone.map(({ cores }) => `${cores}`)));
  const most = counts.at(-1);
  return table(
    [
      "URLs per second",
      "",
      ...counts.map((count) => `\`signUrls\`, ${count} ${count === "1" ? "core" : "cores"}`),
      `${most} threads that sign themselves`,
      `what limits \`signUrls\` on ${most} cores`,
      "most cores that `signUrls` can use (calculated)",
    ],
    cases.map((one) => [
      one.key,
      runtimeName(one.runtime),
      ...one.alone.map(({ perSecond }) => withSpread(perSecond)),
      withSpread(one.threads.perSecond),
      limitedBy(one),
      mostCores(one),
    ]),
    2,
  );
}

/** @param {Case} one @returns {keyof typeof verdictTexts} */
function verdictOn({ all, threads }) {
  const gain = quotient(threads.perSecond, all.perSecond).median;
  if (gain < leastGain && gain > 1 / leastGain) return "little";
  if (overlap(threads.perSecond, all.perSecond)) return "unclear";
  return gain < 1 ? "loses" : "pays";
}

const verdictTexts = {
  pays: "Threads that sign themselves are faster",
  little: "`signUrls` is as fast, to a tenth",
  loses: "`signUrls` is faster",
  unclear: "The spread is larger than the difference",
};

/** Where threads are worth it. @param {Case[]} cases */
const verdicts = (cases) =>
  /** @type {(keyof typeof verdictTexts)[]} */ (Object.keys(verdictTexts))
    .map((verdict) => {
      const names = cases
        .filter((one) => verdictOn(one) === verdict)
        .map(
          ({ runtime, key, all, threads }) =>
            `${key} in ${runtimeName(runtime)} (${quotient(threads.perSecond, all.perSecond).median.toFixed(2)}×)`,
        );
      return names.length > 0 ? `- ${verdictTexts[verdict]}: ${names.join(", ")}.` : "";
    })
    .filter(Boolean)
    .join("\n");

/** @param {Cores} cores */
export function measuredCores(cores) {
  const cases = casesOf(cores);
  const { host } = cores;
  return [
    ...quickNote(cores),
    ratesTable(cases),
    "",
    verdicts(cases),
    "",
    `Measured on ${host.cores} cores (${host.cpu}, ${measuredAt(cores)}). The last column is calculated for larger machines: the CPU time of a URL divided by the main thread's part.`,
  ].join("\n");
}

/** @returns {import("./blocks.mjs").Block[]} */
export const coresBlocks = () => [
  { page: "docs/scale.md", marker: "cores", content: measuredCores(storedCores()) },
];
