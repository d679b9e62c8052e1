// Takes all measurements of a run, one after the other.
import { readFileSync } from "node:fs";
import { totalmem } from "node:os";
import { join } from "node:path";
import { run } from "@cloudfront-sign-webcrypto/testing/run";
import { payloads } from "./load/payloads.mjs";
import { serverLoad } from "./load.mjs";
import { runScript } from "./runtimes.mjs";
import { figure } from "./stats.mjs";

/**
 * @typedef {object} Plan
 * @property {string[]} all the runtimes of this machine
 * @property {string[]} main the runtimes in which everything is measured
 * @property {boolean} isQuick
 * @property {(text: string) => void} say prints the current step
 */

const folder = join(import.meta.dirname, "..");

/** @param {Plan} plan */
async function wholeProcess({ isQuick }) {
  const { status, output } = await run(
    "bash",
    [join(folder, "bench.sh"), ...(isQuick ? ["--quick"] : ["--runs", "50"])],
    { seconds: 900 },
  );
  if (status !== 0) throw new Error(`bench.sh failed with exit code ${status}\n${output}`);
  return JSON.parse(readFileSync(join(folder, "out/whole-process.json"), "utf8"));
}

/** @param {string} runtime @param {boolean} isQuick */
const libraries = async (runtime, isQuick) => ({
  runtime,
  ...(await runScript(runtime, "libraries.mjs", [isQuick ? 0.05 : 3])),
});

/** @param {string} runtime @param {boolean} isQuick */
const operations = async (runtime, isQuick) => ({
  runtime,
  ...(await runScript(runtime, "operations.mjs", [isQuick ? 5 : 100], { gc: true })),
});

/**
 * The highest number of URLs: a limit where the full number would take minutes.
 * @param {string} name
 * @param {boolean} isQuick
 * @param {string} mode
 */
function most(name, isQuick, mode) {
  if (isQuick) return mode === "grant" ? 100_000 : mode === "signUrls" ? 10_000 : 1_000;
  if (name !== "deno" || mode === "grant") return 1_000_000;
  return mode === "signUrls" ? 100_000 : 10_000;
}

/** @param {string} runtime @param {boolean} isQuick */
async function growth(runtime, isQuick) {
  const results = [];
  for (const mode of ["signUrls", "grant", "Promise.all"]) {
    for (let count = 1; count <= most(runtime, isQuick, mode); count *= 10) {
      const row = { runtime, mode, count };
      if (mode === "Promise.all" && count >= 1_000_000 && totalmem() < 16e9) {
        results.push({ ...row, problem: "not run: less than 16 GB of memory" });
        continue;
      }
      try {
        results.push({ ...row, ...(await runScript(runtime, "growth.mjs", [mode, count])) });
      } catch (error) {
        // This mode is here to show what it costs to hold everything in memory.
        if (mode !== "Promise.all" || !/heap|memory|13[479]/i.test(String(error))) throw error;
        results.push({ ...row, problem: "out of memory" });
      }
    }
  }
  return results;
}

/** @param {Plan} plan */
async function tips({ isQuick }) {
  const seconds = isQuick ? 0.1 : 1;
  /** @type {Record<string, import("./raw.mjs").Figure>} */
  const threads = {};
  for (const size of ["1", "2", "4", "8"]) {
    threads[size] = await runScript("node24", "tips.mjs", ["parallel", seconds], {
      env: { UV_THREADPOOL_SIZE: size },
    });
  }
  return {
    threads,
    concurrency: await runScript("node24", "tips.mjs", ["concurrency", seconds]),
    memo: await runScript("node24", "tips.mjs", ["memo", seconds]),
    window: await runScript("node24", "tips.mjs", ["window"]),
  };
}

/** cold.mjs in a number of new processes that take turns. @param {string} runtime @param {boolean} isQuick */
async function firstUrl(runtime, isQuick) {
  const both = /** @type {const} */ (["raw", "ours"]);
  /** @type {Record<"load" | "raw" | "ours", number[]>} */
  const times = { load: [], raw: [], ours: [] };
  for (let run = -1; run < (isQuick ? 3 : 25); run++) {
    for (const who of run % 2 ? both : [...both].reverse()) {
      const { load, all } = await runScript(runtime, "cold.mjs", [who]);
      // The first run only fills the file cache of the system.
      if (run < 0) continue;
      times[who].push(all);
      if (who === "ours") times.load.push(load);
    }
  }
  return { runtime, load: figure(times.load), raw: figure(times.raw), ours: figure(times.ours) };
}

/** The measurements in the raw results. @param {Plan} plan */
export async function measureAll(plan) {
  const { all, main, isQuick, say } = plan;
  /**
   * @template T
   * @param {string} what
   * @param {(runtime: string, isQuick: boolean) => Promise<T>} measure
   * @param {string[]} [runtimes]
   */
  const inEach = async (what, measure, runtimes = main) => {
    const results = [];
    for (const name of runtimes) {
      say(`${what}, ${name}`);
      results.push(await measure(name, isQuick));
    }
    return results;
  };
  // bench.sh does the same for the processes that it times.
  for (const name of all) if (!main.includes(name)) await runScript(name, "gate.mjs", [isQuick ? 10 : 100]);
  say("whole processes: bench.sh");
  const whole = await wholeProcess(plan);
  const warm = {
    libraries: await inEach("libraries", libraries, isQuick ? main : all),
    operations: await inEach("operations", operations),
  };
  say("allocations");
  const { results: allocations } = await runScript("node24", "allocations.mjs", []);
  const more = {
    growth: (await inEach("growth", growth)).flat(),
    server: (await inEach("a server with another endpoint", serverLoad)).flat(),
    payloads: (await inEach("a server by the size of its answer", payloads)).flat(),
    cold: await inEach("the first URL", firstUrl),
  };
  say("tips");
  return { wholeProcess: whole, ...warm, allocations, ...more, tips: await tips(plan) };
}
