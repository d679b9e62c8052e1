// "All cores of one machine" in docs/scale.md.
import { storedCores } from "../cores.mjs";
import { overlap, quotient } from "../stats.mjs";
import { digits, runtimeName, table, unique, withSpread } from "../text.mjs";

/** @typedef {import("../cores.mjs").Cores} Cores */
/** @typedef {import("../cores.mjs").CoresRow} CoresRow */
/** @typedef {import("../cores/signers.mjs").Key} Key */

/** A gain below this is not worth a program of its own. */
const leastGain = 1.1;

/**
 * What was measured with one key in one runtime, on all cores.
 * @typedef {object} Case
 * @property {string} runtime
 * @property {Key} key
 * @property {CoresRow[]} alone `signUrls` in the main thread, by rising number of cores
 * @property {CoresRow} all of them on all cores
 * @property {CoresRow} threads as many as cores that sign themselves, as the example does
 * @property {CoresRow} pooled as many that sign with WebCrypto
 * @property {CoresRow} limit the faster of the two bare ways to sign
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
      const inThreads = own.filter(({ cores, workers }) => cores === most && workers === most);
      const [limit] = bare
        .filter((row) => row.runtime === runtime && row.key === key && row.cores === most)
        .sort((a, b) => b.perSecond.median - a.perSecond.median);
      const all = alone.find(({ cores }) => cores === most);
      const threads = inThreads.find(({ by }) => by === "node:crypto");
      const pooled = inThreads.find(({ by }) => by === "WebCrypto");
      if (!all || !threads || !pooled || !limit) throw new Error(`cores.json lacks ${runtime}, ${key}`);
      return { runtime, key, alone, all, threads, pooled, limit };
    }),
  );
}

/** @param {CoresRow} row @param {CoresRow} limit */
const share = (row, limit) => `${Math.round((row.perSecond.median / limit.perSecond.median) * 100)} %`;

/** @param {Case[]} cases */
function ratesTable(cases) {
  const counts = unique(cases.flatMap(({ alone }) => alone.map(({ cores }) => `${cores}`)));
  const most = counts.at(-1);
  return table(
    [
      "URLs per second",
      "",
      ...counts.map((count) => `\`signUrls\`, ${count} ${count === "1" ? "core" : "cores"}`),
      "of the limit",
      `${most} threads that sign themselves`,
      "of the limit",
      "limit",
    ],
    cases.map(({ runtime, key, alone, all, threads, limit }) => [
      key,
      runtimeName(runtime),
      ...alone.map(({ perSecond }) => withSpread(perSecond)),
      share(all, limit),
      withSpread(threads.perSecond),
      share(threads, limit),
      withSpread(limit.perSecond),
    ]),
    2,
  );
}

/** What keeps `signUrls` from more, by what was busy. @param {Case} one */
function limitedBy({ all: { cores, coresUsed, mainMicroseconds, perSecond } }) {
  if (coresUsed.median >= 0.95 * cores) return "the cores: they are busy all the time";
  if (mainMicroseconds && (mainMicroseconds.median * perSecond.median) / 1e6 >= 0.9)
    return "the main thread: it is busy all the time";
  return "waiting of the threads for each other";
}

/** @param {Case[]} cases */
const costTable = (cases) =>
  table(
    [
      "CPU time per URL [µs]",
      "",
      "`signUrls`",
      "of it the main thread",
      "a thread that signs itself",
      "the signature alone",
      "cores in use",
      "what limits `signUrls`",
      "cores that one main thread keeps busy",
    ],
    cases.map((one) => {
      const { cpuMicroseconds, mainMicroseconds, coresUsed, cores } = one.all;
      return [
        one.key,
        runtimeName(one.runtime),
        digits(cpuMicroseconds.median),
        mainMicroseconds ? digits(mainMicroseconds.median) : "–",
        digits(one.threads.cpuMicroseconds.median),
        digits(one.limit.cpuMicroseconds.median),
        `${digits(coresUsed.median)} of ${cores}`,
        limitedBy(one),
        mainMicroseconds ? `${Math.floor(cpuMicroseconds.median / mainMicroseconds.median)}` : "–",
      ];
    }),
    2,
  );

