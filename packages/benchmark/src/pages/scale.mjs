// The arithmetic in docs/scale.md, and the figures of examples/calculator, which calculates with the same
// functions.
import {
  busiestCore,
  compare,
  signaturesPerDay,
  workOf,
} from "@cloudfront-sign-webcrypto/examples/calculator/arithmetic.js";
import {
  billionGrants,
  film,
  liveEvent,
  mailLinks,
  shop,
} from "@cloudfront-sign-webcrypto/examples/calculator/cases.js";
import { readLifetime } from "@cloudfront-sign-webcrypto/examples/calculator/read-input.js";
import {
  busyCores,
  coreTime,
  count,
  exact,
  measured,
} from "@cloudfront-sign-webcrypto/examples/calculator/words.js";
import { storedCores } from "../cores.mjs";
import { costInNode } from "../raw.mjs";
import { ours } from "../subjects.mjs";
import { table } from "../text.mjs";

/** @typedef {import("../cores.mjs").Cores} Cores */
/** @typedef {import("../raw.mjs").Raw} Raw */
/** @typedef {import("@cloudfront-sign-webcrypto/examples/calculator/cases.js").Case} Case */

const keys = /** @type {const} */ (["RSA-2048", "P-256"]);
/** The images of the shop, each with a new URL every hour. */
const images = 10_000;
/** The share of its lifetime after which `renewingGrant` renews a grant: docs/grants.md, "How it works". */
const renewedAfter = (0.5 + 0.8) / 2;
const secondsPerDay = 86_400;

/**
 * Microseconds of one core.
 * @typedef {object} Times
 * @property {Record<typeof keys[number], number>} signature
 * @property {number} grantUrl for a URL of a grant
 * @property {number} memo for a remembered signature
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
  const signature = (key) =>
    rows.find(
      (row) => row.runtime === "node24" && row.key === key && row.workers === 0 && row.cores === host.cores,
    )?.cpuMicroseconds.median ?? Number.NaN;
  return {
    signature: { "RSA-2048": signature("RSA-2048"), "P-256": signature("P-256") },
    grantUrl: costInNode(raw, "grant.signUrl", ours).microseconds.median,
    memo: raw.tips.memo.with.median,
  };
}

/** @param {Case} given @param {number} microseconds */
const calculated = ({ lifetime, ...given }, microseconds) =>
  compare({ ...given, lifetime: Number(readLifetime(lifetime)), microseconds });

/** @param {Times} times */
function rates({ signature }) {
  /** @param {string} name @param {Case} given */
  const row = (name, given) => [
    name,
    exact(calculated(given, 1).grants.perSecond),
    ...keys.map((key) => busyCores(calculated(given, signature[key]).grants.busyCores)),
  ];
  const { perSecond } = calculated(film, 1).grants;
  const rows = [
    row(`${count(film.viewers)} viewers at the same time, a grant of 4 hours each`, film),
    row(`${count(liveEvent.viewers)} viewers who all arrive within one minute, a grant each`, liveEvent),
    row(`${count(billionGrants.viewers)} grants a day`, billionGrants),
  ];
  return [
    table(["what you sign", "signatures per second", ...keys], rows),
    "",
    `A page with \`renewingGrant\` renews each grant after ${measured(renewedAfter * 100)} % of its lifetime on average. The first row then has ${exact(perSecond / renewedAfter)} signatures`,
    `per second instead of ${exact(perSecond)}.`,
  ].join("\n");
}

/** @param {Times} times */
function totals({ signature, grantUrl, memo }) {
  /** @param {string} name @param {Case} given @param {"grants" | "separate"} way */
  const row = (name, given, way) => [
    name,
    count(calculated(given, 1)[way].count),
    ...keys.map((key) => coreTime(calculated(given, signature[key])[way].coreSeconds)),
  ];
  const withMemo = workOf({
    count: images * 24,
    seconds: secondsPerDay,
    microseconds: signature["RSA-2048"],
  });
  const lookups = (shop.viewers * shop.urls * memo) / 1e6;
  const films = `${count(film.viewers)} viewers of a film with ${count(film.urls)} segments`;
  const views = `${count(shop.viewers)} page views with ${shop.urls} images each`;
  const adding = (/** @type {Case} */ { viewers, urls }) => coreTime((viewers * urls * grantUrl) / 1e6);
  return [
    table(
      ["what you sign", "signatures", ...keys],
      [
        row(`${films}: a signature for each segment`, film, "separate"),
        row(`${films}: a grant for each viewer`, film, "grants"),
        row(`${count(mailLinks.viewers)} links in mails`, mailLinks, "separate"),
        row(`${views}: a signature for each image`, shop, "separate"),
        row(`${views}: a grant for each page view`, shop, "grants"),
        [
          `${views}, within a day: \`cacheWindow: "1h"\` and \`memo\` for ${count(images)} different images, in one process`,
          count(withMemo.count),
          coreTime(withMemo.coreSeconds + lookups),
          "not measured",
        ],
      ],
    ),
    "",
    `If your server calls \`grant.signUrl\` for each URL, add ${measured(grantUrl)} µs for each: ${adding(film)} for the film, ${adding(shop)} for the images.`,
    `In the row with \`memo\`, ${coreTime(lookups)} of the time are for finding the remembered signatures (${measured(memo)} µs each).`,
  ].join("\n");
}

/** @param {Times} times @param {Pick<Cores, "host" | "versions" | "date">} cores */
function oneCore({ signature }, { host, versions, date }) {
  const each = (/** @type {(microseconds: number) => string} */ write) =>
    keys.map((key) => `${write(signature[key])} with ${key}`).join(" and ");
  return [
    `One signature takes ${each((time) => `${measured(time)} µs of one core`)} (Node.js ${versions.node24}, ${host.cpu}, ${date.slice(0, 10)}).`,
    "A core that signs for half of the time makes:",
    "",
    table(
      ["", ...keys],
      [
        ["signatures per second", ...keys.map((key) => measured((busiestCore * 1e6) / signature[key]))],
        ["signatures per day", ...keys.map((key) => count(signaturesPerDay(signature[key])))],
      ],
    ),
  ].join("\n");
}

/**
 * The text of each block in docs/scale.md, by the name in its marker.
 * @param {Times} times
 * @param {Pick<Cores, "host" | "versions" | "date">} cores
 */
export const arithmetic = (times, cores) => ({
  "one-core": oneCore(times, cores),
  rates: rates(times),
  totals: totals(times),
});

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
  const { host, versions, date } = cores;
  return `// Written by packages/benchmark/src/pages.mjs from the raw results. Changes by hand are overwritten.

/** Microseconds of one core. */
export const figures = {
  signature: { "RSA-2048": ${signature["RSA-2048"]}, "P-256": ${signature["P-256"]} },
  grantUrl: ${grantUrl},
  runtime: "Node.js ${versions.node24}",
  cpu: "${host.cpu}",
  date: "${date.slice(0, 10)}",
};
`;
}
