// The pages that show the results: docs/benchmarks.md and its charts as a whole, README.md and docs/performance.md between markers.
//
//   node src/pages.mjs          writes them from the newest raw results
//   node src/pages.mjs --check  says which differ from the raw results
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { digits } from "./chart.mjs";
import { charts, runtimeName } from "./charts.mjs";
import { criteria } from "./criteria.mjs";
import { newestRaw, resultsFolder } from "./raw.mjs";
import { figure, overlap } from "./stats.mjs";

/** @typedef {import("./raw.mjs").Raw} Raw */
/** @typedef {import("./raw.mjs").Figure} Figure */

const root = join(import.meta.dirname, "../../..");
const ours = "cloudfront-sign-webcrypto";
const [sdk, old] = ["@aws-sdk/cloudfront-signer", "aws-cloudfront-sign"];
const readmeMarkers = /** @type {const} */ (["<!-- benchmarks:start -->", "<!-- benchmarks:end -->"]);

/** @param {Figure} value */
const withSpread = ({ median, low, high }) => `${digits(median)} ± ${digits(Math.max(high - median, median - low))}`;

/** @param {string[]} head @param {(string | number)[][]} rows @param {number} [texts] columns of text, before those of figures */
function table(head, rows, texts = 1) {
  const line = (/** @type {(string | number)[]} */ cells) => `| ${cells.join(" | ")} |`;
  return [line(head), line(head.map((_, i) => (i < texts ? "---" : "---:"))), ...rows.map(line)].join("\n");
}

/** @param {string[]} values */
const unique = (values) => [...new Set(values)];

/** @param {number} bytes */
const kilobytes = (bytes) => `${digits(bytes / 1000)} kB`;

/** How one time stands to another. @param {Figure} mine @param {Figure} theirs */
export function compared(mine, theirs) {
  if (overlap(mine, theirs)) return "no difference seen";
  const times = theirs.median / mine.median;
  return times > 1 ? `${times.toFixed(2)}× as fast` : `**slower**, ${(1 / times).toFixed(2)}× the time`;
}

/** Milliseconds of whole processes. @param {Raw} raw */
function processes({ wholeProcess: { results } }) {
  return {
    runtimes: unique(results.map(({ runtime }) => runtime)),
    subjects: unique(results.map(({ subject }) => subject)),
    /** @param {string} runtime @param {string} subject */
    of(runtime, subject) {
      const row = results.find((result) => result.runtime === runtime && result.subject === subject);
      return figure((row?.times ?? []).map((time) => time * 1000));
    },
  };
}

/** @param {Raw} raw */
function quickNote({ isQuick }) {
  return isQuick ? "\n\n> **This was a quick run**: a few repetitions on a machine that did other things. It proves nothing." : "";
}

/** The README's short table. @param {Raw} raw */
function readmeBlock(raw) {
  const { runtimes, subjects, of } = processes(raw);
  const { date, host, wholeProcess } = raw;
  const head = [`whole process, ${wholeProcess.urls} URLs`, ...runtimes.map((runtime) => `${runtimeName(runtime)} [ms]`)];
  const shown = subjects.filter((subject) => subject !== "program");
  const rows = shown.map((subject) => [`\`${subject}\``, ...runtimes.map((runtime) => withSpread(of(runtime, subject)))]);
  return [
    table(head, rows),
    "",
    `Medians and 95 % intervals of whole processes, one RSA-2048 key, SHA-1; \`startup\` is an empty program, \`limit\` is`,
    `\`crypto.subtle.sign\` alone on ready bytes. ${date.slice(0, 10)}, ${host.cpu}, ${host.cores} cores${raw.isQuick ? ", a quick run" : ""}.`,
    "Everything else, also where others are as fast: [docs/benchmarks.md](docs/benchmarks.md); what to do for speed:",
    "[docs/performance.md](docs/performance.md).",
  ].join("\n");
}

/** @param {Raw} raw @param {string} runtime */
const withVersion = ({ versions }, runtime) =>
  `${runtimeName(runtime).split(" ")[0]} ${versions[runtime === "node" ? "node24" : runtime] ?? ""}`;

