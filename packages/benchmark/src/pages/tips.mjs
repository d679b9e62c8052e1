// The gains in docs/performance.md.
import { costInNode } from "../raw.mjs";
import { importEach, ours, sdk } from "../subjects.mjs";
import { digits, keptUpText, measuredAt, table, withSpread } from "../text.mjs";
import { compared, processes } from "./whole-process.mjs";

/** @typedef {import("../raw.mjs").Raw} Raw */
/** @typedef {import("../raw.mjs").Figure} Figure */

/**
 * Nanoseconds of an operation as a figure in microseconds.
 * @param {Raw} raw
 * @param {string} group
 * @param {string} name
 * @param {string} by
 */
function operation({ operations }, group, name, by) {
  const found = operations
    .find(({ runtime }) => runtime === "node24")
    ?.results.find((one) => one.group === group && one.name === name && one.by === by);
  const { p25 = Number.NaN, p50 = Number.NaN, p75 = Number.NaN, samples = 0 } = found ?? {};
  return { median: p50 / 1000, low: p25 / 1000, high: p75 / 1000, n: samples };
}

/** Counts have no spread. @param {import("../raw.mjs").Tips["window"]} counted */
function windowGain({ requests, without, with: windowed, p256, together }) {
  return [
    `Counted: how many different URLs ${requests} requests for one image got within an hour.\n\n`,
    table(
      ["key", "without `cacheWindow`", 'with `cacheWindow: "1h"`', "with a `memo` too"],
      [
        ["RSA", without, windowed, "not counted"],
        ["P-256", "not counted", p256.without, p256.with],
      ],
    ),
    `\n\nWithout \`staggerWindows\`, ${together.without} of ${together.images} images changed their URLs within the same ten seconds. `,
    `With \`staggerWindows: true\`, at most ${together.with} did.`,
  ].join("");
}

/** @param {Raw} raw */
function memoryGain({ growth }) {
  const rows = growth.filter(({ runtime, count }) => runtime === "node24" && count === 1_000_000);
  const peak = (/** @type {string} */ mode) => {
    const { peakBytes, problem = "not measured" } = rows.find((row) => row.mode === mode) ?? {};
    return peakBytes ? `${digits(peakBytes / 1e6)} MB` : problem;
  };
  return `Peak memory of a process for a million URLs, P-256, measured once: ${peak("signUrls")} with \`signUrls\`, ${peak("Promise.all")} with \`Promise.all\`.`;
}

/**
 * The gain of each tip in docs/performance.md, by the name in its marker.
 * @param {Raw} raw
 * @returns {Record<string, string>}
 */
export function gains(raw) {
  const { of } = processes(raw.wholeProcess);
  const { tips, server } = raw;
  const imported = operation(raw, "import a key", "RSA, PKCS#8 PEM", ours);
  // The measurements that took turns: those taken minutes apart are hard to compare.
  const { microseconds: rsa } = costInNode(raw, "RSA-2048, SHA-1", ours);
  const { microseconds: ec } = costInNode(raw, "P-256, SHA-256", ours);
  const { microseconds: perGrant } = costInNode(raw, "grant.signUrl", ours);
  /** @param {Figure} value @param {string} unit */
  const text = (value, unit) => `${withSpread(value)} ${unit}`;
  /** @param {string} variant */
  const kept = (variant) => {
    const load = server.find((row) => row.runtime === "node24" && row.variant === variant);
    return keptUpText(load?.lastGood, load?.breaksDownAt);
  };
  /** @param {Record<string, Figure>} values @param {string} head */
  const listed = (values, head) =>
    table(
      [head, "µs per URL, Node.js 24"],
      Object.entries(values).map(([name, value]) => [name, withSpread(value)]),
    );
  return {
    run: `Measured on ${measuredAt(raw)}, with Node.js ${raw.versions.node24}.`,
    "import-once": `Measured, Node.js 24: an import takes ${text(imported, "µs")}, a signature ${text(rsa, "µs")}. A process that signs 100 URLs takes ${text(of("node", importEach), "ms")} if it imports the key for each URL, and ${text(of("node", ours), "ms")} if it imports the key once (${compared(of("node", ours), of("node", importEach))}).`,
    grant: `Measured, Node.js 24: ${text(perGrant, "µs")} per URL with a grant, ${text(rsa, "µs")} with a separate signature for each URL.`,
    p256: `Measured, one signature at a time, Node.js 24: ${text(ec, "µs")} with P-256, ${text(rsa, "µs")} with RSA-2048 (${compared(ec, rsa)}).`,
    window: windowGain(tips.window),
    memo: `Measured, RSA, a page of 64 images at once, Node.js 24: ${text(tips.memo.with, "µs per URL")} with a \`memo\` that already has their signatures, ${text(tips.memo.without, "µs")} without.`,
    concurrency: `Measured with \`signUrls\`, RSA, 64 URLs, ${raw.host.cores} cores:\n\n${listed(tips.concurrency, "concurrency")}\n\n${memoryGain(raw)}`,
    threads: `Measured, RSA, 64 URLs at once, ${raw.host.cores} cores:\n\n${listed(tips.threads, "UV_THREADPOOL_SIZE")}`,
    server: `Measured, Node.js 24, ${raw.host.cores} cores, requests per second that a small server kept up with: ${kept("ours, RSA")} with this package and an RSA key, ${kept("ours, P-256")} with a P-256 key, ${kept("aws-sdk")} with \`${sdk}\` and the key as PEM.\nThis compares packages, in short runs. [Signing servers](scale.md#how-many) shows what one core answers.`,
  };
}
