// Writes docs/benchmarks.md.
import { runtimeName } from "../charts.mjs";
import { criteria } from "../criteria.mjs";
import { digits, folded, table } from "../text.mjs";
import {
  growthSection,
  moreSections,
  operationsSection,
  overheadSection,
  serverSection,
  sizesSection,
} from "./one-process.mjs";
import { adviceSection, asFast, fasterSection, goalTable, missedLine } from "./summary.mjs";
import { old, sdk, wholeProcessSection } from "./whole-process.mjs";

/** @typedef {import("../raw.mjs").Raw} Raw */

/** @param {Raw} raw */
function quickNote({ isQuick }) {
  return isQuick
    ? "\n\n> **This was a quick run**: a few repetitions on a machine that did other things. It proves nothing."
    : "";
}

/** @param {string} name @param {string} alt */
const picture = (name, alt) =>
  `<picture><source media="(prefers-color-scheme: dark)" srcset="charts/${name}-dark.svg"><img src="charts/${name}-light.svg" alt="${alt}" width="640"></picture>`;

/** @param {Raw} raw @param {string} rawName */
export function benchmarksPage(raw, rawName) {
  const { date, commit, coreTree, isDirty, host, versions, seconds } = raw;
  const goals = criteria(raw);
  const link = `../packages/benchmark/results/${rawName}`;
  const versionRows = Object.entries(versions).map(([name, version]) => [name, version]);
  const isCost = (/** @type {import("../criteria.mjs").Criterion} */ { what }) =>
    what.endsWith("against raw");
  return `<!-- Written by packages/benchmark/src/pages.mjs from the raw results. Changes by hand are overwritten. -->

# Benchmarks

${host.cpu}, ${host.cores} cores, ${date.slice(0, 10)}. A figure is a median; ± and [brackets] are its 95 % interval. Where two intervals overlap, the page says
*no difference seen*. [How it was measured](#how-it-was-measured) says the rest.${quickNote(raw)}

## Is it faster than what I have?

${fasterSection(raw)}

### Where others are as fast, faster or smaller

Without \`--cache\`, this package imports the key for each URL, as the others do with a PEM; \`--parallel\` is \`Promise.all\`.

${asFast(raw)}

With a \`KeyObject\` that is made once, \`${sdk}\` does not parse the key again; its types do not offer that, and it works. It and
\`${old}\` are synchronous: no thread has to be woken, which saves some tens of microseconds when one URL is signed at a time, and
nothing else can go on meanwhile, which [the server](#a-server) shows.

## What does it cost beside the raw operation?

Time for a whole signed URL, or its verification, as times of \`crypto.subtle\` alone on bytes that are ready; 1.05x is 5 % more. *Serial* is one
at a time, *parallel* 100 at once. The targets are this package's own.

${goalTable(goals.filter(isCost))}

## What should I do?

${adviceSection(raw)}

## What this package has set itself

${missedLine(goals)} Beside those of the table above:

${goalTable(goals.filter((goal) => !isCost(goal)))}

The median alone says whether a target is met. *ahead* asks for intervals that do not overlap; its cells are ours : the other. \`--cache\` and the
like are explained under [whole processes](#whole-processes).

${folded(
  "Every target with its interval, and what the least program needs where it was missed",
  table(
    ["target", "runtime", "", "seen", "", "the least program, in this run"],
    goals.map(({ what, where, limit, seen, met, floor = "" }) => [
      what,
      runtimeName(where),
      limit,
      seen,
      met ? "met" : "**missed**",
      met ? "" : floor,
    ]),
    6,
  ),
)}

## How it was measured

Run of ${date.slice(0, 16).replace("T", " ")} UTC, ${Math.round(seconds / 60)} minutes, commit \`${commit.slice(0, 12)}\`${isDirty ? " with changes" : ""}${coreTree ? ` (\`packages/core\` is tree \`${coreTree.slice(0, 12)}\`)` : ""}.
${host.cpu}, ${host.cores} cores, ${digits(host.memoryBytes / 1e9)} GB of memory, ${host.os}, kernel ${host.kernel}; load average ${host.load.map((load) => load.toFixed(1)).join(" before and ")} after the run.
Every single figure: [${rawName}](${link}). \`npm run bench\` does all of it on your machine in less than 15 minutes,
\`npm run bench -- --quick\` shows in less than 3 that it works. \`packages/benchmark/bench.sh\` does the whole processes alone.

± is the larger side of the interval in which the true median lies with 95 % confidence: order statistics, no normal distribution
assumed. Of fewer than six measurements it is their range, which is worth less: the server has three rounds. *(once)* has no spread. The interval of
a difference or a ratio of two figures adds their sides as independent errors.

Before anything is timed, each subject's output is verified with \`node:crypto\` and the public key, in every runtime; a wrong one ends the run.

## Whole processes

${picture("whole-process", "Bar chart: time of whole processes per runtime")}

hyperfine, without a shell, on the real binaries. All sign the same URLs until the same moment with the same key. Without
\`--cache\` every URL comes with a key object of its own and so with an import of its own, as in the others. \`--parallel\` is \`Promise.all\`;
the others have no such thing. \`--grant\` is one signature for all. \`startup\` is an empty program, \`program\` the one that measures with nothing to sign; \`limit\` imports the key, and signs bytes
that are ready with \`crypto.subtle.sign\` at once, and makes no URL. The other limits are floors of single rows: \`limit-one\` (one import, one
signature) of \`--grant\`, \`limit-import\` (an import for each URL) of those without \`--cache\`. No limit loads a package, checks a key or a URL, or
makes text. *KeyObject* is the SDK with a key that is parsed once. Compiled code that Deno and Bun keep on disk is warm for all alike;
Node.js keeps none. All make canned policies except \`--grant\`, which
cannot, and \`${old}\`, which knows custom policies only.

${wholeProcessSection(raw)}

## What it costs beside the raw operation

${picture("per-url", "Bar chart: time per URL in a warm process")}

One process; the subjects take turns, in an order drawn anew for each round. *One at a time*: each operation is timed by itself. *raw* is
\`crypto.subtle.sign\` on bytes that are ready, no URL, no text. All others make the whole signed URL: check it, make the policy, encode it,
sign, encode the signature; when they verify, they read a URL of which nothing is known. *by hand* does the least of that which is right for this one URL. *raw again* is raw a second time: as far as it is from 1,
so far this measurement can be wrong. Times raw: the median of 20 blocks of the run and its 95 % interval.

${overheadSection(raw)}

## Operations

mitata, one process per runtime, one operation after the other: between two rows of which one may have had a slow moment of the machine, the tables
above tell more, in which they took turns. p50 is the median of all that were timed, and half of them lie between p25 and p75. Neither of the others can
verify. Heap bytes are what the heap has grown by, per operation; in Bun they are coarse. What takes less than 10 µs is
timed 256 at a time.

${operationsSection(raw)}

## Size

${sizesSection(raw)}

## Growth

${picture("growth", "Line chart: time per URL and peak memory from 1 to a million URLs")}

Each cell is a process of its own, warm before it is timed; its peak is of that one process, with the warm-up of 1,000 URLs at a time. \`signUrls\` takes URLs (a thousand different ones, over and over) from a generator and hands each on when it is signed, 64 at a time;
\`Promise.all\` holds everything until the end. Of long streams each part is one measurement, and between the parts
of \`signUrls\` the raw operation has its turns, on bytes that are ready and as many at a time. P-256; the grant has one RSA signature.
Deno takes so long for P-256 that its streams end at 100,000 and its \`Promise.all\` at 10,000.

${growthSection(raw)}

## A server

${picture("server", "Dot chart: 99th percentile of latency under load")}

A small HTTP service on loopback, three rounds, of which ± is the range: 20 connections ask \`/sign\` as fast as they can, one asks \`/health\` 200 times per second. Driven by autocannon
from the same machine, which therefore shares the processor: compare rows, do not read them as capacity. autocannon counts whole milliseconds. *off*
answers without signing.

${serverSection(raw)}

${moreSections(raw)}## Not comparable

- \`${old}\` makes custom policies only; signing costs the same, its URLs are longer.
- The others return at once and block; ours returns a promise. In a loop of \`await\`, the difference is the waking of a thread per URL.
- Where subjects take turns in one process, what one leaves to the garbage collector may be paid in the turn of another. The
  whole processes and the growth have no such turns.
- Start-up of Node.js, Bun and Deno differs more than most of what is measured; compare within a runtime.

## Versions

${table(["what", "version"], versionRows, 2)}
`;
}
