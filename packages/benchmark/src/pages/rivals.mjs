// Writes results/rivals/rivals.md, this package beside the other libraries, and the tables of it that
// docs/performance.md shows.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { short } from "../charts/labels.mjs";
import { resultsFolder } from "../raw.mjs";
import { old, ours, sdk } from "../subjects.mjs";
import { digits, measuredAt, quickNote, runtimeName, table, unique, withSpread } from "../text.mjs";

/** @typedef {import("../rivals.mjs").Rivals} Rivals */

const folder = join(resultsFolder, "rivals");

/** Every class of machine that was measured, the one of the other pages first. @returns {Rivals[]} */
export const storedRivals = () =>
  readdirSync(folder)
    .filter((name) => name.endsWith(".json"))
    .map((name) => JSON.parse(readFileSync(join(folder, name), "utf8")))
    .sort((a, b) => Number(b.host.class === mainClass) - Number(a.host.class === mainClass));

/** Why a cell of `inputsTable` has no figure. */
export const missingInputs = `\`${old}\` has no start time, and it rewrites the query, so its long URL differs from the given one.`;

const mainClass = "linux-x64-2-cores";
const libraries = [ours, sdk, `${sdk}, KeyObject`, old];

/** @param {Rivals} rivals */
const machine = (rivals) => `${rivals.host.cpu}, ${rivals.host.cores} cores, ${measuredAt(rivals)}`;

/** @param {Rivals} rivals @param {string} [only] a runtime */
export function inputsTable({ inputs }, only) {
  const rows = inputs
    .filter(({ runtime }) => only === undefined || runtime === only)
    .flatMap(({ runtime, results }) =>
      Object.entries(results).map(([kind, costs]) => [
        ...(only === undefined ? [runtimeName(runtime)] : []),
        kind,
        ...libraries.map((library) => {
          const cost = costs.find(({ subject }) => subject === library);
          return cost ? withSpread(cost.microseconds) : "–";
        }),
      ]),
    );
  const head = ["kind of input", ...libraries.map((library) => `${short(library)} [µs]`)];
  return only === undefined ? table(["runtime", ...head], rows, 2) : table(head, rows);
}

/** @param {Rivals} rivals */
function allocationsTable({ allocations }) {
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
const change = (value, base) => `${value < base ? "−" : "+"}${digits(Math.abs(value / base - 1) * 100)} %`;

/** The p95 of each size of the answer, and the change of the average. @param {Rivals} rivals @param {string} runtime */
export function answersTable({ payloads }, runtime) {
  const rows = payloads.filter((row) => row.runtime === runtime);
  const sizes = unique(rows.map(({ bytes }) => size(bytes)));
  const cells = unique(rows.map(({ variant }) => variant)).map((variant) => [
    short(variant),
    ...rows
      .filter((row) => row.variant === variant)
      .flatMap((row) => {
        const off = rows.find(({ bytes, variant }) => bytes === row.bytes && variant === "off");
        return [digits(row.p95), variant === "off" || !off ? "" : change(row.average, off.average)];
      }),
  ]);
  return table(["signing", ...sizes.flatMap((name) => [`${name}: p95 [ms]`, `${name}: average`])], cells);
}

/** @param {Rivals} rivals */
export function payloadsTable({ payloads }) {
  const rows = payloads.map((row) => {
    const off = payloads.find(
      ({ runtime, bytes, variant }) => runtime === row.runtime && bytes === row.bytes && variant === "off",
    );
    if (!off) throw new Error(`results/rivals has no server without signing in ${row.runtime}`);
    return [
      runtimeName(row.runtime),
      size(row.bytes),
      short(row.variant),
      ...[row.average, row.median, row.p95, row.p99].map(digits),
      row.variant === "off" ? "" : change(row.average, off.average),
      row.samples.toLocaleString("en"),
    ];
  });
  const head = [
    "runtime",
    "answer",
    "signing",
    "average [ms]",
    "median [ms]",
    "p95 [ms]",
    "p99 [ms]",
    "average, change",
    "samples",
  ];
  return table(head, rows, 3);
}

/** One row for each machine and runtime: a URL with an expiry time only. @param {readonly Rivals[]} all */
export function platformsTable(all) {
  const kind = "URL, only an expiry time";
  const rows = all.flatMap(({ host, inputs, versions }) =>
    inputs.map(({ runtime, results }) => [
      host.class,
      host.os,
      `${runtimeName(runtime)} (${versions[runtime]})`,
      ...libraries.map((library) => {
        const cost = results[kind]?.find(({ subject }) => subject === library);
        return cost ? withSpread(cost.microseconds) : "–";
      }),
    ]),
  );
  return table(
    ["machine", "system", "runtime", ...libraries.map((library) => `${short(library)} [µs]`)],
    rows,
    3,
  );
}

/** @param {import("../sizes.mjs").Sizes} sizes */
function sizeReasons({ packages }) {
  return packages
    .map(({ name, bytes, files, dependencies, gzipped }) => {
      const tree =
        dependencies.length === 0
          ? "no dependencies"
          : `dependencies: ${dependencies.map((one) => `\`${one.name}\` (${digits(one.bytes / 1000)} kB)`).join(", ")}`;
      return `- \`${name}\`: ${digits(bytes / 1000)} kB installed, ${files.toLocaleString("en")} files, ${tree}; ${digits(gzipped / 1000)} kB in a bundle, gzipped`;
    })
    .join("\n");
}

/** @param {Rivals[]} all @param {import("../raw.mjs").Build} build */
export function rivalsPage(all, { sizes }) {
  const [main] = all;
  if (!main) throw new Error("there are no results of the other libraries yet: npm run rivals");
  const machines = unique(all.map(({ host }) => host.class));
  return `<!-- Written by packages/benchmark/src/pages.mjs from results/rivals. Changes by hand are overwritten. -->

# This package beside the other libraries

${[...quickNote(main), `${machine(main)}. RSA-2048 with SHA-1, which every library has. Figures are medians; ± is the 95 % interval.`].join("\n")}

## By kind of input

One operation at a time in a warm process. The libraries take turns. \`${sdk}\` reads the PEM for each URL; *KeyObject* is the same with
a key that was parsed once. The other libraries sign on the calling thread. This package waits for a thread of WebCrypto, and the
process answers other requests meanwhile. The cookies have a wildcard. ${missingInputs}

${inputsTable(main)}

## What an operation allocates

Objects and bytes on the JavaScript heap, garbage included, counted by V8's profiler in Node.js ${main.versions.node24}: other work on
the machine changes nothing. The profiler turns off what the optimizing compiler would leave out, so a warm process allocates at most
as much. Keys and the bytes of signatures outside the heap are not counted. This package imports a key once in a process. The other
libraries cannot verify.

${allocationsTable(main)}

## A server that signs

Each answer has a body of that size, and a signed URL in its header \`Link\`. All servers get the same number of requests per second
(${unique(main.payloads.map(({ bytes, perSecond }) => `${size(bytes)}: ${perSecond}`)).join(", ")}). The change is that of the average
against the server that does not sign. *p95* is the time within which 95 % of the answers came.

${payloadsTable(main)}

## Machines

The time of one URL with an expiry time only. ${machines.length === 1 ? "Only one machine was measured so far. " : ""}The workflow \`benchmark\` adds the
rows of arm64, macOS and Windows: it runs \`npm run rivals\` there and keeps the file that belongs into \`results/rivals\`.

${platformsTable(all)}

## Size

${sizeReasons(sizes)}
`;
}
