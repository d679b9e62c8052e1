// Writes the report beside the raw results: the targets that this project sets itself, how it measures, and every table.
import { criteria } from "../criteria.mjs";
import { sections } from "../sections.mjs";
import { measuredAt, picture, runtimeName, table, unique } from "../text.mjs";
import {
  costTable,
  growthTable,
  loadTable,
  operationsTable,
  raceTable,
  sectionTable,
  serverTable,
} from "./tables.mjs";
import { wholeProcessTable } from "./whole-process.mjs";

/** @typedef {import("../raw.mjs").Raw} Raw */

/** @param {Raw} raw */
function targets(raw) {
  const found = criteria(raw);
  const met = found.filter((one) => one.met).length;
  const rows = found.map((one) => [
    one.what.replace("|", "\\|"),
    runtimeName(one.where),
    one.limit,
    one.seen,
    one.met ? "met" : "**missed**",
  ]);
  return `${met} of ${found.length} were met. The median decides; *ahead* also requires intervals that do not overlap.

${table(["target", "runtime", "", "seen", ""], rows, 5)}`;
}

/** What hyperfine says about the last round. @param {Raw["wholeProcess"]} wholeProcess */
const ownSummaries = ({ summaries = {} }) =>
  Object.entries(summaries)
    .map(
      ([runtime, text]) =>
        `## Whole processes in ${runtimeName(runtime)}, in hyperfine's words\n\n\`\`\`text\n${text}\n\`\`\`\n\n`,
    )
    .join("");

/** @param {Raw} raw @param {string} rawName */
export function reportPage(raw, rawName) {
  const races = unique(raw.overhead.flatMap(({ results }) => Object.keys(results)));
  const growing = unique(raw.growth.map(({ runtime }) => runtime));
  const names = Object.keys(raw.versions).map((name) => `${runtimeName(name)} (${raw.versions[name]})`);
  const chart = (/** @type {string} */ name, /** @type {string} */ alt) =>
    picture("../../../docs/charts", name, alt);
  return `<!-- Written by packages/benchmark/src/pages.mjs from ${rawName}. Changes by hand are overwritten. -->

# Report of the run of ${raw.date.slice(0, 10)}${raw.isQuick ? " (a quick run, which proves nothing)" : ""}

${raw.host.cpu}, ${raw.host.cores} cores, ${measuredAt(raw)}; load average ${raw.host.load.map((load) => load.toFixed(1)).join(" before and ")} after.

Versions: ${names.join(", ")}.

[The raw results](${rawName}) have every figure. [Performance](../../../docs/performance.md) shows what users ask for.

## How it was measured

- Before anything is timed, \`node:crypto\` verifies every output of every row with the public key, in every runtime. The
  run also counts imports and signatures. A wrong output or count ends the run.
- Whole processes: hyperfine times them without a shell, in rounds of different order.
- One process: all subjects take turns in a random order, so that a slow moment of the machine affects all of them.
- Server: loadtest sends requests at fixed rates, up to the rate at which the server no longer keeps up, in three rounds.
- ± is the distance from the median to the farther end of its 95 % confidence interval (order statistics). With fewer
  than six measurements it is the distance to the farthest measurement. *(once)* means a single measurement.

## Targets

${targets(raw)}

## Whole processes

- \`startup\` is an empty program. \`limit\` is the fastest way to make one signature per URL: it imports the key, signs
  prepared bytes with \`crypto.subtle\`, all at once, and makes no URL.
- Each row signs ${raw.wholeProcess.urls} different URLs with an RSA-2048 key, unless its name says otherwise.
- \`cloudfront-sign-webcrypto\` without a flag awaits one URL after the other, and passes a new key object in each call.
- \`--cache\` passes the same key object in each call. \`--parallel\` is \`Promise.all\`. \`--grant\` signs once for all URLs.
- \`--import-each\` forgets the key before each URL, to show the cost of an import.
- \`KeyObject\` is the AWS SDK with a key that is parsed once.

${wholeProcessTable(raw.wholeProcess)}

${ownSummaries(raw.wholeProcess)}## Compared with WebCrypto alone

Each cell is the time of this package divided by the time of \`crypto.subtle\` alone on prepared bytes: 1.05x is 5 % more
time. The number in parentheses compares this package with a program that does the same work, written by hand for this one
input: below 1x, this package is faster. \`restrictViewerAccess\` checks a request before a server or a Worker answers it.

${costTable(raw)}

${chart("per-url", "Bar chart: time per URL in a warm process")}

## Races

All subjects take turns in one process. *raw* is the WebCrypto operation on prepared bytes, or a copy of the prepared output.
*raw again* is the same a second time: its distance from 1 is the error of the method. *by hand* is the least code that
does the same work for this input.

${races.map((race) => `### ${race}\n\n${raceTable(raw, race)}`).join("\n\n")}

## Server

A small HTTP server on loopback gets requests to \`/sign\` at a fixed rate, even if its answers are slow. It also gets 200
requests per second to \`/health\`, which signs nothing. The server *keeps up* with a rate if it answers 99 % of the requests
to \`/sign\` within 100 ms. The test doubles the rate until the server no longer keeps up. Then it tries one rate in between.
The first columns show the highest rate that the server keeps up with. The last columns show the 99th percentile of
\`/health\`, at the same rate in all rows. The load comes from the same machine, and each run is short. So compare the rows
with each other, and do not take them for the capacity of a server.

${serverTable(raw)}

${chart("server", "Bar chart: signed URLs per second that a server keeps up with")}

${chart("server-load", "Line chart: the slowest 1 % of the answers of a server by offered load")}

Every offered rate:

${loadTable(raw)}

## Growth

Each cell is a process of its own. P-256; the grant has one RSA signature.

${chart("growth", "Line chart: time per URL and peak memory from 1 to a million URLs")}

${growing.map((runtime) => `### ${runtimeName(runtime)}\n\n${growthTable(raw, runtime)}`).join("\n\n")}

## Operations

mitata, one operation after the other in a warm process. Half of the times lie between p25 and p75.

${raw.operations.map((one) => `### ${runtimeName(one.runtime)}\n\n${operationsTable(one)}`).join("\n\n")}

${sections
  .filter(({ name }) => raw.sections[name]?.length)
  .map((section) => `## ${section.heading}\n\n${section.intro}\n\n${sectionTable(raw, section)}\n`)
  .join("\n")}`;
}
