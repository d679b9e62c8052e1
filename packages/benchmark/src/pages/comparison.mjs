// The parts of docs/performance.md that compare this package with other libraries. The rest is in the reports.
import { criteria } from "../criteria.mjs";
import { digits, keptUpText, measuredAt, picture, runtimeName, table, withSpread } from "../text.mjs";
import { answersTable, inputsTable, missingInputs, storedRivals } from "./rivals.mjs";
import { asFastTable, meaning, scriptsTable } from "./scripts.mjs";
import { sizesTable } from "./tables.mjs";

/** @typedef {import("../raw.mjs").Raw} Raw */

const results = "../packages/benchmark/results";

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
function firstUrlTable({ sections: { cold = [] } }) {
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

/** @param {Raw} raw @param {string} variant */
function keptUp({ server }, variant) {
  const load = server.find((row) => row.runtime === "node24" && row.variant === variant);
  return keptUpText(load?.lastGood, load?.breaksDownAt);
}

/** @param {Raw} raw @param {import("../raw.mjs").Build} build */
function method(raw, build) {
  const { seconds, isDirty, coreTree, host, versions } = raw;
  const goals = criteria(raw);
  const report = `${raw.date.slice(0, 10)}-${host.class}`;
  const others = [
    "cloudfront-sign-webcrypto",
    "@aws-sdk/cloudfront-signer",
    "aws-cloudfront-sign",
    "hyperfine",
  ];
  const names = [...Object.keys(versions).filter((name) => /^(?:node24|bun|deno)$/.test(name)), ...others];
  return `- Run: ${measuredAt(raw, build)}${isDirty ? " with uncommitted changes" : ""}, \`packages/core\` is tree \`${coreTree.slice(0, 12)}\`, ${Math.round(seconds / 60)} minutes.
- Machine: ${host.cpu}, ${host.cores} cores, ${digits(host.memoryBytes / 1e9)} GB of memory, ${host.os}, kernel ${host.kernel}.
- Versions: ${names.map((name) => `${runtimeName(name)} (${versions[name]})`).join(", ")}.
- The package met ${goals.filter(({ met }) => met).length} of the ${goals.length} performance targets of this project. [The report](${results}/${report}.md) lists them.`;
}

/**
 * The blocks by the name in their markers.
 * @param {Raw} raw
 * @param {import("../raw.mjs").Build} build
 * @returns {Record<string, string>}
 */
export function comparison(raw, build) {
  const [rivals] = storedRivals();
  if (!rivals) throw new Error("there are no results of the other libraries yet: npm run rivals");
  return {
    others: asFastTable(raw),
    scripts: `${picture("charts", "whole-process", `Bar chart: a script that signs ${raw.wholeProcess.urls} URLs and exits`)}

${scriptsTable(raw)}

${hyperfineSummary(raw)}`,
    inputs: `${inputsTable(rivals, "node24")}

${missingInputs}`,
    answers: `${answersTable(rivals, "node24")}

Another server kept up with ${keptUp(raw, "aws-sdk")} requests per second with the AWS SDK. With this package it kept up with ${keptUp(raw, "ours, RSA")} (RSA) and ${keptUp(raw, "ours, P-256")} (P-256). These short runs compare packages. [Signing servers](scale.md#how-many) shows what one core answers.`,
    "first-url": firstUrlTable(raw),
    sizes: `${picture("charts", "sizes", "Bar chart: installed and bundled size of each library, with its dependencies")}

${sizesTable(build.sizes)}`,
    method: method(raw, build),
  };
}
