// Writes docs/benchmarks.md, for readers who choose a library. Everything else is in the report.
import { criteria } from "../criteria.mjs";
import { sections } from "../sections.mjs";
import { digits, measuredAt, picture, runtimeName } from "../text.mjs";
import { adviceSection, costSection, fasterSection, othersSection } from "./questions.mjs";
import { inputsTable, missingInputs, storedRivals } from "./rivals.mjs";
import { sectionTable, serverTable, sizesTable } from "./tables.mjs";
import { wholeProcessTable } from "./whole-process.mjs";

/** @typedef {import("../raw.mjs").Raw} Raw */

/** @param {Raw} raw */
const measuredSections = (raw) =>
  sections
    .filter(({ name }) => name !== "hostile" && raw.sections[name]?.length)
    .map((section) => `### ${section.heading}\n\n${section.intro}\n\n${sectionTable(raw, section)}`)
    .join("\n\n");

/**
 * @param {Raw} raw
 * @param {import("../build.mjs").Build} build
 * @param {{ raw: string, report: string }} files names of the raw results and of the report
 */
export function benchmarksPage(raw, build, files) {
  const { date, commit, coreTree, isDirty, isQuick, host, versions, seconds, wholeProcess } = raw;
  const goals = criteria(raw);
  const results = "../packages/benchmark/results";
  const quick = isQuick
    ? "\n\n> **This was a quick run** on a machine that did other work. It shows that everything works, and proves nothing."
    : "";
  const names = Object.keys(versions).map((name) => `${runtimeName(name)} (${versions[name]})`);
  const [rivals] = storedRivals();
  if (!rivals) throw new Error("there are no results of the other libraries yet: npm run rivals");
  return `<!-- Written by packages/benchmark/src/pages.mjs from the raw results. Changes by hand are overwritten. -->

# Benchmarks

A *grant* is one signature for all URLs that match a wildcard pattern. Whoever has
one of these URLs can open all of them.

${host.cpu}, ${host.cores} cores, Node.js ${raw.versions.node24}, ${measuredAt(raw, build)}. Figures are medians; ± is the 95 % interval. *No difference seen* means that two
intervals overlap.${quick}

${picture("charts", "whole-process", "Bar chart: a script that signs 100 URLs and exits")}

${picture("charts", "per-url", "Bar chart: time per URL in a warm process")}

${picture("charts", "server", "Bar chart: signed URLs per second that a server keeps up with")}

${picture("charts", "server-load", "Line chart: the slowest 1 % of the answers of a server by offered load")}

${picture("charts", "growth", "Line chart: time per URL and peak memory from 1 to a million URLs")}

## Is it faster than what I have?

${fasterSection(raw)}

### Where others are as fast, faster or smaller

${othersSection(raw, build.sizes)}

The AWS SDK and \`aws-cloudfront-sign\` sign synchronously. So they do not have to wake a thread for each URL, but nothing else
in the process runs during a signature: [the server](#server) shows what this costs at high rates. In this package every signature is a promise.
\`aws-cloudfront-sign\` makes custom policies only, so its URLs are longer. It signs with P-256, but has no SHA-256.

## What does it cost compared with the raw operation?

${costSection(raw)}

## What should I do?

${adviceSection(raw)}

## Tables

### Whole processes

- \`startup\` is an empty program. \`limit\` is the fastest way to make one signature per URL: it imports the key, signs prepared bytes with
  \`crypto.subtle\`, all at once, and makes no URL.
- Each row signs ${wholeProcess.urls} different URLs with an RSA-2048 key, unless its name says otherwise.
- \`cloudfront-sign-webcrypto\` without a flag awaits one URL after the other, and passes a new key object in each call.
- \`--cache\` passes the same key object in each call. \`--parallel\` is \`Promise.all\`. \`--grant\` signs once for all URLs.
- \`--import-each\` forgets the key before each URL, to show the cost of an import.
- \`KeyObject\` is the AWS SDK with a key that is parsed once. The types of the SDK do not allow this, but it works. The SDK does
  not document P-256 keys either, but signs with them if \`algorithm\` is \`"SHA256"\`.

${wholeProcessTable(wholeProcess)}

### By kind of input

One operation at a time in a warm process, Node.js 24, RSA-2048, microseconds (${measuredAt(rivals, build)}). The other libraries sign on the
calling thread; in this package the process answers other requests meanwhile. ${missingInputs} [The report of the other libraries](${results}/rivals/rivals.md)
has Bun and Deno, what an operation allocates, the answers of a server with 1 kB, 100 kB and 2 MB, and every machine that was measured.

${inputsTable(rivals, "node24")}

### Server

A small HTTP server on loopback gets requests to \`/sign\` at a fixed rate, even if its answers are slow. It also gets 200
requests per second to \`/health\`, which signs nothing. The server *keeps up* with a rate if it answers 99 % of the requests to
\`/sign\` within 100 ms. The test doubles the rate until the server no longer keeps up. Then it tries one rate in between, such as
1,131 between 800 and 1,600. The first columns show the highest rate that the server keeps up with. The last columns show the
99th percentile of \`/health\`, at the same rate in all rows. The load comes from the same machine, and each run is
short. So compare the rows with each other, and do not take them for the capacity of a server:
[how many servers you need](scale.md#how-many) has another measurement, on one core.

${serverTable(raw)}

${measuredSections(raw)}

### Size

*Installed*: all files of the package and of its dependencies. *Bundled*: the functions that sign, bundled with esbuild. These
sizes are those of the current build: \`npm run check\` fails when one is wrong by more than 2 %.

${picture("charts", "sizes", "Bar chart: installed and bundled size of each library, with its dependencies")}

${sizesTable(build.sizes)}

## How it was measured

- Run of ${date.slice(0, 16).replace("T", " ")} UTC, ${Math.round(seconds / 60)} minutes, commit \`${commit.slice(0, 12)}\`${isDirty ? " with changes" : ""}, \`packages/core\` is tree \`${coreTree.slice(0, 12)}\`.
- ${host.cpu}, ${host.cores} cores, ${digits(host.memoryBytes / 1e9)} GB of memory, ${host.os}, kernel ${host.kernel}; load average ${host.load.map((load) => load.toFixed(1)).join(" before and ")} after.
- Before anything is timed, \`node:crypto\` verifies every output of every row with the public key, in every runtime. The
  run also counts imports and signatures. A wrong output or count ends the run.
- Whole processes: hyperfine times them without a shell, in rounds of different order.
- One process: all subjects take turns in a random order, so that a slow moment of the machine affects all of them.
- Server: loadtest sends requests at fixed rates, up to the rate at which the server no longer keeps up, in three rounds.
- ± is the distance from the median to the farther end of its 95 % confidence interval (order statistics). With fewer
  than six measurements it is the distance to the farthest measurement. *(once)* means a single measurement.
- The start-up time differs much between runtimes. So compare whole processes within one runtime only.
- The package met ${goals.filter(({ met }) => met).length} of the ${goals.length} performance targets of this project. [The report](${results}/${files.report}) lists them, with every race and
  operation. [The raw results](${results}/${files.raw}) have every figure.
- To measure on your machine: \`npm run bench\` (20 minutes), \`npm run bench -- --quick\` (a few minutes, to see that it works), or
  \`packages/benchmark/bench.sh\` (whole processes only).

- Versions: ${names.join(", ")}.
`;
}
