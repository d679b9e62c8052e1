// The arithmetic in docs/scale.md, and the figures of examples/calculator, which calculates with the same
// functions.
import {
  busiestCore,
  busiestRenewals,
  compareRates,
  compareTotals,
  perCore,
  renewedAfter,
  totalOf,
  viewersPerCore,
} from "@cloudfront-sign-webcrypto/examples/calculator/arithmetic.js";
import {
  billionGrants,
  liveEvent,
  liveMatch,
  longGrants,
  mailLinks,
  millionViewers,
  shop,
  someViewers,
} from "@cloudfront-sign-webcrypto/examples/calculator/cases.js";
import { readLifetime } from "@cloudfront-sign-webcrypto/examples/calculator/read-input.js";
import {
  busyCores,
  coreTime,
  count,
  duration,
  exact,
  measured,
} from "@cloudfront-sign-webcrypto/examples/calculator/words.js";
import { storedCores } from "../cores.mjs";
import { costInNode } from "../raw.mjs";
import { ours } from "../subjects.mjs";
import { measuredAt, quickNote, table } from "../text.mjs";

/** @typedef {import("../cores.mjs").Cores} Cores */
/** @typedef {import("../raw.mjs").Raw} Raw */
/** @typedef {import("@cloudfront-sign-webcrypto/examples/calculator/cases.js").Case} Case */

const keys = /** @type {const} */ (["RSA-2048", "P-256"]);
/** The images of the shop, each with a new URL every hour. */
const images = 10_000;
/** A film of two hours in segments of four seconds. */
const film = { seconds: 7200, segments: 1800 };

/**
 * Microseconds of one core.
 * @typedef {object} Times
 * @property {Record<typeof keys[number], number>} signature
 * @property {number} grantUrl for a URL of a grant
 * @property {number} memo for a remembered signature
 * @property {{ date: string, commit: string }} benchmarks which measured these two
 */

/**
 * In Node.js 24. What a signature takes is the CPU time of all threads while all cores sign: less than the time for
 * which somebody waits for it.
 * @param {Raw} raw
 * @param {Cores} cores
 * @returns {Times}
 */
function timesOf(raw, { host, rows }) {
  /** @param {string} key */
  function signature(key) {
    const onAll = rows.find(
      (row) => row.runtime === "node24" && row.key === key && row.workers === 0 && row.cores === host.cores,
    );
    if (!onAll) throw new Error(`cores.json lacks signUrls in Node.js 24 with ${key}`);
    return onAll.cpuMicroseconds.median;
  }
  return {
    signature: { "RSA-2048": signature("RSA-2048"), "P-256": signature("P-256") },
    grantUrl: costInNode(raw, "grant.signUrl", ours).microseconds.median,
    memo: raw.tips.memo.with.median,
    benchmarks: raw,
  };
}

/** @param {Case} given */
const lifetimeOf = ({ lifetime }) => Number(readLifetime(lifetime));

/** Signatures per second, with grants. @param {Case} given @param {number} [microseconds] */
const rateWithGrants = (given, microseconds = 1) =>
  compareRates({
    ...given,
    lifetime: lifetimeOf(given),
    isRenewed: given.traffic === "viewers",
    microseconds,
  }).grants;

/** @param {Times} times @param {Pick<Cores, "host" | "versions" | "date" | "commit">} cores */
function oneCore({ signature }, cores) {
  const { host, versions } = cores;
  const lifetime = lifetimeOf(someViewers);
  /** @param {(microseconds: number) => number} value */
  const row = (value) => keys.map((key) => measured(value(signature[key])));
  return [
    table(
      [`one core at ${busiestCore * 100} % load is enough for`, ...keys],
      [
        ["signatures per second", ...row(perCore)],
        [
          "viewers at the same time, grants of 15 minutes that are renewed",
          ...row((microseconds) => viewersPerCore({ lifetime, microseconds, renewals: renewedAfter })),
        ],
        [
          "the same, if all viewers started together",
          ...row((microseconds) => viewersPerCore({ lifetime, microseconds, renewals: busiestRenewals })),
        ],
      ],
    ),
    "",
    `CPU time of one signature: ${keys.map((key) => `${measured(signature[key])} µs with ${key}`).join(", ")} (Node.js ${versions.node24}, ${host.cpu}, ${measuredAt(cores)}).`,
  ].join("\n");
}

/** The formula with figures, and a rush. @param {Times} times */
function example({ signature }) {
  const { perSecond, cores, busyCores: busy } = rateWithGrants(someViewers, signature["RSA-2048"]);
  const seconds = lifetimeOf(someViewers);
  const rush = keys.map((key) => {
    const { coreSeconds } = compareTotals({ ...liveEvent, microseconds: signature[key] }).grants;
    return `${duration(coreSeconds)} with ${key}`;
  });
  return [
    `- ${count(someViewers.viewers)} viewers with grants of 15 minutes: ${count(someViewers.viewers)} ÷ (${renewedAfter} × ${seconds} s) = ${exact(perSecond)} signatures per second. With RSA-2048, this is ${busyCores(busy)}: run ${cores === 1 ? "1 core" : `${cores} cores`}.`,
    `- If ${count(liveEvent.viewers)} viewers all come at once, one core signs for them within ${rush.join(" and ")}.`,
  ].join("\n");
}

