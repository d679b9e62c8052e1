// The four charts of docs/benchmarks.md.
import { bars } from "./chart/bars.mjs";
import { dots } from "./chart/dots.mjs";
import { lines } from "./chart/lines.mjs";
import { figure } from "./stats.mjs";

/** @typedef {import("./raw.mjs").Raw} Raw */
/** @typedef {import("./raw.mjs").Figure} Figure */
/** @typedef {import("./chart/svg.mjs").Row} Row */

const ours = "cloudfront-sign-webcrypto";
/** @type {Record<string, string>} */
const runtimeNames = {
  node: "Node.js 24",
  node20: "Node.js 20",
  node22: "Node.js 22",
  node24: "Node.js 24",
  node26: "Node.js 26",
  bun: "Bun",
  deno: "Deno",
};
/** @param {string} name */
export const runtimeName = (name) => runtimeNames[name] ?? name;

/** @param {string} subject @returns {Row["kind"]} */
const kindOf = (subject) =>
  subject.startsWith(ours) ? "ours" : /^(limit|startup|program|raw)/.test(subject) ? "limit" : "rival";

/** @param {string} subject */
const short = (subject) =>
  subject
    .replace(ours, "ours")
    .replace(/^@?aws-sdk(\/cloudfront-signer)?/, "@aws-sdk")
    .replace("KeyObject", "KeyObj.")
    .replace("--parallel --cache", "--par. --cache")
    .replace("raw", "crypto.subtle");

/** @param {Figure} value @param {number} factor @returns {Figure} */
const scaled = ({ median, low, high, n }, factor) => ({
  median: median * factor,
  low: low * factor,
  high: high * factor,
  n,
});

/** @param {Raw} raw */
function wholeProcess({ wholeProcess: { urls, results } }) {
  return {
    title: `Whole process: sign ${urls} URLs and exit`,
    note: "RSA-2048, SHA-1; median and its 95 % interval; less is better",
    unit: "ms",
    legend: { limit: "no library", ours: "this package", rival: "others" },
    panels: [...new Set(results.map(({ runtime }) => runtime))].map((runtime) => ({
      title: runtimeName(runtime),
      rows: results
        .filter((row) => row.runtime === runtime && !/^(program|limit-)/.test(row.subject))
        .map(({ subject, times }) => ({
          label: short(subject),
          kind: kindOf(subject),
          value: scaled(figure(times), 1000),
        })),
    })),
  };
}

/** @param {Raw} raw */
function perUrl({ overhead }) {
  return {
    title: "Time per URL in a warm process",
    note: "RSA-2048, 95 % interval; 100×: so many at once; less is better",
    unit: "µs",
    legend: { limit: "crypto.subtle.sign alone", ours: "this package", rival: "others" },
    panels: overhead
      .filter(({ runtime }) => /node24|bun|deno/.test(runtime))
      .map(({ runtime, results }) => {
        const { serial = [], parallel = [] } = results["RSA-2048, SHA-1"] ?? {};
        const wanted = (/** @type {string} */ subject) => !/by hand|again/.test(subject);
        return {
          title: runtimeName(runtime),
          rows: [
            ...serial
              .filter(({ subject }) => wanted(subject))
              .map(({ subject, microseconds }) => ({
                label: short(subject),
                kind: kindOf(subject),
                value: microseconds,
              })),
            ...parallel
              .filter(({ subject }) => wanted(subject))
              .map(({ subject, microseconds }) => ({
                label: `${short(subject)}, 100×`,
                kind: kindOf(subject),
                value: microseconds,
              })),
          ],
        };
      }),
  };
}

/** @param {Raw} raw @param {string} runtime */
function growth({ growth: rows }, runtime) {
  /**
   * @param {string} mode
   * @param {(row: import("./raw.mjs").Growth) => Figure | undefined} read
   * @returns {[number, Figure][]}
   */
  const points = (mode, read) =>
    rows
      .filter((row) => row.runtime === runtime && row.mode === mode)
      .flatMap((row) => {
        const value = read(row);
        return value ? [/** @type {[number, Figure]} */ ([row.count, value])] : [];
      });
  const modes = /** @type {const} */ ([
    ["Promise.all", "rival"],
    ["signUrls", "ours"],
    ["grant", "other"],
  ]);
  /** @param {(row: import("./raw.mjs").Growth) => Figure | undefined} read */
  const series = (read) => modes.map(([mode, kind]) => ({ name: mode, kind, points: points(mode, read) }));
  return {
    title: `From 1 to a million URLs, ${runtimeName(runtime)}`,
    note: "by number of URLs; P-256, the grant RSA; logarithmic scales",
    panels: [
      { title: "Time per URL", unit: "µs", series: series(({ microseconds }) => microseconds) },
      {
        title: "Peak memory of the process",
        unit: "MB",
        series: series(({ peakBytes }) => (peakBytes ? figure([peakBytes / 1e6]) : undefined)),
      },
    ],
  };
}

/** @param {Raw} raw @returns {Parameters<typeof dots>[0]} */
function server({ server: rows }) {
  return {
    title: "A server under full load: the slowest 1 %",
    note: "median and range of the rounds; logarithmic; less is better",
    unit: "ms",
    names: ["p99 of /sign", "p99 of /health"],
    least: 1,
    panels: [...new Set(rows.map(({ runtime }) => runtime))].map((runtime) => ({
      title: runtimeName(runtime),
      rows: rows
        .filter((row) => row.runtime === runtime)
        .map(({ variant, p99, health }) => ({
          label: short(variant),
          kind: variant === "off" ? "limit" : variant.startsWith("ours") ? "ours" : "rival",
          value: p99,
          second: health,
        })),
    })),
  };
}

/** Every chart in both themes, by its file name. @param {Raw} raw @returns {Record<string, string>} */
export function charts(raw) {
  /** @type {Record<string, string>} */
  const files = {};
  for (const theme of /** @type {const} */ (["light", "dark"])) {
    files[`whole-process-${theme}.svg`] = bars(wholeProcess(raw), theme);
    files[`per-url-${theme}.svg`] = bars(perUrl(raw), theme);
    files[`growth-${theme}.svg`] = lines(growth(raw, "node24"), theme);
    files[`server-${theme}.svg`] = dots(server(raw), theme);
  }
  return files;
}
