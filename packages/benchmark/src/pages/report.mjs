// Writes the report beside the raw results: the targets that this project sets itself, and the long tables.
import { criteria } from "../criteria.mjs";
import { sections } from "../sections.mjs";
import { measuredAt, runtimeName, table, unique } from "../text.mjs";
import { growthTable, loadTable, operationsTable, raceTable, sectionTable } from "./tables.mjs";

/** @typedef {import("../raw.mjs").Raw} Raw */

/** @param {Raw} raw */
function targets(raw) {
  const found = criteria(raw);
  const met = found.filter((one) => one.met).length;
  const rows = found.map((one) => [
    one.what.replace("|", "\\|"),
    runtimeName(one.where),
    one.limit,
    one.seen,
    one.met ? "met" : "**missed**",
  ]);
  return `${met} of ${found.length} were met. The median decides; *ahead* also requires intervals that do not overlap.

${table(["target", "runtime", "", "seen", ""], rows, 5)}`;
}

/** What hyperfine says about the last round. @param {Raw["wholeProcess"]} wholeProcess */
const ownSummaries = ({ summaries = {} }) =>
  Object.entries(summaries)
    .map(
      ([runtime, text]) =>
        `## Whole processes in ${runtimeName(runtime)}, in hyperfine's words\n\n\`\`\`text\n${text}\n\`\`\`\n\n`,
    )
    .join("");

/** @param {Raw} raw @param {string} rawName */
export function reportPage(raw, rawName) {
  const races = unique(raw.overhead.flatMap(({ results }) => Object.keys(results)));
  const growing = unique(raw.growth.map(({ runtime }) => runtime));
  const hostile = sections.find(({ name }) => name === "hostile");
  return `<!-- Written by packages/benchmark/src/pages.mjs from ${rawName}. Changes by hand are overwritten. -->

# Report of the run of ${raw.date.slice(0, 10)}${raw.isQuick ? " (a quick run, which proves nothing)" : ""}

${raw.host.cpu}, ${raw.host.cores} cores, ${measuredAt(raw)}; load average ${raw.host.load.map((load) => load.toFixed(1)).join(" before and ")} after.

## Targets

${targets(raw)}

## Races

All subjects take turns in one process. *raw* is the WebCrypto operation on prepared bytes, or a copy of the prepared output.
*raw again* is the same a second time: its distance from 1 is the error of the method. *by hand* is the least code that
does the same work for this input.

${races.map((race) => `### ${race}\n\n${raceTable(raw, race)}`).join("\n\n")}

${ownSummaries(raw.wholeProcess)}## Server

${loadTable(raw)}

## Growth

Each cell is a process of its own. P-256; the grant has one RSA signature.

${growing.map((runtime) => `### ${runtimeName(runtime)}\n\n${growthTable(raw, runtime)}`).join("\n\n")}

## Operations

mitata, one operation after the other in a warm process. Half of the times lie between p25 and p75.

${raw.operations.map((one) => `### ${runtimeName(one.runtime)}\n\n${operationsTable(one)}`).join("\n\n")}
${hostile ? `\n## ${hostile.heading}\n\n${hostile.intro}\n\n${sectionTable(raw, hostile)}\n` : ""}`;
}
