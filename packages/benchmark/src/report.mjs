// npm run bench [-- --quick]: measures everything and writes the raw results, the pages and the charts. A quick run leaves all of it in
// out/, a full run where it is kept: results/, docs/ and README.md.
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { arch, cpus, loadavg, platform, release, totalmem } from "node:os";
import { join } from "node:path";
import { run } from "@cloudfront-sign-webcrypto/runtimes/run";
import { criteria, criteriaText } from "./criteria.mjs";
import { serverLoad } from "./load.mjs";
import { makeFixture } from "./make-fixture.mjs";
import { checkMarkers, writePages } from "./pages.mjs";
import { resultsFolder } from "./raw.mjs";
import { available, runScript } from "./runtimes.mjs";
import { sections } from "./sections.mjs";
import { sizes } from "./sizes.mjs";

const args = process.argv.slice(2);
const isQuick = args.includes("--quick");
const unknown = args.filter((arg) => arg !== "--quick");
if (unknown.length > 0) {
  console.error(`unknown: ${unknown.join(" ")}. There is only --quick`);
  process.exit(2);
}
const folder = join(import.meta.dirname, "..");
const root = join(folder, "../..");
const started = performance.now();
const all = available(["node20", "node22", "node24", "node26", "bun", "deno"]);
const main = all.filter((name) => ["node24", "bun", "deno"].includes(name));
if (!isQuick) {
  // Better now than after a quarter of an hour.
  try {
    checkMarkers();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
}

/** @param {string} text */
const say = (text) => console.error(`${`${Math.round((performance.now() - started) / 1000)} s`.padStart(6)}  ${text}`);

/** @param {string} command @param {...string} rest */
const output = (command, ...rest) => execFileSync(command, rest, { cwd: root, encoding: "utf8" }).trim();

function osName() {
  try {
    return /^PRETTY_NAME="?(.*?)"?$/m.exec(readFileSync("/etc/os-release", "utf8"))?.[1] ?? platform();
  } catch {
    return `${platform()} ${release()}`;
  }
}

/** @param {string} name */
const versionOf = (name) => JSON.parse(readFileSync(join(folder, "node_modules", name, "package.json"), "utf8")).version;

async function wholeProcess() {
  const { status, output } = await run("bash", [join(folder, "bench.sh"), ...(isQuick ? ["--quick"] : ["--runs", "25"])], { seconds: 900 });
  if (status !== 0) throw new Error(`bench.sh failed with exit code ${status}\n${output}`);
  return JSON.parse(readFileSync(join(folder, "out/whole-process.json"), "utf8"));
}

async function overhead() {
  const results = [];
  for (const name of all) {
    say(`cost beside the raw operation, ${name}`);
    results.push({ runtime: name, ...(await runScript(name, "overhead.mjs", [isQuick ? 0.2 : 3])) });
  }
  return results;
}

async function operations() {
  const results = [];
  for (const name of all) {
    say(`operations, ${name}`);
    results.push({
      runtime: name,
      ...(await runScript(name, "operations.mjs", isQuick ? [5, "^(?!batch of 1000)"] : [150], { gc: true })),
    });
  }
  return results;
}

/** The most URLs, where all that can be had would take minutes. @param {string} name @param {string} mode */
function most(name, mode) {
  if (isQuick) return mode === "grant" ? 100_000 : mode === "signUrls" ? 10_000 : 1_000;
  if (name !== "deno" || mode === "grant") return 1_000_000;
  return mode === "signUrls" ? 100_000 : 10_000;
}

async function growth() {
  const results = [];
  for (const name of main) {
    say(`growth, ${name}`);
    for (const mode of ["signUrls", "grant", "Promise.all"]) {
      for (let count = 1; count <= most(name, mode); count *= 10) {
        if (mode === "Promise.all" && count >= 1_000_000 && totalmem() < 16e9) {
          results.push({ runtime: name, mode, count, problem: "not run: less than 16 GB of memory" });
          continue;
        }
        try {
          results.push({ runtime: name, mode, count, ...(await runScript(name, "growth.mjs", [mode, count])) });
        } catch (error) {
          // To hold everything at once is what this mode is here to show.
          if (mode !== "Promise.all" || !/heap|memory|13[479]/i.test(String(error))) throw error;
          results.push({ runtime: name, mode, count, problem: "out of memory" });
        }
      }
    }
  }
  return results;
}

async function tips() {
  const seconds = isQuick ? 0.1 : 1;
  /** @type {Record<string, import("./raw.mjs").Figure>} */
  const threads = {};
  for (const size of ["1", "2", "4", "8"]) {
    threads[size] = await runScript("node24", "tips.mjs", ["parallel", seconds], { env: { UV_THREADPOOL_SIZE: size } });
  }
  return {
    threads,
    concurrency: await runScript("node24", "tips.mjs", ["concurrency", seconds]),
    memo: await runScript("node24", "tips.mjs", ["memo", seconds]),
    window: await runScript("node24", "tips.mjs", ["window"]),
  };
}

const loadBefore = loadavg()[0] ?? 0;
await makeFixture();
say(`${isQuick ? "quick" : "full"} run on ${all.join(", ")}; every output is verified before it is timed`);
// bench.sh does the same for those that it times.
for (const name of all) if (!main.includes(name)) await runScript(name, "gate.mjs", [isQuick ? 10 : 100]);
say("whole processes: bench.sh");
const measured = { wholeProcess: await wholeProcess(), overhead: await overhead(), operations: await operations() };
say("sizes and import times");
const weights = await sizes(main, isQuick ? 3 : 15);
const grown = await growth();
say("server");
const server = await serverLoad(main, isQuick ? 1 : 3, isQuick ? 1 : 2);
say("tips");
const hints = await tips();
/** @type {Record<string, { runtime: string, result: any }[]>} */
const alone = {};
for (const { name, measure, runtimes = main } of sections) {
  say(name);
  alone[name] = [];
  for (const runtime of available(runtimes)) alone[name].push({ runtime, result: await measure(runtime, isQuick) });
}

const { model = "unknown" } = cpus()[0] ?? {};
/** @type {import("./raw.mjs").Raw} */
const raw = {
  format: 1,
  date: new Date().toISOString(),
  commit: output("git", "rev-parse", "HEAD"),
  coreTree: output("git", "rev-parse", "HEAD:packages/core"),
  isDirty: output("git", "status", "--porcelain") !== "",
  isQuick,
  seconds: Math.round((performance.now() - started) / 1000),
  host: {
    cpu: model.trim(),
    cores: cpus().length,
    memoryBytes: totalmem(),
    os: osName(),
    kernel: release(),
    class: `${platform()}-${arch()}-${cpus().length}-cores`,
    load: [loadBefore, loadavg()[0] ?? 0],
  },
  versions: {
    ...Object.fromEntries(measured.operations.map(({ runtime, version }) => [runtime, version])),
    "cloudfront-sign-webcrypto": versionOf("cloudfront-sign-webcrypto"),
    "@aws-sdk/cloudfront-signer": versionOf("@aws-sdk/cloudfront-signer"),
    "aws-cloudfront-sign": versionOf("aws-cloudfront-sign"),
    mitata: versionOf("mitata"),
    autocannon: versionOf("autocannon"),
    hyperfine: measured.wholeProcess.hyperfine,
    "Node.js of autocannon": process.versions.node,
  },
  ...measured,
  sizes: weights,
  growth: grown,
  server,
  tips: hints,
  sections: alone,
};

const file = join(isQuick ? join(folder, "out") : resultsFolder, `${raw.date.slice(0, 10)}-${raw.host.class}.json`);
mkdirSync(join(file, ".."), { recursive: true });
// More than six digits of a measurement are noise, and a large file.
const short = (/** @type {string} */ _, /** @type {unknown} */ value) =>
  typeof value === "number" && !Number.isInteger(value) ? Number(value.toPrecision(6)) : value;
writeFileSync(file, `${JSON.stringify(raw, short, 1)}\n`);
const written = writePages(JSON.parse(readFileSync(file, "utf8")), file, isQuick ? join(folder, "out/pages") : root);
say(`wrote ${[file, ...written].map((path) => path.replace(`${root}/`, "")).join(", ")}`);
console.log(criteriaText(criteria(raw), raw));
