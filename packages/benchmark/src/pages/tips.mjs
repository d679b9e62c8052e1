// The gains in docs/performance.md.
import { costInNode } from "../raw.mjs";
import { importEach, ours, sdk } from "../subjects.mjs";
import { digits, keptUpText, table, withSpread } from "../text.mjs";
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
    `Counted: ${requests} requests for one image within an hour gave ${without} different URLs without a window, ${windowed} with one of an hour`,
    `; with a P-256 key and the window ${p256.without}, and ${p256.with} with a \`memo\` too. `,
    `Of ${together.images} images, ${together.without} changed their URLs within the same ten seconds, at most ${together.with} with \`windowOffset: "resource"\`.`,
  ].join("");
}

/** @param {Raw} raw */
function memoryGain({ growth }) {
  const rows = growth.filter(({ runtime, count }) => runtime === "node24" && count === 1_000_000);
  const peak = (/** @type {string} */ mode) => {
    const { peakBytes, problem = "not measured" } = rows.find((row) => row.mode === mode) ?? {};
    return peakBytes ? `${digits(peakBytes / 1e6)} MB (once)` : problem;
  };
  return `Peak memory of a process for a million URLs, P-256: ${peak("signUrls")} with \`signUrls\`, ${peak("Promise.all")} with \`Promise.all\`.`;
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
    "import-once": `Measured, Node.js 24: an import takes ${text(imported, "µs")}, a signature ${text(rsa, "µs")}. A process that signs 100 URLs: ${text(of("node", importEach), "ms")} with an import for each, ${text(of("node", ours), "ms")} with one (${compared(of("node", ours), of("node", importEach))}).`,
    grant: `Measured, Node.js 24: ${text(perGrant, "µs")} per URL, against ${text(rsa, "µs")} for a signature of its own.`,
    p256: `Measured, one at a time, Node.js 24: ${text(ec, "µs")} with P-256, ${text(rsa, "µs")} with RSA-2048 (${compared(ec, rsa)}).`,
    window: windowGain(tips.window),
    memo: `Measured, RSA, a page of 64 images at once, Node.js 24: ${text(tips.memo.with, "µs per URL")} with a \`memo\` that knows them, ${text(tips.memo.without, "µs")} without.`,
    concurrency: `Measured with \`signUrls\`, RSA, 64 URLs, ${raw.host.cores} cores:\n\n${listed(tips.concurrency, "concurrency")}\n\n${memoryGain(raw)}`,
    threads: `Measured, RSA, 64 URLs at once, ${raw.host.cores} cores:\n\n${listed(tips.threads, "UV_THREADPOOL_SIZE")}`,
    server: `Measured, Node.js 24: a small server keeps up with ${kept("ours, RSA")} requests per second with this package and an RSA key, and with ${kept("ours, P-256")} with a P-256 key. With \`${sdk}\` and the key as PEM it keeps up with ${kept("aws-sdk")}.`,
  };
}
