// The gains in docs/performance.md.
import { figure } from "../stats.mjs";
import { digits, table, withSpread } from "../text.mjs";
import { milliseconds } from "./one-process.mjs";
import { compared, ours, processes, sdk } from "./whole-process.mjs";

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
    p256 ? `; with a P-256 key and the window ${p256.without}, and ${p256.with} with a \`memo\` too` : "",
    together
      ? `. Of ${together.images} images, ${together.without} changed their URLs within the same ten seconds, ${together.with} at the most with \`windowOffset: "resource"\``
      : "",
    ".",
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
  const { of } = processes(raw);
  const { tips, server } = raw;
  const none = figure([]);
  const imported = operation(raw, "import a key", "RSA, PKCS#8 PEM", ours);
  const node = raw.overhead.find(({ runtime }) => runtime === "node24");
  // The measurements that took turns: those taken minutes apart are hard to compare.
  const signed = (/** @type {string} */ key) =>
    node?.results[key]?.serial.find(({ subject }) => subject === ours)?.microseconds ?? none;
  const [rsa, ec] = [signed("RSA-2048, SHA-1"), signed("P-256, SHA-256")];
  const perGrant = node?.grant ?? none;
  /** @param {Figure} value @param {string} unit */
  const told = (value, unit) => `${withSpread(value)} ${unit}`;
  /** @param {string} variant */
  const load = (variant) => server.find((row) => row.runtime === "node24" && row.variant === variant);
  const [sdkLoad, rsaLoad] = [load("aws-sdk"), load("ours, RSA")];
  /** @param {Record<string, Figure>} values @param {string} head */
  const listed = (values, head) =>
    table(
      [head, "µs per URL, Node.js 24"],
      Object.entries(values).map(([name, value]) => [name, withSpread(value)]),
    );
  return {
    "import-once": `Measured, Node.js 24: an import takes ${told(imported, "µs")}, a signature ${told(rsa, "µs")}. A process that signs 100 URLs: ${told(of("node", ours), "ms")} with an import for each, ${told(of("node", `${ours} --cache`), "ms")} with one (${compared(of("node", `${ours} --cache`), of("node", ours))}).`,
    grant: `Measured, Node.js 24: ${told(perGrant, "µs")} per URL, against ${told(rsa, "µs")} for a signature of its own.`,
    p256: `Measured, one at a time, Node.js 24: ${told(ec, "µs")} with P-256, ${told(rsa, "µs")} with RSA-2048 (${compared(ec, rsa)}).`,
    window: windowGain(tips.window),
    memo: tips.memo
      ? `Measured, RSA, a page of 64 images at once, Node.js 24: ${told(tips.memo.with, "µs per URL")} with a \`memo\` that knows them, ${told(tips.memo.without, "µs")} without.`
      : "Not measured in this run.",
    concurrency: `Measured with \`signUrls\`, RSA, 64 URLs, ${raw.host.cores} cores:\n\n${listed(tips.concurrency, "concurrency")}\n\n${memoryGain(raw)}`,
    threads: `Measured, RSA, 64 URLs at once, ${raw.host.cores} cores:\n\n${listed(tips.threads, "UV_THREADPOOL_SIZE")}`,
    server: `Measured, Node.js 24, \`/sign\` saturated: p99 of \`/health\` ${milliseconds(rsaLoad?.health ?? none)} ms and ${told(rsaLoad?.requests ?? none, "signatures per second")} with this package, ${milliseconds(sdkLoad?.health ?? none)} ms and ${told(sdkLoad?.requests ?? none, "per second")} with \`${sdk}\`, key as PEM.`,
  };
}
