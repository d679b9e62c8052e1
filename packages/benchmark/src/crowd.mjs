// npm run crowd: an hour of a live event with 1,000 viewers whose grants renew themselves, in virtual time but
// with the code of the client. Prints the figures, and writes the requests of each second and the chart of
// docs/grants.md. The same numbers come out each time.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { libraryFiles } from "@cloudfront-sign-webcrypto/testing/library";
import { build } from "esbuild";
import { crowd as chart } from "./charts/crowd.mjs";
import { render } from "./charts/render.mjs";

/**
 * @typedef {object} CrowdRun
 * @property {string} title
 * @property {{ from: number, to: number }} [outage] seconds since the start
 * @property {number[]} perSecond requests to the endpoint
 * @property {number} segments
 * @property {number} lost segments without a signature
 * @property {number} expired segments whose signature had ended
 * @property {number} waited segments after the start that waited for a grant
 */

const root = join(import.meta.dirname, "../../..");
const resultFile = join(import.meta.dirname, "../results/crowd/crowd.json");
const minutes = 60;
const options = { numClients: 1000, seconds: 60 * minutes, segmentSeconds: 6, expiresIn: 300 };
const outage = { from: 30 * 60, to: 30 * 60 + 20 };

const scenarios = [
  { title: "Grants of 5 minutes" },
  { title: "Grants of 5 to 10 minutes that all end with a window of 5 minutes", cacheWindow: 300 },
  { title: "Grants of 5 minutes, and an outage of 20 seconds", outage },
];

/** @returns {CrowdRun[]} */
export const storedRuns = () => JSON.parse(readFileSync(resultFile, "utf8"));

/** The chart in both themes, by its file name. @param {readonly CrowdRun[]} runs */
export async function crowdCharts(runs) {
  /** @type {Record<string, string>} */
  const files = {};
  for (const theme of /** @type {const} */ (["light", "dark"]))
    files[`renewals-${theme}.svg`] = await render(chart(runs), theme);
  return files;
}

/** @param {CrowdRun} run */
export function figures({ perSecond, outage: out, segments, lost, expired, waited }) {
  const later = perSecond.slice(1).filter((_, i) => !out || i + 1 < out.from || i + 1 >= out.to + 60);
  const mean = later.reduce((sum, count) => sum + count, 0) / later.length;
  const peak = Math.max(...later);
  return {
    "first second": perSecond[0] ?? 0,
    "mean later": Number(mean.toFixed(1)),
    "peak later": peak,
    "peak / mean": Number((peak / mean).toFixed(1)),
    "peak in the outage and the minute after": out
      ? Math.max(...perSecond.slice(out.from, out.to + 60))
      : undefined,
    segments,
    lost: lost + expired,
    waited,
  };
}

/** Runs the scenario of media's tests on the source. @returns {Promise<CrowdRun[]>} */
async function run() {
  const resolveDir = dirname(createRequire(import.meta.url).resolve("cloudfront-sign-media/package.json"));
  const folder = mkdtempSync(join(tmpdir(), "crowd-"));
  try {
    const outfile = join(folder, "crowd.mjs");
    await build({
      stdin: { resolveDir, contents: 'export { crowd } from "./test/support/crowd.ts";' },
      outfile,
      bundle: true,
      format: "esm",
      platform: "node",
      alias: libraryFiles(),
    });
    const { crowd } = await import(pathToFileURL(outfile).href);
    const runs = [];
    for (const scenario of scenarios)
      runs.push({ ...scenario, ...(await crowd({ ...options, ...scenario })) });
    return runs;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const runs = await run();
  mkdirSync(dirname(resultFile), { recursive: true });
  writeFileSync(resultFile, `[\n${runs.map((one) => JSON.stringify(one)).join(",\n")}\n]\n`);
  for (const [name, svg] of Object.entries(await crowdCharts(runs)))
    writeFileSync(join(root, "docs/charts", name), svg);
  console.table(Object.fromEntries(runs.map((one) => [one.title, figures(one)])));
}
