// The charts of docs/benchmarks.md.
import { bars } from "./charts/bars.mjs";
import { lines } from "./charts/lines.mjs";
import { render } from "./charts/render.mjs";
import { figure } from "./stats.mjs";
import { groups, isRival, ours, sdk } from "./subjects.mjs";
import { keptUpText, runtimeName, unique } from "./text.mjs";

/** @typedef {import("./raw.mjs").Raw} Raw */
/** @typedef {import("./raw.mjs").Figure} Figure */
/** @typedef {import("./charts/theme.mjs").Kind} Kind */
/** @typedef {import("./charts/render.mjs").Chart} Chart */

/** @param {string} subject of a process, of a race or of the server @returns {Kind} */
function kindOf(subject) {
  if (subject.startsWith(ours) || subject.startsWith("ours")) return "ours";
  return ["startup", "limit", "raw", "by hand", "off"].includes(subject) ? "limit" : "rival";
}

/** @param {string} subject */
const short = (subject) =>
  subject
    .replace(ours, "ours")
    .replace(sdk, "@aws-sdk")
    .replace(/^aws-sdk/, "@aws-sdk")
    .replace(/^raw$/, "crypto.subtle")
    .replace(/^off$/, "no signing");

/** @param {Raw} raw @returns {Chart} */
function wholeProcess({ wholeProcess: { urls, results } }) {
  const panels = unique(results.map(({ runtime }) => runtime)).map((runtime) => ({
    title: runtimeName(runtime),
    rows: results
      .filter((row) => row.runtime === runtime && (row.subject in groups.many || row.subject === "startup"))
      .map(({ subject, times }) => ({
        label: short(subject),
        kind: kindOf(subject),
        value: figure(times.map((seconds) => seconds * 1000)),
      })),
  }));
  return {
    title: `A script that signs ${urls} URLs and exits`,
    note: "whole process, RSA-2048; median and 95 % interval; less is better",
    description: `Bar chart of the milliseconds of whole processes that sign ${urls} URLs, for each runtime.`,
    spec: bars(panels, "ms", { limit: "no library", ours: "this package", rival: "others" }),
  };
}

/** @param {Raw} raw @returns {Chart} */
function perUrl({ overhead }) {
  const wanted = ["raw", "by hand", ours];
  const panels = overhead
    .filter(({ runtime }) => ["node24", "bun", "deno"].includes(runtime))
    .map(({ runtime, results }) => {
      const { serial = [], parallel = [] } = results["RSA-2048, SHA-1"] ?? {};
      /** @param {import("./raw.mjs").Cost[]} costs @param {string} suffix */
      const rows = (costs, suffix) =>
        costs
          .filter(({ subject }) => wanted.includes(subject) || isRival(subject))
          .map(({ subject, microseconds }) => ({
            label: short(subject) + suffix,
            kind: kindOf(subject),
            value: microseconds,
          }));
      return { title: runtimeName(runtime), rows: [...rows(serial, ""), ...rows(parallel, ", 100 at once")] };
    });
  return {
    title: "One URL in a process that has been running for a while",
    note: "RSA-2048; median and 95 % interval; less is better",
    description: "Bar chart of the microseconds per signed URL in a warm process, for each runtime.",
    spec: bars(panels, "µs", { limit: "without a library", ours: "this package", rival: "others" }),
  };
}