/** @param {Raw} raw */
function wholeProcessSection(raw) {
  const { runtimes, subjects, of } = processes(raw);
  const parts = runtimes.map((runtime) => {
    const startup = of(runtime, "startup");
    const rows = subjects.map((subject) => {
      const time = of(runtime, subject);
      const net = subject === "startup" ? "" : digits(time.median - startup.median);
      const isOurs = subject.startsWith(ours);
      return [
        `\`${subject}\``,
        withSpread(time),
        net,
        isOurs ? compared(time, of(runtime, sdk)) : "",
        isOurs ? compared(time, of(runtime, old)) : "",
      ];
    });
    const head = ["subject", "median [ms]", "without start-up [ms]", `against \`${sdk}\``, `against \`${old}\``];
    return `### ${withVersion(raw, runtime)}\n\n${table(head, rows)}`;
  });
  return parts.join("\n\n");
}

/** @param {Raw} raw */
function overheadSection({ overhead }) {
  const parts = unique(overhead.flatMap(({ results }) => Object.keys(results))).map((key) => {
    const rows = overhead.flatMap(({ runtime, results }) =>
      Object.entries(results[key] ?? {}).flatMap(([mode, costs]) =>
        costs.map(({ subject, microseconds, ratio }) => {
          const verdict = subject === "raw" ? "" : overlap(ratio, figure([1])) ? "no difference seen" : "";
          const times = `${ratio.median.toFixed(3)} [${ratio.low.toFixed(3)}, ${ratio.high.toFixed(3)}]`;
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
    return `### ${key}\n\n${table(["runtime", "mode", "subject", "µs per URL", "times raw", ""], rows, 3)}`;
  });
  const grants = overhead.map(({ runtime, grant }) => [runtimeName(runtime), withSpread(grant)]);
  return [...parts, `### \`grant.signUrl\`\n\n${table(["runtime", "µs per URL"], grants)}`].join("\n\n");
}

/** Nanoseconds as microseconds. @param {number} nanoseconds */
const us = (nanoseconds) => digits(nanoseconds / 1000);

/** @param {Raw} raw */
function operationsSection({ operations }) {
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
      return `<details><summary>${runtimeName(runtime).split(" ")[0]} ${version}</summary>\n\n${table(head, rows, 3)}\n\n</details>`;
    })
    .join("\n\n");
}

/** @param {Raw} raw */
function sizesSection({ sizes: { packages, importTimes } }) {
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
      withSpread(importTimes.find((one) => one.module === module && one.runtime === runtime)?.milliseconds ?? figure([])),
    ),
  ]);
  return [
    table(["package", "installed", "files", "dependencies", "bundled, minified", "gzipped"], rows),
    "",
    "Installed: all files of the package and of its dependencies. Bundled: what signs (ours: `createCloudFrontSigner`), by esbuild.",
    "These are counts of one build and have no spread.",
    "",
    table(["first import in a fresh process", ...runtimes.map((runtime) => `${runtimeName(runtime)} [ms]`)], times),
  ].join("\n");
}

/** @param {Raw} raw */
function growthSection({ growth }) {
  const modes = unique(growth.map(({ mode }) => mode));
  return unique(growth.map(({ runtime }) => runtime))
    .map((runtime) => {
      const rows = growth.filter((row) => row.runtime === runtime);
      const counts = [...new Set(rows.map(({ count }) => count))];
      const cells = counts.map((count) => [
        count.toLocaleString("en"),
        ...modes.flatMap((mode) => {
          const { microseconds, peakBytes, problem = "–" } = rows.find((row) => row.mode === mode && row.count === count) ?? {};
          return microseconds ? [withSpread(microseconds), digits((peakBytes ?? 0) / 1e6)] : [problem, ""];
        }),
      ]);
      const head = ["URLs", ...modes.flatMap((mode) => [`${mode} [µs per URL]`, "peak [MB]"])];
      return `### ${runtimeName(runtime)}\n\n${table(head, cells, 0)}`;
    })
    .join("\n\n");
}

/** autocannon counts whole milliseconds. @param {Figure} value */
const milliseconds = (value) => (value.median < 1 && value.high < 1 ? "< 1" : withSpread(value));

/** @param {Raw} raw */
function serverSection({ server }) {
  const rows = server.map(({ runtime, variant, requests, p50, p99, health }) => [
    runtimeName(runtime),
    variant,
    withSpread(requests),
    milliseconds(p50),
    milliseconds(p99),
    milliseconds(health),
  ]);
  return table(["runtime", "signing", "requests per second", "p50 of /sign [ms]", "p99 of /sign [ms]", "p99 of /health [ms]"], rows, 2);
}

