// npm run rivals [-- --quick]: this package beside the other libraries, on this machine: the time for each kind of input,
// what an operation allocates, and the answers of a server. Writes results/rivals/CLASS.json, one file for each class of
// machine, such as linux-x64-2-cores; a quick run writes to out/. `npm run pages` makes the report from all of them.
import { arch, cpus, platform } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { makeFixture } from "./make-fixture.mjs";
import { provenance, versionOf, writeResults } from "./provenance.mjs";
import { resultsFolder } from "./raw.mjs";
import { payloads } from "./rivals/payloads.mjs";
import { available, runScript } from "./runtimes.mjs";
import { old, ours, sdk } from "./subjects.mjs";

/**
 * @typedef {object} Rivals what this program writes
 * @property {string} date
 * @property {string} commit
 * @property {boolean} isDirty
 * @property {ReturnType<typeof import("./provenance.mjs").host> & { class: string }} host
 * @property {boolean} isQuick
 * @property {Record<string, string>} versions
 * @property {{ runtime: string, results: Record<string, import("./raw.mjs").Cost[]> }[]} inputs by the kind of input
 * @property {{ group: string, name: string, by: string, objects: number, bytes: number }[]} allocations in Node.js 24
 * @property {import("./rivals/payloads.mjs").Payload[]} payloads
 */

const isQuick = process.argv.includes("--quick");
const started = performance.now();
/** @param {string} text */
const say = (text) => console.error(`${Math.round((performance.now() - started) / 1000)} s  ${text}`);

await makeFixture();
const names = available(["node24", "bun", "deno"]);
/** @type {Rivals["inputs"]} */
const inputs = [];
/** @type {Record<string, string>} */
const versions = {};
for (const runtime of names) {
  say(`kinds of input, ${runtime}`);
  const { version, results } = await runScript(runtime, "rivals/inputs.mjs", [isQuick ? 0.05 : 4]);
  versions[runtime] = version;
  inputs.push({ runtime, results });
}
say("allocations");
const { results: allocations } = await runScript("node24", "rivals/allocations.mjs", []);
/** @type {Rivals["payloads"]} */
const answers = [];
for (const runtime of names) {
  say(`server, ${runtime}`);
  answers.push(...(await payloads(runtime, isQuick)));
}

const { host, ...from } = provenance();
const machine = `${platform()}-${arch()}-${cpus().length}-cores`;
const file = join(isQuick ? join(import.meta.dirname, "../out") : resultsFolder, `rivals/${machine}.json`);
/** @type {Rivals} */
const rivals = {
  ...from,
  host: { ...host, class: machine },
  isQuick,
  versions: {
    ...versions,
    ...Object.fromEntries([ours, sdk, old, "loadtest"].map((name) => [name, versionOf(name)])),
  },
  inputs,
  allocations,
  payloads: answers,
};
writeResults(file, rivals);
say(`wrote ${file}`);
