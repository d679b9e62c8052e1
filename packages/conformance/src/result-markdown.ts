import { printable } from "cloudfront-sign-cli/output/terminal.ts";
import type { ConformanceResult, Outcome, QuestionResult, ShownAnswer } from "./result.ts";
import { summarySentence } from "./result-text.ts";

const order: readonly Outcome[] = ["differs", "undecided", "agrees"];

const titles: Readonly<Record<Outcome, string>> = {
  differs: "CloudFront and the verifier differ",
  undecided: "Not decided",
  agrees: "CloudFront and the verifier agree",
};

/** The result as a page that can be put into an issue. */
export function resultMarkdown(result: ConformanceResult): string {
  const { package: of, date, runtime, edgeLocations, counts } = result;
  return [
    "# Conformance of a CloudFront distribution",
    "",
    `${summarySentence(counts)}`,
    "",
    `- Package: ${of.name} ${of.version}`,
    `- Date: ${date}`,
    `- Runtime: ${cell(runtime)}`,
    `- Edge locations: ${edgeLocations.map(cell).join(", ") || "not named"}`,
    "",
    ...order.flatMap((outcome) => section(outcome, result.questions)),
  ].join("\n");
}

function section(outcome: Outcome, questions: readonly QuestionResult[]): string[] {
  const rows = questions.filter((one) => one.outcome === outcome);
  if (rows.length === 0) return [];
  const last = outcome === "undecided" ? "why" : "answer";
  return [
    `## ${titles[outcome]}`,
    "",
    `| ID | question | source | CloudFront | verifier | ${last} |`,
    "|---|---|---|---|---|---|",
    ...rows.map((one) =>
      [
        "",
        `\`${one.id}\``,
        cell(one.asks),
        cell(one.source),
        cell(one.cloudFront ?? ""),
        cell(one.reason === undefined ? one.verifier : `${one.verifier} (${one.reason})`),
        cell(outcome === "undecided" ? (one.why ?? "") : one.answers.map(describeAnswer).join(", ")),
        "",
      ]
        .join(" | ")
        .trim(),
    ),
    "",
  ];
}

function describeAnswer({ status, xCache, isFromOrigin }: ShownAnswer): string {
  const notes = [...(xCache === undefined ? [] : [xCache]), ...(isFromOrigin ? ["from the origin"] : [])];
  return notes.length === 0 ? String(status) : `${status} (${notes.join(", ")})`;
}

/** Text that cannot leave its cell, whatever an answer has in it. */
function cell(text: string): string {
  return printable(text.replace(/\s+/g, " ")).replace(/[\\`*_<>|[\]]/g, "\\$&");
}
