// The tables of this package beside the other libraries, of one operation at a time or many at once, and of servers.
import { short } from "../charts/labels.mjs";
import { figure, overlap } from "../stats.mjs";
import { old, ours, perRequest, sdk } from "../subjects.mjs";
import { digits, runtimeName, table, unique, withSpread } from "../text.mjs";

/** @typedef {import("../raw.mjs").Raw} Raw */

/** Why a cell of `inputsTable` has no figure. */
export const missingInputs = `\`${old}\` has no start time and no SHA-256, and it rewrites the query, so its long URL differs from the given one.`;

const libraries = [ours, sdk, `${sdk}, KeyObject`, old];

/** @param {import("../raw.mjs").Cost[]} costs @param {string[]} subjects */
const cellsOf = (costs, subjects) =>
  subjects.map((subject) => {
    const cost = costs.find((one) => one.subject === subject);
    return cost ? withSpread(cost.microseconds) : "–";
  });

/** Every kind of input. A time of another library says if it differs from that of this package. @param {Raw} raw @param {string} runtime */
export function inputsTable({ libraries: measured }, runtime) {
  const { results = {} } = measured.find((one) => one.runtime === runtime) ?? {};
  const rows = Object.entries(results).map(([kind, { serial }]) => {
    const [own, ...others] = libraries.map(
      (library) => serial.find(({ subject }) => subject === library)?.microseconds ?? figure([]),
    );
    const cells = others.map((other) =>
      own && overlap(own, other) ? `${withSpread(other)}: no difference seen` : withSpread(other),
    );
    return [kind, withSpread(own ?? figure([])), ...cells];
  });
  return table(["kind of input", ...libraries.map((library) => `${short(library)} [µs]`)], rows);
}

/** One URL with an expiry time only in every runtime, one at a time and 100 at once, beside WebCrypto alone. @param {Raw} raw */
export function runtimesTable({ libraries: measured }) {
  const subjects = ["raw", ours, perRequest, sdk, `${sdk}, KeyObject`, old];
  const rows = measured.flatMap(({ runtime, version, results }) =>
    Object.entries(results).flatMap(([kind, modes]) =>
      Object.entries(modes)
        .filter(([, costs]) => costs.some(({ subject }) => subject === "raw"))
        .map(([mode, costs]) => [
          `${runtimeName(runtime)} (${version})`,
          kind.endsWith("P-256") ? "P-256" : "RSA-2048",
          mode === "serial" ? "one at a time" : "100 at once",
          ...cellsOf(costs, subjects),
        ]),
    ),
  );
  const head = ["runtime", "key", "batch", ...subjects.map((subject) => `${short(subject)} [µs]`)];
  return table(head, rows, 3);
}

/** @param {Raw} raw */
export function allocationsTable({ allocations }) {
  const rows = allocations.map(({ group, name, by, objects, bytes }) => [
    group,
    name,
    by,
    Math.round(objects).toLocaleString("en"),
    Math.round(bytes).toLocaleString("en"),
  ]);
  return table(["group", "operation", "by", "objects", "bytes"], rows, 3);
}

/** @param {number} bytes */
const size = (bytes) => (bytes < 1e6 ? `${bytes / 1000} kB` : `${bytes / 1e6} MB`);

/** @param {number} value @param {number} base */
const change = (value, base) => `${value < base ? "−" : "+"}${digits(Math.abs(value / base - 1) * 100)}%`;

/** The p95 of each size of the answer, and the change of the average. @param {Pick<Raw, "payloads">} raw @param {string} runtime */
export function answersTable({ payloads }, runtime) {
  const rows = payloads.filter((row) => row.runtime === runtime);
  const sizes = unique(rows.map(({ bytes }) => size(bytes)));
  const cells = unique(rows.map(({ variant }) => variant)).map((variant) => [
    short(variant),
    ...rows
      .filter((row) => row.variant === variant)
      .flatMap((row) => {
        const off = rows.find(({ bytes, variant }) => bytes === row.bytes && variant === "off");
        const than = variant === "off" || !off ? "" : ` (${change(row.average, off.average)})`;
        return [digits(row.p95), digits(row.average) + than];
      }),
  ]);
  return table(
    ["signing", ...sizes.flatMap((name) => [`${name}: p95 [ms]`, `${name}: average [ms]`])],
    cells,
  );
}

/** The 99th percentile of another endpoint at each offered rate, with its interval, which may be lopsided. @param {readonly import("../raw.mjs").Load[]} loads */
export function otherEndpointTable(loads) {
  const rates = loads[0]?.rates.map(({ offered }) => offered) ?? [];
  const rows = loads.map(({ variant, rates }) => [
    short(variant),
    ...rates.map(
      ({ health: { median, low, high } }) => `${digits(median)} (${digits(low)} – ${digits(high)})`,
    ),
    variant === "off" ? "–" : Math.round(rates.at(-1)?.answered.median ?? 0).toLocaleString("en"),
  ]);
  const last = rates.at(-1)?.toLocaleString("en");
  return table(
    ["signing", ...rates.map((rate) => `${rate.toLocaleString("en")} /s`), `signed, of ${last} /s`],
    rows,
  );
}

/** Every offered rate. @param {Raw} raw */
export function loadTable({ server }) {
  const rows = server.flatMap(({ runtime, variant, rates }) =>
    rates.map(({ offered, answered, p50, p99, health }) => [
      runtimeName(runtime),
      short(variant),
      offered,
      ...[answered, p50, p99, health].map(withSpread),
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
  ];
  return table(head, rows, 2);
}
