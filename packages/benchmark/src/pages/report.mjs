// Writes the report beside the raw results: how it was measured, and every table.
import { measuredAt, measuredWith, quickNote, runtimeName } from "../text.mjs";
import {
  allocationsTable,
  answersTable,
  inputsTable,
  loadTable,
  missingInputs,
  runtimesTable,
} from "./libraries.mjs";
import { growthTable, operationsTable, sizeReasons } from "./tables.mjs";
import { wholeProcessTable } from "./whole-process.mjs";

/** @typedef {import("../raw.mjs").Raw} Raw */

/** A section for each runtime. @template {{ runtime: string }} One @param {readonly One[]} all @param {(one: One) => string} write */
const each = (all, write) =>
  all.map((one) => `### ${runtimeName(one.runtime)}\n\n${write(one)}`).join("\n\n");

/** @param {Raw} raw @param {import("../sizes.mjs").Sizes} sizes */
export function reportPage(raw, sizes) {
  const names = Object.keys(raw.versions).map((name) => `${runtimeName(name)} (${raw.versions[name]})`);
  const growing = [...new Set(raw.growth.map(({ runtime }) => runtime))].map((runtime) => ({ runtime }));
  const measured = [...new Set(raw.payloads.map(({ runtime }) => runtime))].map((runtime) => ({ runtime }));
  return `<!-- Written by packages/benchmark/src/pages.mjs from bench.json and sizes.json. Changes by hand are overwritten. -->

# Report of the run of ${raw.date.slice(0, 10)}

${[...quickNote(raw), `Measured with ${measuredWith(raw)}, ${measuredAt(raw)}; load average ${raw.host.load.map((load) => load.toFixed(1)).join(" before and ")} after.`].join("\n")}

Versions: ${names.join(", ")}.

[The raw results](bench.json) have every figure. What users ask for is in [Performance](../../../docs/performance.md), and not repeated here: when to use which, tips, scripts, the first URL and sizes.

## How it was measured

- Before anything is timed, \`node:crypto\` verifies every output of every row with the public key, in every runtime. The
  run also counts imports and signatures. A wrong output or count ends the run.
- Whole processes: hyperfine times them without a shell, in rounds of different order.
- One process: all subjects take turns in a random order, so that a slow moment of the machine affects all of them.
- Server: loadtest sends requests at fixed rates, even if the answers are slow, in three rounds.
- ± is the distance from the median to the farther end of its 95% confidence interval (order statistics). With fewer
  than six measurements it is the distance to the farthest measurement. *(once)* means a single measurement.

## Whole processes

- \`startup\` is an empty program. \`limit\` is the fastest way to make one signature per URL: it imports the key, signs
  prepared bytes with \`crypto.subtle\`, all at once, and makes no URL.
- Each row signs ${raw.wholeProcess.urls} different URLs with an RSA-2048 key, unless its name says otherwise.
- \`cloudfront-sign-webcrypto\` without a flag awaits one URL after the other, and passes a new key object in each call.
- \`--cache\` passes the same key object in each call. \`--parallel\` is \`Promise.all\`. \`--grant\` signs once for all URLs.
- \`--import-each\` forgets the key before each URL, to show the cost of an import.
- \`KeyObject\` is the AWS SDK with a key that is parsed once.

${wholeProcessTable(raw.wholeProcess)}

## Versions of Node.js, other runtimes, batches

A URL with an expiry time only, in a warm process. *WebCrypto alone* signs prepared bytes. The other libraries sign on the calling
thread, so a hundred at once take a hundred times as long.

${runtimesTable(raw)}

## By kind of input

One operation at a time in a warm process, RSA-2048 with SHA-1 unless the name says otherwise. ${missingInputs}

${each(measured, ({ runtime }) => inputsTable(raw, runtime))}

## Operations

mitata, one operation after the other in a warm process. Half of the times lie between p25 and p75. The other libraries cannot verify.

${each(raw.operations, operationsTable)}

## What an operation allocates

Objects and bytes on the JavaScript heap, garbage included, counted by V8's profiler in Node.js ${raw.versions.node24}: other work on
the machine changes nothing. The profiler turns off what the optimizing compiler would leave out, so a warm process allocates at most
as much. Keys and the bytes of signatures outside the heap are not counted. This package imports a key once in a process.

${allocationsTable(raw)}

## A server with another endpoint

A small HTTP server on loopback gets requests to \`/sign\` at a fixed rate, and 200 requests per second to \`/health\`, which signs
nothing. The load comes from the same machine, and each run is short. So compare the rows with each other, and do not take them for
the capacity of a server.

${loadTable(raw)}

## A server by the size of its answer

Each answer has a body of that size, and a signed URL in its header \`Link\`. The change is that of the average against the server
that does not sign. *p95* is the time within which 95% of the answers came.

${each(measured, ({ runtime }) => answersTable(raw, runtime))}

## From one URL to a million

Each cell is a process of its own. P-256; the grant has one RSA signature.

${each(growing, ({ runtime }) => growthTable(raw, runtime))}

## Dependencies

${sizeReasons(sizes)}
`;
}