/** Where a rival is as fast as we are, or faster, in so many words. @param {Raw} raw */
function asFast(raw) {
  const { runtimes, subjects, of } = processes(raw);
  const found = [];
  for (const runtime of runtimes) {
    for (const subject of subjects.filter((name) => name.startsWith(ours))) {
      for (const rival of [sdk, old]) {
        const [mine, theirs] = [of(runtime, subject), of(runtime, rival)];
        if (mine.high < theirs.low) continue;
        const verdict = overlap(mine, theirs)
          ? "no difference seen"
          : `the other is faster, ${digits(theirs.median)} against ${digits(mine.median)} ms`;
        found.push(`- whole process, ${runtimeName(runtime)}, \`${subject}\` and \`${rival}\`: ${verdict}`);
      }
    }
  }
  for (const { runtime, results } of raw.overhead) {
    const costs = results["RSA-2048, SHA-1"]?.serial ?? [];
    const mine = costs.find(({ subject }) => subject === ours);
    for (const { subject, microseconds } of costs.filter((one) => one.subject.startsWith(sdk) || one.subject === old)) {
      if (!mine || mine.microseconds.high < microseconds.low) continue;
      const verdict = overlap(mine.microseconds, microseconds)
        ? "no difference seen"
        : `the other is faster, ${digits(microseconds.median)} against ${digits(mine.microseconds.median)} µs`;
      found.push(`- one URL at a time in a warm process, ${runtimeName(runtime)}, \`${subject}\`: ${verdict}`);
    }
  }
  return found.length > 0 ? found.join("\n") : "Nowhere in this run.";
}

/** @param {string} name @param {string} alt */
const picture = (name, alt) =>
  `<picture><source media="(prefers-color-scheme: dark)" srcset="charts/${name}-dark.svg"><img src="charts/${name}-light.svg" alt="${alt}" width="640"></picture>`;

