// npm run bench [-- --quick]: measures everything and writes the raw results, the report, the pages and the
// charts. A quick run writes to out/, a full run to results/, docs/ and README.md.
import { readFileSync } from "node:fs";
import { loadavg } from "node:os";
import { join } from "node:path";
import { makeFixture } from "./make-fixture.mjs";
import { measureAll } from "./measure.mjs";
import { writePages, writeSizes } from "./pages.mjs";
import { git, provenance, versionOf, writeResults } from "./provenance.mjs";
import { rawFile } from "./raw.mjs";
import { available } from "./runtimes.mjs";

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

/** @param {string} text */
const say = (text) =>
  console.error(`${`${Math.round((performance.now() - started) / 1000)} s`.padStart(6)}  ${text}`);

const loadBefore = loadavg()[0] ?? 0;
await makeFixture();
say(`${isQuick ? "quick" : "full"} run on ${all.join(", ")}; every output is verified before it is timed`);
const measured = await measureAll({ all, main, isQuick, say });

const { host, ...run } = provenance();
/** @type {import("./raw.mjs").Raw} */
const raw = {
  ...run,
  coreTree: git("rev-parse", "HEAD:packages/core"),
  isQuick,
  seconds: Math.round((performance.now() - started) / 1000),
  host: { ...host, load: [loadBefore, loadavg()[0] ?? 0] },
  versions: {
    ...Object.fromEntries(measured.libraries.map(({ runtime, version }) => [runtime, version])),
    "cloudfront-sign-webcrypto": versionOf("cloudfront-sign-webcrypto"),
    "@aws-sdk/cloudfront-signer": versionOf("@aws-sdk/cloudfront-signer"),
    "aws-cloudfront-sign": versionOf("aws-cloudfront-sign"),
    mitata: versionOf("mitata"),
    loadtest: versionOf("loadtest"),
    hyperfine: measured.wholeProcess.hyperfine,
    "Node.js of loadtest": process.versions.node,
  },
  ...measured,
};

const file = isQuick ? join(folder, "out/bench.json") : rawFile;
writeResults(file, raw);
if (!isQuick) await writeSizes();
const written = await writePages(
  JSON.parse(readFileSync(file, "utf8")),
  isQuick ? join(folder, "out/pages") : root,
);
say(`wrote ${[file, ...written].map((path) => path.replace(`${root}/`, "")).join(", ")}`);