/** @param {Raw} raw @returns {Chart} */
function growth({ growth: all }) {
  const rows = all.filter(({ runtime }) => runtime === "node24");
  /** @param {(row: import("./raw.mjs").Growth) => Figure | undefined} read */
  const points = (read) =>
    rows.flatMap((row) => {
      const y = read(row);
      return y ? [{ series: row.mode, x: row.count, y }] : [];
    });
  return {
    title: "From 1 to a million URLs, Node.js 24",
    note: "P-256, the grant RSA; logarithmic scales; less is better",
    description:
      "Two line charts by number of URLs: microseconds per URL, and peak memory, with Promise.all, signUrls and a grant.",
    spec: lines(
      [
        { title: "Time per URL", x: "URLs", y: "µs", points: points(({ microseconds }) => microseconds) },
        {
          title: "Peak memory of the process",
          x: "URLs",
          y: "MB",
          points: points(({ peakBytes }) => (peakBytes ? figure([peakBytes / 1e6]) : undefined)),
        },
      ],
      [
        { name: "Promise.all", kind: "rival" },
        { name: "signUrls", kind: "ours" },
        { name: "grant", kind: "grant" },
      ],
    ),
  };
}

/** @param {Raw} raw @returns {Chart} */
function server({ server: all }) {
  const panels = unique(all.map(({ runtime }) => runtime)).map((runtime) => ({
    title: runtimeName(runtime),
    rows: all
      .filter((row) => row.runtime === runtime)
      .map(({ variant, lastGood, breaksDownAt }) => ({
        label: short(variant),
        kind: kindOf(variant),
        value: figure([lastGood ?? 0]),
        text: keptUpText(lastGood, breaksDownAt),
      })),
  }));
  return {
    title: "Signed URLs per second that a server keeps up with",
    note: "highest offered rate with 99 % of the answers within 100 ms; more is better",
    description:
      "Bar chart of the highest rate of requests that a small server keeps up with, for each runtime.",
    spec: bars(panels, "/s", { limit: "no signing", ours: "this package", rival: "others" }),
  };
}

/** The variants of the server as lines. @type {Record<string, Omit<import("./charts/lines.mjs").Series, "name">>} */
const lineOf = {
  off: { kind: "limit" },
  "aws-sdk": { kind: "rival" },
  "aws-sdk, KeyObject": { kind: "rival", dash: "dashed" },
  "aws-sdk, P-256": { kind: "rival", dash: "dotted" },
  "ours, RSA": { kind: "ours" },
  "ours, signer per request": { kind: "ours", dash: "dashed" },
  "ours, P-256": { kind: "ec" },
  "ours, P-256, signer per request": { kind: "ec", dash: "dashed" },
  "ours, grant": { kind: "grant" },
};

/** @param {Raw} raw @returns {Chart} */
function serverLoad({ server: all }) {
  const rows = all.filter(({ runtime }) => runtime === "node24");
  /** @param {"p99" | "health"} key */
  const points = (key) =>
    rows.flatMap(({ variant, rates }) =>
      rates.map((rate) => ({ series: short(variant), x: rate.offered, y: rate[key] })),
    );
  const x = "requests to /sign per second";
  return {
    title: "A server at the same offered load, Node.js 24",
    note: "the slowest 1 % of the answers; logarithmic scales; less is better",
    description:
      "Two line charts by offered requests per second: the 99th percentile of the time of signing, and of an unrelated endpoint.",
    spec: lines(
      [
        { title: "p99 of /sign", x, y: "ms", points: points("p99") },
        { title: "p99 of /health, which signs nothing", x, y: "ms", points: points("health") },
      ],
      Object.entries(lineOf)
        .filter(([variant]) => rows.some((row) => row.variant === variant))
        .map(([variant, line]) => ({ name: short(variant), ...line })),
    ),
  };
}

/** Every chart in both themes, by its file name. @param {Raw} raw @returns {Promise<Record<string, string>>} */
export async function charts(raw) {
  /** @type {Record<string, Chart>} */
  const all = {
    "whole-process": wholeProcess(raw),
    "per-url": perUrl(raw),
    growth: growth(raw),
    server: server(raw),
    "server-load": serverLoad(raw),
  };
  /** @type {Record<string, string>} */
  const files = {};
  for (const [name, chart] of Object.entries(all))
    for (const theme of /** @type {const} */ (["light", "dark"]))
      files[`${name}-${theme}.svg`] = await render(chart, theme);
  return files;
}
