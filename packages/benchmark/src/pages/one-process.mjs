// The tables of docs/benchmarks.md for everything but whole processes.
import { runtimeName } from "../charts.mjs";
import { sections } from "../sections.mjs";
import { figure, overlap } from "../stats.mjs";
import { digits, folded, table, withInterval, withSpread } from "../text.mjs";
import { unique } from "./whole-process.mjs";

/** @typedef {import("../raw.mjs").Raw} Raw */
/** @typedef {import("../raw.mjs").Figure} Figure */

/** @param {number} bytes */
const kilobytes = (bytes) => `${digits(bytes / 1000)} kB`;

/** @param {Raw} raw */
export function overheadSection({ overhead }) {
  const parts = unique(overhead.flatMap(({ results }) => Object.keys(results))).map((key) => {
    const rows = overhead.flatMap(({ runtime, results }) =>
      Object.entries(results[key] ?? {}).flatMap(([mode, costs]) =>
        costs.map(({ subject, microseconds, ratio }) => {
          const verdict = subject === "raw" ? "" : overlap(ratio, figure([1])) ? "no difference seen" : "";
          const times = withInterval(ratio, (value) => value.toFixed(3));
          return [
            runtimeName(runtime),
            mode === "serial" ? "one at a time" : "100 at once",
            subject,
            withSpread(microseconds),
            subject === "raw" ? "1" : times,
            verdict,
          ];
        }),
      ),
    );
    return folded(key, table(["runtime", "mode", "subject", "µs per URL", "times raw", ""], rows, 3));
  });
  const grants = overhead.map(({ runtime, grant }) => [runtimeName(runtime), withSpread(grant)]);
  return [...parts, `### \`grant.signUrl\`\n\n${table(["runtime", "µs per URL"], grants)}`].join("\n\n");
}

/** Nanoseconds as microseconds. @param {number} nanoseconds */
const us = (nanoseconds) => digits(nanoseconds / 1000);

/** @param {Raw} raw */
export function operationsSection({ operations }) {
  return operations
    .map(({ runtime, version, results }) => {
      const rows = results.map(({ group, name, by, p25, p50, p75, p99, heap }) => [
        group,
        name,
        by,
        us(p50),
        `${us(p25)} – ${us(p75)}`,
        us(p99),
        heap === undefined || heap === null ? "" : Math.round(heap).toLocaleString("en"),
      ]);
      const head = ["group", "operation", "by", "p50 [µs]", "p25 – p75 [µs]", "p99 [µs]", "heap [bytes]"];
      return folded(`${runtimeName(runtime).split(" ")[0]} ${version}`, table(head, rows, 3));
    })
    .join("\n\n");
}

/** @param {Raw} raw */
export function sizesSection({ sizes: { packages, importTimes } }) {
  const rows = packages.map(({ name, bytes, files, dependencies, minified, gzipped }) => [
    `\`${name}\``,
    kilobytes(bytes),
    files.toLocaleString("en"),
    dependencies,
    kilobytes(minified),
    kilobytes(gzipped),
  ]);
  const runtimes = unique(importTimes.map(({ runtime }) => runtime));
  const times = unique(importTimes.map(({ module }) => module)).map((module) => [
    module.startsWith(".") ? "an empty file" : `\`${module}\``,
    ...runtimes.map((runtime) =>
      withSpread(
        importTimes.find((one) => one.module === module && one.runtime === runtime)?.milliseconds ??
          figure([]),
      ),
    ),
  ]);
  return [
    table(["package", "installed", "files", "dependencies", "bundled, minified", "gzipped"], rows),
    "",
    "Installed: all files of the package and of its dependencies. Bundled: what signs (ours: `createCloudFrontSigner`), by esbuild.",
    "These are counts of one build and have no spread.",
    "",
    table(
      ["first import in a fresh process", ...runtimes.map((runtime) => `${runtimeName(runtime)} [ms]`)],
      times,
    ),
  ].join("\n");
}

/** @param {Raw} raw */
export function growthSection({ growth }) {
  const modes = unique(growth.map(({ mode }) => mode));
  return unique(growth.map(({ runtime }) => runtime))
    .map((runtime) => {
      const rows = growth.filter((row) => row.runtime === runtime);
      const counts = [...new Set(rows.map(({ count }) => count))];
      const cells = counts.map((count) => [
        count.toLocaleString("en"),
        ...modes.flatMap((mode) => {
          const {
            microseconds,
            peakBytes,
            problem = "–",
          } = rows.find((row) => row.mode === mode && row.count === count) ?? {};
          return microseconds ? [withSpread(microseconds), digits((peakBytes ?? 0) / 1e6)] : [problem, ""];
        }),
      ]);
      const head = ["URLs", ...modes.flatMap((mode) => [`${mode} [µs per URL]`, "peak [MB]"])];
      return `### ${runtimeName(runtime)}\n\n${table(head, cells, 0)}`;
    })
    .join("\n\n");
}

/** The sections of sections.mjs that this run has. @param {Raw} raw */
export function moreSections({ sections: measured = {} }) {
  return sections
    .flatMap(({ name, heading, intro, head, rows }) => {
      const cells = (measured[name] ?? []).flatMap(({ runtime, result }) =>
        rows(result).map((row) => [runtimeName(runtime), ...row]),
      );
      const all = table(["runtime", ...head], cells, 2);
      return cells.length
        ? [`## ${heading}\n\n${intro}\n\n${cells.length > 20 ? folded("the table", all) : all}\n\n`]
        : [];
    })
    .join("");
}

/** autocannon measures whole milliseconds. @param {Figure} value */
export const milliseconds = (value) => (value.median < 1 && value.high < 1 ? "< 1" : withSpread(value));

/** @param {Raw} raw */
export function serverSection({ server }) {
  const rows = server.map(({ runtime, variant, requests, p50, p99, health }) => [
    runtimeName(runtime),
    variant,
    withSpread(requests),
    milliseconds(p50),
    milliseconds(p99),
    milliseconds(health),
  ]);
  return table(
    [
      "runtime",
      "signing",
      "requests per second",
      "p50 of /sign [ms]",
      "p99 of /sign [ms]",
      "p99 of /health [ms]",
    ],
    rows,
    2,
  );
}