/** @param {Raw} raw @param {string} rawName */
function benchmarksPage(raw, rawName) {
  const { date, commit, isDirty, host, versions, seconds } = raw;
  const goals = criteria(raw);
  const link = `../packages/benchmark/results/${rawName}`;
  const versionRows = Object.entries(versions).map(([name, version]) => [name, version]);
  return `<!-- Written by packages/benchmark/src/pages.mjs from the raw results. Changes by hand are overwritten. -->

# Benchmarks

\`npm run bench\` does all of this on your machine in less than 15 minutes, \`npm run bench -- --quick\` shows in less than 3 that it works.
\`packages/benchmark/bench.sh\` does the whole processes alone.${quickNote(raw)}

Run of ${date.slice(0, 16).replace("T", " ")} UTC, ${Math.round(seconds / 60)} minutes. Commit \`${commit.slice(0, 12)}\`${isDirty ? " with changes" : ""}. ${host.cpu}, ${host.cores} cores,
${digits(host.memoryBytes / 1e9)} GB of memory, ${host.os}, kernel ${host.kernel}; load average ${host.load.map((load) => load.toFixed(1)).join(" before and ")} after the run.
Every single figure: [${rawName}](${link}).

How to read it: a figure is a median, and ± is the larger side of the interval in which the true median lies with 95 % confidence (order
statistics, no normal distribution assumed). Where two intervals overlap, the page says *no difference seen*. Before anything is timed, each
subject's output is verified with \`node:crypto\` and the public key, in every runtime; a wrong one ends the run.

## Where others are as fast, or faster

${asFast(raw)}

With a \`KeyObject\` that is made once, \`${sdk}\` does not parse the key again; its types do not offer that, and it works. It and
\`${old}\` are synchronous: no thread has to be woken, which saves a few microseconds when one URL is signed at a time and nothing
else goes on, and nothing else can go on meanwhile, which the server below shows.

## Whole processes

${picture("whole-process", "Bar chart: time of whole processes per runtime")}

hyperfine, without a shell, on the real binaries. All sign the same URLs until the same moment with the same key. Without
\`--cache\` every URL comes with a key object of its own and so with an import of its own, as in the others. \`--parallel\` is \`Promise.all\`;
the others have no such thing. \`--grant\` is one signature for all. \`startup\` is an empty program, \`program\` the one that measures with nothing to sign; \`limit\` imports the key, and signs bytes
that are ready with \`crypto.subtle.sign\` at once, and makes no URL. All make canned policies except \`--grant\`, which
cannot, and \`${old}\`, which knows custom policies only.

${wholeProcessSection(raw)}

## What it costs beside the raw operation

${picture("per-url", "Bar chart: time per URL in a warm process")}

One process; the subjects take turns, in an order drawn anew for each round. *One at a time*: each operation is timed by itself. *raw* is
\`crypto.subtle.sign\` on bytes that are ready, no URL, no text. All others make the whole signed URL: check it, make the policy, encode it,
sign, encode the signature. *by hand* does the least of that which is right for this one URL. *raw again* is raw a second time: as far as it is from 1,
so far this measurement can be wrong. Times raw: the median of 20 blocks of the run and its 95 % interval.

${overheadSection(raw)}

## Operations

mitata, one warm process per runtime. Heap bytes are what the heap has grown by, per operation; in Bun they are coarse. What takes less than 10 µs is
timed 256 at a time.

${operationsSection(raw)}

## Size

${sizesSection(raw)}

## Growth

${picture("growth", "Line chart: time per URL and peak memory from 1 to a million URLs")}

Each cell is a process of its own, warm before it is timed. \`signUrls\` takes URLs (a thousand different ones, over and over) from a generator and hands each on when it is signed, 64 at a time;
\`Promise.all\` holds everything until the end. Of long streams each twentieth is one measurement. P-256; the grant has one RSA signature.
Deno takes so long for P-256 that its streams end at 100,000 and its \`Promise.all\` at 10,000.

${growthSection(raw)}

## A server

${picture("server", "Dot chart: 99th percentile of latency under load")}

A small HTTP service on loopback: 20 connections ask \`/sign\` as fast as they can, one asks \`/health\` 200 times per second. Driven by autocannon
from the same machine, which therefore shares the processor: compare rows, do not read them as capacity. autocannon counts whole milliseconds. *off*
answers without signing.

${serverSection(raw)}

## What this package has set itself

${table(
  ["goal", "runtime", "at most", "seen", ""],
  goals.map(({ what, where, limit, seen, met }) => [what, runtimeName(where), limit, seen, met ? "met" : "**missed**"]),
  2,
)}

${goals.filter(({ met }) => met).length} of ${goals.length} met.

## Not comparable

- \`${old}\` makes custom policies only; signing costs the same, its URLs are longer.
- The others return at once and block; ours returns a promise. In a loop of \`await\`, the difference is the waking of a thread per URL.
- Start-up of Node.js, Bun and Deno differs more than most of what is measured; compare within a runtime.

## Versions

${table(["what", "version"], versionRows, 2)}
`;
}

/** Nanoseconds of an operation as a figure in microseconds. @param {Raw} raw @param {string} group @param {string} name @param {string} by */
function operation({ operations }, group, name, by) {
  const found = operations
    .find(({ runtime }) => runtime === "node24")
    ?.results.find((one) => one.group === group && one.name === name && one.by === by);
  const { p25 = Number.NaN, p50 = Number.NaN, p75 = Number.NaN, samples = 0 } = found ?? {};
  return { median: p50 / 1000, low: p25 / 1000, high: p75 / 1000, n: samples };
}