/** @param {Times} times */
function rates({ signature }) {
  /** @param {string} name @param {Case} given */
  const row = (name, given) => [
    name,
    exact(rateWithGrants(given).perSecond),
    ...keys.flatMap((key) => {
      const { busyCores: busy, cores } = rateWithGrants(given, signature[key]);
      return [busyCores(busy), count(cores)];
    }),
  ];
  return table(
    [
      "what you sign",
      "signatures per second",
      ...keys.flatMap((key) => [`${key}: busy`, `${key}: cores to run`]),
    ],
    [
      row(`${count(someViewers.viewers)} viewers, grants of 15 minutes that are renewed`, someViewers),
      row(`${count(millionViewers.viewers)} viewers, grants of 15 minutes that are renewed`, millionViewers),
      row(`${count(liveMatch.viewers)} viewers, grants of 5 minutes that are renewed`, liveMatch),
      row(`${count(longGrants.viewers)} viewers, grants of 4 hours that are not renewed`, longGrants),
      row(`${count(billionGrants.viewers)} grants a day, if they come evenly`, billionGrants),
    ],
  );
}

/** @param {Times} times */
function totals({ signature, grantUrl, memo, benchmarks }) {
  /** @param {string} name @param {number} signatures */
  const row = (name, signatures) => [
    name,
    count(signatures),
    ...keys.map((key) => coreTime(totalOf({ count: signatures, microseconds: signature[key] }).coreSeconds)),
  ];
  /** @param {Case} given */
  const countOf = (given) => {
    const { grants, separate } = compareTotals({ ...given, microseconds: 1 });
    return { grants: grants.count, separate: separate.count };
  };
  const { viewers } = millionViewers;
  const renewals = film.seconds / lifetimeOf(millionViewers) / renewedAfter;
  const remembered = totalOf({ count: images * 24, microseconds: signature["RSA-2048"] });
  const lookups = totalOf({ count: countOf(shop).separate, microseconds: memo });
  const films = `${count(viewers)} viewers of a film with ${count(film.segments)} segments`;
  const views = `${count(shop.viewers)} page views with ${shop.urls} images each`;
  const adding = (/** @type {number} */ urls) =>
    coreTime(totalOf({ count: urls, microseconds: grantUrl }).coreSeconds);
  return [
    table(
      ["what you sign", "signatures", ...keys],
      [
        row(`${films}: a signature for each segment`, viewers * film.segments),
        row(`${films}: grants of 15 minutes that are renewed`, viewers * renewals),
        row(`${films}: a grant of 4 hours for each viewer`, viewers),
        row(
          `${count(liveEvent.viewers)} viewers who all come at once, a grant each`,
          countOf(liveEvent).grants,
        ),
        row(`${count(mailLinks.viewers)} links in emails`, countOf(mailLinks).separate),
        row(`${views}: a signature for each image`, countOf(shop).separate),
        row(`${views}: a grant for each page view`, countOf(shop).grants),
        [
          `the same page views within a day, ${count(images)} different images: \`cacheWindow: "1h"\` and \`signatureCacheSize\`, in one process`,
          count(images * 24),
          coreTime(remembered.coreSeconds + lookups.coreSeconds),
          "not measured",
        ],
      ],
    ),
    "",
    `With grants, the page or the cookies add the signature to each URL. If your server does it with \`grant.signUrl\`, add ${measured(grantUrl)} µs for each URL: ${adding(viewers * film.segments)} for the film.`,
    `With \`signatureCacheSize\`, the process signs each image once in each of 24 windows. It needs ${coreTime(lookups.coreSeconds)} of the time to find the remembered signatures (${measured(memo)} µs each).`,
    `These two times come from [the benchmarks](performance.md): ${measuredAt(benchmarks)}.`,
  ].join("\n");
}

/**
 * The text of each block in docs/scale.md, by the name in its marker.
 * @param {Times} times
 * @param {Pick<Cores, "host" | "versions" | "date" | "commit" | "isQuick">} cores
 */
export function arithmetic(times, cores) {
  /** @param {string} text */
  const marked = (text) => [...quickNote(cores), text].join("\n");
  return {
    "one-core": marked(oneCore(times, cores)),
    viewers: marked(example(times)),
    rates: marked(rates(times)),
    totals: marked(totals(times)),
  };
}

/** @param {Raw} raw @returns {import("./blocks.mjs").Block[]} */
export function scaleBlocks(raw) {
  const cores = storedCores();
  return Object.entries(arithmetic(timesOf(raw, cores), cores)).map(([marker, content]) => ({
    page: "docs/scale.md",
    marker,
    content,
  }));
}

/** The file from which the calculator takes its figures. @param {Raw} raw */
export function calculatorFigures(raw) {
  const cores = storedCores();
  const { signature, grantUrl } = timesOf(raw, cores);
  const { host, versions } = cores;
  return `// Written by packages/benchmark/src/pages.mjs from the raw results. Changes by hand are overwritten.

/** Microseconds of one core. */
export const figures = {
  signature: { "RSA-2048": ${signature["RSA-2048"]}, "P-256": ${signature["P-256"]} },
  grantUrl: ${grantUrl},
  runtime: "Node.js ${versions.node24}",
  cpu: "${host.cpu}",
  measuredAt: "${measuredAt(cores).replaceAll("`", "")}",
};
`;
}
