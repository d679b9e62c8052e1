// npm run first-url [-- RUNS]: how many instructions a process of Node.js 24 runs up to its first signed URL, more
// than a process that signs with crypto.subtle alone: with this package, and with an empty one of two ES modules.
// callgrind counts them, so another load on the machine changes nothing. `callgrind_annotate out/first-url/ours`
// then lists the functions of the last process without a cache, most expensive first. It needs valgrind, on Linux.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { run } from "@cloudfront-sign-webcrypto/testing/run";
import { makeFixture } from "./make-fixture.mjs";
import { cleanEnvironment, runScript, runtime } from "./runtimes.mjs";
import { figure } from "./stats.mjs";

const folder = join(import.meta.dirname, "..");
const out = join(folder, "out/first-url");
const subjects = ["raw", "empty", "ours"];

/** @param {string} who a way of cold.mjs @param {Record<string, string>} env */
async function instructionsOf(who, env) {
  const file = join(out, who);
  const { status, output } = await run(
    "valgrind",
    // V8 seeds its hash tables anew in each process, which alone changes millions of instructions.
    [
      "--tool=callgrind",
      `--callgrind-out-file=${file}`,
      runtime("node").path,
      "--hash-seed=1",
      "--random-seed=1",
    ].concat(["src/cold.mjs", who, "alone"]),
    { cwd: folder, seconds: 900, env: { ...cleanEnvironment(), ...env } },
  );
  const [, total] = /^totals: (\d+)/m.exec(status === 0 ? readFileSync(file, "utf8") : "") ?? [];
  if (!total)
    throw new Error(`valgrind failed with exit code ${status} (apt-get install valgrind)\n${output}`);
  return Number(total);
}

/** @param {string} title @param {number} runs @param {Record<string, string>} env */
async function measure(title, runs, env) {
  /** @type {Record<string, number[]>} */
  const counted = Object.fromEntries(subjects.map((who) => [who, []]));
  for (let i = 0; i < runs; i++)
    for (const who of subjects) counted[who]?.push(await instructionsOf(who, env));
  const raw = figure(counted.raw ?? []).median;
  for (const [who, numbers] of Object.entries(counted)) {
    const { median, low, high } = figure(numbers);
    const [all, beyond, least, most] = [median, median - raw, low - raw, high - raw].map((number) =>
      (number / 1e6).toFixed(1),
    );
    console.log(`${title}, ${who}: ${all} million instructions, ${beyond} (${least} to ${most}) beyond raw`);
  }
}

const runs = Number(process.argv[2] ?? 14);
if (!(runs >= 1)) throw new Error(`RUNS is ${process.argv[2]}; write a number, for example 14`);
rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
writeFileSync(join(out, "empty.mjs"), 'export { nothing } from "./inner.mjs";\n');
writeFileSync(join(out, "inner.mjs"), "export const nothing = undefined;\n");
await makeFixture();
// Their outputs are verified once, outside of what is counted.
for (const who of subjects) await runScript("node24", "cold.mjs", [who]);
const cache = { NODE_COMPILE_CACHE: join(out, "compile-cache") };
for (const who of subjects) await instructionsOf(who, cache); // They fill the cache.
await measure("compile cache", runs, cache);
await measure("no cache", runs, {});
