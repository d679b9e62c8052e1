// The parts of docs/performance.md that compare this package with other libraries. The rest is in the reports.
import { digits, measuredAt, picture, runtimeName, table, withSpread } from "../text.mjs";
import { answersTable, inputsTable, missingInputs } from "./libraries.mjs";
import { meaning, scriptsTable, whichTable } from "./scripts.mjs";
import { sizesTable } from "./tables.mjs";

/** @typedef {import("../raw.mjs").Raw} Raw */

/** The lines of hyperfine's own summary about the rows that the page shows. @param {Raw} raw */
function hyperfineSummary({ wholeProcess: { summaries = {} } }) {
  const names = ["startup", ...Object.keys(meaning)];
  const lines = (summaries.node ?? "not measured")
    .split("\n")
    .filter((line) => names.some((name) => line.includes(`'${name}'`)));
  return `hyperfine's own summary of the last round in Node.js 24. \`startup\` is an empty program:

\`\`\`text
${lines.join("\n")}
\`\`\``;
}

/** @param {Raw} raw */
function firstUrlTable({ cold }) {
  const all = "all, to the first URL";
  const cells = (/** @type {import("../stats.mjs").Figure | undefined} */ time) =>
    time ? withSpread(time) : "–";
  return table(
    [
      "a new process, RSA-2048",
      "load the package [ms]",
      "first URL, this package [ms]",
      "first URL, WebCrypto alone [ms]",
    ],
    cold.map(({ runtime, result: { raw, ours } }) => [
      runtimeName(runtime),
      ...[ours["load the package"], ours[all], raw[all]].map(cells),
    ]),
  );
}

/** @param {Raw} raw */
function method(raw) {
  const { seconds, isDirty, coreTree, host, versions } = raw;
  const others = [
    "cloudfront-sign-webcrypto",
    "@aws-sdk/cloudfront-signer",
    "aws-cloudfront-sign",
    "hyperfine",
  ];
  const names = [...Object.keys(versions).filter((name) => /^(?:node24|bun|deno)$/.test(name)), ...others];
  return `- Run: ${measuredAt(raw)}${isDirty ? " with uncommitted changes" : ""}, \`packages/core\` is tree \`${coreTree.slice(0, 12)}\`, ${Math.round(seconds / 60)} minutes.
- Machine: ${host.cpu}, ${host.cores} cores, ${digits(host.memoryBytes / 1e9)} GB of memory, ${host.os}, kernel ${host.kernel}.
- Versions: ${names.map((name) => `${runtimeName(name)} (${versions[name]})`).join(", ")}.`;
}

/**
 * The blocks by the name in their markers.
 * @param {Raw} raw
 * @param {import("../sizes.mjs").Sizes} sizes
 * @returns {Record<string, string>}
 */
export const comparison = (raw, sizes) => ({
  which: whichTable(raw),
  scripts: `${picture("charts", "whole-process", `Bar chart: a script that signs ${raw.wholeProcess.urls} URLs and exits`)}

${scriptsTable(raw)}

${hyperfineSummary(raw)}`,
  inputs: `${inputsTable(raw, "node24")}

${missingInputs}`,
  answers: answersTable(raw, "node24"),
  "first-url": firstUrlTable(raw),
  sizes: `${picture("charts", "sizes", "Bar chart: installed and bundled size of each library, with its dependencies")}

${sizesTable(sizes)}`,
  method: method(raw),
});
