// The parts of docs/performance.md that compare this package with other libraries, and how many requests a server
// answers, for docs/scale.md. The rest is in the report.
import { figure } from "../stats.mjs";
import {
  digits,
  measuredAt,
  measuredWith,
  picture,
  quickNote,
  runtimeName,
  table,
  withSpread,
} from "../text.mjs";
import { answersTable, inputsTable, missingInputs, otherEndpointTable } from "./libraries.mjs";
import { comparedLoads, sayNoticed } from "./loads.mjs";
import { scriptsTable, whichTable } from "./scripts.mjs";
import { sizesTable } from "./tables.mjs";

/** @typedef {import("../raw.mjs").Raw} Raw */

/** @param {Raw} raw */
function firstUrlTable({ cold }) {
  return table(
    [
      "a new process, RSA-2048",
      "load the package [ms]",
      "first URL, this package [ms]",
      "first URL, WebCrypto alone [ms]",
    ],
    cold.map(({ runtime, load, ours, raw }) => [runtimeName(runtime), ...[load, ours, raw].map(withSpread)]),
  );
}

/** @param {Raw} raw */
function method(raw) {
  const { seconds, coreTree, host, versions } = raw;
  const others = [
    "cloudfront-sign-webcrypto",
    "@aws-sdk/cloudfront-signer",
    "aws-cloudfront-sign",
    "hyperfine",
  ];
  const names = [...Object.keys(versions).filter((name) => /^(?:node24|bun|deno)$/.test(name)), ...others];
  return `- Run: ${measuredWith(raw)}, ${measuredAt(raw)}, ${Math.round(seconds / 60)} minutes. \`packages/core\` is tree \`${coreTree.slice(0, 12)}\`.
- Machine: ${digits(host.memoryBytes / 1e9)} GB of memory, ${host.os}, kernel ${host.kernel}.
- Versions: ${names.map((name) => `${runtimeName(name)} (${versions[name]})`).join(", ")}.`;
}

/** The highest rate of answers with a signed URL, of any offered rate. @param {Raw} raw */
export function answeredMost(raw) {
  const [rsa, ec] = ["ours, RSA", "ours, P-256"].map((wanted) => {
    const load = raw.server.find(({ runtime, variant }) => runtime === "node24" && variant === wanted);
    const [most] = [...(load?.rates ?? [])].sort((a, b) => b.answered.median - a.answered.median);
    return `${withSpread(most?.answered ?? figure([]))} of ${most?.offered.toLocaleString("en")}`;
  });
  return [
    ...quickNote(raw),
    `Measured: a server that does nothing but sign one URL for each request answered ${rsa} requests per second with RSA-2048, and ${ec} with P-256 (${measuredWith(raw)}, Node.js ${raw.versions.node24}, [${raw.host.cores} cores](performance.md#how-it-was-measured), which also sent the requests).`,
  ].join("\n");
}

/**
 * The blocks by the name in their markers.
 * @param {Raw} raw
 * @param {import("../sizes.mjs").Sizes} sizes
 * @returns {Record<string, string>}
 */
export const comparison = (raw, sizes) => ({
  compared: `${picture("charts", "thousand-urls", "Bar chart: how long each library takes to sign 1,000 URLs")}

${sayNoticed(raw)}`,
  which: whichTable(raw),
  scripts: `${picture("charts", "whole-process", `Bar chart: how long a script takes that signs ${raw.wholeProcess.urls} URLs`)}

${scriptsTable(raw)}`,
  inputs: `${inputsTable(raw, "node24")}

${missingInputs}`,
  answers: `${otherEndpointTable(comparedLoads(raw))}

Response times with a signed URL in each response:

${answersTable(raw, "node24")}`,
  "first-url": firstUrlTable(raw),
  sizes: `${picture("charts", "sizes", "Bar chart: installed and bundled size of each library, with its dependencies")}

${sizesTable(sizes)}`,
  method: method(raw),
});