/** Where threads are worth it. @param {Case[]} cases */
function verdicts(cases) {
  /** @type {Record<"pays" | "little" | "loses", string[]>} */
  const found = { pays: [], little: [], loses: [] };
  for (const { runtime, key, all, threads } of cases) {
    const gain = quotient(threads.perSecond, all.perSecond);
    const name = `${key} in ${runtimeName(runtime)} (${gain.median.toFixed(2)}×)`;
    if (overlap(threads.perSecond, all.perSecond)) found.little.push(name);
    else if (gain.median < 1) found.loses.push(name);
    else if (gain.median >= leastGain) found.pays.push(name);
    else found.little.push(name);
  }
  const lines = {
    pays: "Threads that sign themselves pay for",
    little: "They gain less than a tenth, or no difference was seen, for",
    loses: "They are slower than `signUrls` alone for",
  };
  return /** @type {(keyof typeof lines)[]} */ (Object.keys(lines))
    .filter((verdict) => found[verdict].length > 0)
    .map((verdict) => `- ${lines[verdict]} ${found[verdict].join(", ")}.`)
    .join("\n");
}

/** The pool of each runtime. @param {Cores} cores */
function pools(cores) {
  const { bare, smallPool, rows } = cores;
  const counts = bare
    .filter(
      (row) => row.cores === allCores(cores) && row.workers === 0 && row.key === "RSA-2048" && row.threads,
    )
    .map(({ runtime, threads }) => `${runtimeName(runtime)} ${Math.round(threads?.median ?? 0)}`);
  const lines = smallPool
    .filter(({ key, workers }) => key === "RSA-2048" && workers === 0)
    .map((small) => {
      /** @param {CoresRow} row */
      const ofNormal = (row) => {
        const normal = rows.find(
          (other) =>
            other.runtime === row.runtime &&
            other.key === row.key &&
            other.cores === row.cores &&
            other.workers === row.workers &&
            other.by === row.by,
        );
        return normal ? share(row, normal) : "–";
      };
      const others = smallPool.filter(
        (row) => row.runtime === small.runtime && row.key === small.key && row.workers > 0,
      );
      const inThreads = others.map(
        (row) =>
          `${ofNormal(row)} with ${row.workers} threads that sign ${row.by === "WebCrypto" ? "with WebCrypto" : "themselves"}`,
      );
      return `With \`UV_THREADPOOL_SIZE=${small.poolSize}\`, ${runtimeName(small.runtime)} makes this share of the RSA signatures that it makes without: ${[`${ofNormal(small)} with \`signUrls\``, ...inThreads].join(", ")}.`;
    });
  return [
    ...(counts.length ? [`Threads that signed for one main thread: ${counts.join(", ")}.`] : []),
    ...lines,
  ].join("\n");
}

/** @param {Cores} cores */
export function measuredCores(cores) {
  const cases = casesOf(cores);
  const { host, date, isQuick } = cores;
  return [
    `${host.cpu}, ${host.cores} cores, ${date.slice(0, 10)}. *Limit*: signatures of prepared bytes, without URLs, in as many threads as cores or on the runtime's pool, whichever is faster.`,
    ...(isQuick ? ["", "**A quick run on a busy machine: these figures prove nothing.**"] : []),
    "",
    ratesTable(cases),
    "",
    verdicts(cases),
    "",
    costTable(cases),
    "",
    "The last column is calculated: the CPU time of a URL divided by the main thread's part.",
    "",
    pools(cores),
  ].join("\n");
}

/** @type {Record<import("../cores/processes.mjs").ProcessRow["command"], string>} */
const commandNames = {
  "one process": "one `cloudfront-sign sign -`",
  xargs: "one part of the file each, `xargs -P`",
  parallel: "`parallel --pipe`",
};

/** @param {Cores} cores */
const processTable = ({ processes }) =>
  table(
    ["", "", "processes at once", "URLs per second", "CPU time per URL [µs]"],
    processes.map(({ key, command, processes: count, perSecond, cpuMicroseconds }) => [
      key,
      commandNames[command],
      count,
      withSpread(perSecond),
      withSpread(cpuMicroseconds),
    ]),
    2,
  );

/** @returns {import("./blocks.mjs").Block[]} */
export function coresBlocks() {
  const cores = storedCores();
  return [
    { page: "docs/scale.md", marker: "cores", content: measuredCores(cores) },
    { page: "docs/scale.md", marker: "cores-processes", content: processTable(cores) },
  ];
}
