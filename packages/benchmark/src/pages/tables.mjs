// Tables of docs/performance.md and of the report, for everything but whole processes.
import { short } from "../charts/labels.mjs";
import { ours } from "../subjects.mjs";
import { digits, keptUpText, runtimeName, table, unique, withInterval, withSpread } from "../text.mjs";

/** @typedef {import("../raw.mjs").Raw} Raw */
/** @typedef {import("../raw.mjs").Load} Load */

/** @param {number} bytes */
export const kilobytes = (bytes) => `${digits(bytes / 1000)} kB`;

/** @param {import("../sizes.mjs").Sizes} sizes */
export function sizesTable({ packages }) {
  const rows = packages.map(({ name, bytes, files, dependencies, minified, gzipped }) => [
    `\`${name}\``,
    kilobytes(bytes),
    files.toLocaleString("en"),
    dependencies.length,
    kilobytes(minified),
    kilobytes(gzipped),
  ]);
  return table(["package", "installed", "files", "dependencies", "bundled, minified", "gzipped"], rows);
}

/** The highest rate that every variant was offered in every runtime. @param {Load[]} loads */
function commonRate(loads) {
  const offered = loads.map(({ rates }) => rates.map((rate) => rate.offered));
  return Math.max(0, ...(offered[0] ?? []).filter((rate) => offered.every((rates) => rates.includes(rate))));
}

/** The rate that each variant keeps up with, and the p99 of /health at the same rate. @param {Raw} raw */
export function serverTable({ server }) {
  const rate = commonRate(server);
  const runtimes = unique(server.map(({ runtime }) => runtime));
  const rows = unique(server.map(({ variant }) => variant)).map((variant) => {
    const loads = runtimes.map((runtime) =>
      server.find((load) => load.runtime === runtime && load.variant === variant),
    );
    const health = loads.map((load) => load?.rates.find(({ offered }) => offered === rate)?.health);
    return [
      short(variant),
      ...loads.map((load) => (load ? keptUpText(load.lastGood, load.breaksDownAt) : "–")),
      ...health.map((figure) => (figure ? withSpread(figure) : "–")),
    ];
  });
  const head = [
    "signing",
    ...runtimes.map((runtime) => `${runtimeName(runtime)} [/s]`),
    ...runtimes.map((runtime) => `/health at ${rate}/s, ${runtimeName(runtime)} [ms]`),
  ];
  return table(head, rows);
}

/** Every offered rate. @param {Raw} raw */
export function loadTable({ server }) {
  const rows = server.flatMap(({ runtime, variant, rates }) =>
    rates.map(({ offered, answered, p50, p99, health, keptUp }) => [
      runtimeName(runtime),
      variant,
      offered,
      ...[answered, p50, p99, health].map(withSpread),
      keptUp ? "yes" : "no",
    ]),
  );
  const head = [
    "runtime",
    "signing",
    "offered [/s]",
    "answered [/s]",
    "p50 of /sign [ms]",
    "p99 of /sign [ms]",
    "p99 of /health [ms]",
    "keeps up",
  ];
  return table(head, rows, 2);
}

/** The races with an operation of WebCrypto. @param {string} race */
const isOperation = (race) => /P-256|RSA/.test(race) && !/custom policy|cookies/.test(race);

/** Ours against the raw operation, and in parentheses against the program by hand. @param {Raw} raw */
export function costTable({ overhead }) {
  const races = Object.keys(overhead[0]?.results ?? {}).filter(isOperation);
  const times = (/** @type {import("../raw.mjs").Figure | undefined} */ ratio) =>
    ratio ? `${ratio.median.toFixed(2)}x` : "–";
  const rows = races.flatMap((race) =>
    /** @type {const} */ (["serial", "parallel"])
      .filter((mode) => overhead[0]?.results[race]?.[mode].length)
      .map((mode) => [
        `${/^(?:P-256|RSA)/.test(race) ? "sign, " : ""}${race}, ${mode === "serial" ? "one at a time" : "100 at once"}`,
        ...overhead.map(({ results }) => {
          const { against = {} } = results[race]?.[mode].find(({ subject }) => subject === ours) ?? {};
          return `${times(against.raw)} (${times(against["by hand"])})`;
        }),
      ]),
  );
  return table(["", ...overhead.map(({ runtime }) => runtimeName(runtime))], rows);
}

/** Every subject of one race. @param {Raw} raw @param {string} race */
export function raceTable({ overhead }, race) {
  const rows = overhead.flatMap(({ runtime, results }) =>
    Object.entries(results[race] ?? {}).flatMap(([mode, costs]) =>
      costs.map(({ subject, microseconds, against }) => [
        runtimeName(runtime),
        mode === "serial" ? "one at a time" : "100 at once",
        subject,
        withSpread(microseconds),
        ...["raw", "by hand"].map((reference) => {
          const ratio = against[reference];
          return ratio ? withInterval(ratio, (value) => value.toFixed(3)) : "";
        }),
      ]),
    ),
  );
  return table(["runtime", "mode", "subject", "µs", "times raw", "times by hand"], rows, 3);
}

/** @param {Raw["operations"][number]} operations */
export function operationsTable({ results }) {
  const us = (/** @type {number} */ nanoseconds) => digits(nanoseconds / 1000);
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
  return table(head, rows, 3);
}

/** @param {Raw} raw @param {string} runtime */
export function growthTable({ growth }, runtime) {
  const rows = growth.filter((row) => row.runtime === runtime);
  const modes = unique(rows.map(({ mode }) => mode));
  const cells = [...new Set(rows.map(({ count }) => count))].map((count) => [
    count.toLocaleString("en"),
    ...modes.flatMap((mode) => {
      const found = rows.find((row) => row.mode === mode && row.count === count);
      if (!found?.microseconds) return [found?.problem ?? "–", ""];
      return [withSpread(found.microseconds), digits((found.peakBytes ?? 0) / 1e6)];
    }),
  ]);
  return table(["URLs", ...modes.flatMap((mode) => [`${mode} [µs per URL]`, "peak [MB]"])], cells, 0);
}

/** @param {Raw} raw @param {import("../sections.mjs").Section} section */
export function sectionTable({ sections }, { name, head, rows }) {
  const cells = (sections[name] ?? []).flatMap(({ runtime, result }) =>
    rows(result).map((row) => [runtimeName(runtime), ...row]),
  );
  return table(["runtime", ...head], cells, 2);
}