/** The gain of each tip in docs/performance.md, by the name in its marker. @param {Raw} raw @returns {Record<string, string>} */
function gains(raw) {
  const { of } = processes(raw);
  const { tips, server } = raw;
  const imported = operation(raw, "import a key", "RSA, PKCS#8 PEM", ours);
  const rsa = operation(raw, "sign", "RSA, canned", ours);
  const ec = operation(raw, "sign", "P-256, canned", ours);
  const perGrant = raw.overhead.find(({ runtime }) => runtime === "node24")?.grant ?? figure([]);
  /** @param {Figure} value @param {string} unit */
  const told = (value, unit) => `${withSpread(value)} ${unit}`;
  /** @param {string} variant */
  const load = (variant) => server.find((row) => row.runtime === "node24" && row.variant === variant);
  const [sdkLoad, rsaLoad] = [load("aws-sdk"), load("ours, RSA")];
  /** @param {Record<string, Figure>} values @param {string} head */
  const listed = (values, head) =>
    table(
      [head, "µs per URL, Node.js 24"],
      Object.entries(values).map(([name, value]) => [name, withSpread(value)]),
    );
  const none = figure([]);
  return {
    "import-once": `Measured, Node.js 24: an import takes ${told(imported, "µs")}, a signature ${told(rsa, "µs")}. A process that signs 100 URLs: ${told(of("node", ours), "ms")} with an import for each, ${told(of("node", `${ours} --cache`), "ms")} with one (${compared(of("node", `${ours} --cache`), of("node", ours))}).`,
    grant: `Measured, Node.js 24: ${told(perGrant, "µs")} per URL, against ${told(rsa, "µs")} for a signature of its own.`,
    p256: `Measured, one at a time, Node.js 24: ${told(ec, "µs")} with P-256, ${told(rsa, "µs")} with RSA-2048 (${compared(ec, rsa)}).`,
    window: `Counted: ${tips.window.requests} requests for one image within an hour gave ${tips.window.without} different URLs without a window, ${tips.window.with} with one of an hour. A count has no spread.`,
    concurrency: `Measured with \`signUrls\`, RSA, 64 URLs, ${raw.host.cores} cores:\n\n${listed(tips.concurrency, "concurrency")}`,
    threads: `Measured, RSA, 64 URLs at once, ${raw.host.cores} cores:\n\n${listed(tips.threads, "UV_THREADPOOL_SIZE")}`,
    server: `Measured, Node.js 24, \`/sign\` saturated: p99 of \`/health\` ${milliseconds(rsaLoad?.health ?? none)} ms and ${told(rsaLoad?.requests ?? none, "signatures per second")} with this package, ${milliseconds(sdkLoad?.health ?? none)} ms and ${told(sdkLoad?.requests ?? none, "per second")} with \`${sdk}\` (${compared(rsaLoad?.health ?? none, sdkLoad?.health ?? none)}).`,
  };
}

/** @param {string} page @param {string} name the file's @param {readonly [string, string]} markers @param {string} content */
function between(page, name, [start, end], content) {
  const from = page.indexOf(start);
  const to = page.indexOf(end, from);
  if (from < 0 || to < 0) throw new Error(`${name} lacks the markers ${start} and ${end}, between which the results belong`);
  return `${page.slice(0, from + start.length)}\n${content}\n${page.slice(to)}`;
}

/** Throws when README.md has no place for the table. */
export function checkMarkers() {
  between(readFileSync(join(root, "README.md"), "utf8"), "README.md", readmeMarkers, "");
}

/** All that is written from raw results, by its path from the top level. @param {Raw} raw @param {string} rawName @returns {Record<string, string>} */
function pages(raw, rawName) {
  const [readme, performance] = ["README.md", "docs/performance.md"].map((name) => readFileSync(join(root, name), "utf8"));
  let tips = performance ?? "";
  for (const [name, content] of Object.entries(gains(raw))) {
    tips = between(tips, "docs/performance.md", [`<!-- measured:${name} -->`, "<!-- /measured -->"], content);
  }
  /** @type {Record<string, string>} */
  const files = { "docs/benchmarks.md": benchmarksPage(raw, rawName), "docs/performance.md": tips };
  for (const [name, svg] of Object.entries(charts(raw))) files[`docs/charts/${name}`] = svg;
  // A quick run has nothing to say there, and needs no place for it.
  if (!raw.isQuick || readme?.includes(readmeMarkers[0]))
    files["README.md"] = between(readme ?? "", "README.md", readmeMarkers, readmeBlock(raw));
  return files;
}

/** @param {Raw} raw @param {string} rawFile @param {string} target folder @returns {string[]} what was written */
export function writePages(raw, rawFile, target) {
  return Object.entries(pages(raw, basename(rawFile))).map(([name, content]) => {
    const file = join(target, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
    return file;
  });
}

/** The files that are not what the newest raw results say. @returns {string[]} */
export function differing() {
  const { name, raw } = newestRaw();
  return Object.entries(pages(raw, name))
    .filter(([file, content]) => !existsSync(join(root, file)) || readFileSync(join(root, file), "utf8") !== content)
    .map(([file]) => file);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  if (process.argv[2] === "--check") {
    const found = differing();
    for (const file of found) console.log(`${file} differs from the raw results: npm run pages, in packages/benchmark`);
    process.exitCode = found.length ? 1 : 0;
  } else {
    const { name, raw } = newestRaw();
    for (const file of writePages(raw, join(resultsFolder, name), root)) console.log(file.replace(`${root}/`, ""));
  }
}
