import type { CloudFrontComparison, CloudFrontFinding } from "cloudfront-sign-diagnosis";
import { comparisonLines } from "./comparison-lines.ts";
import { labelledLines } from "./print-fields.ts";
import { printable, styled, wrap } from "./terminal.ts";

type Certainty = CloudFrontFinding["certainty"];

const certaintyWords: Record<Certainty, string> = {
  proven: "Proven",
  likely: "Likely",
  possible: "Possible",
};

const certaintyColors = {
  proven: "red",
  likely: "yellow",
  possible: "cyan",
} as const satisfies Record<Certainty, string>;

export interface DescribedFinding {
  readonly id: string;
  readonly certainty: Certainty;
  /** How certain it is, if not in the word for its certainty. */
  readonly label?: string;
  /** What is wrong; it may say more than the summary of the library. */
  readonly sentence: string;
  /** What it is about, if not the one thing that was asked about. */
  readonly place?: string;
  readonly evidence: string;
  readonly comparison?: CloudFrontComparison;
  readonly fix: string;
}

export function findingLines(findings: readonly DescribedFinding[], width: number): string[] {
  return findings.flatMap((finding, i) => {
    const number = findings.length > 1 ? `${i + 1}. ` : "";
    const lines = linesOf(finding, width - number.length);
    return [
      ...(i > 0 ? [""] : []),
      ...lines.map((line, row) => (row === 0 ? number : " ".repeat(number.length)) + line),
    ];
  });
}

function linesOf(finding: DescribedFinding, width: number): string[] {
  const { id, certainty, sentence, place, evidence, comparison, fix } = finding;
  const label = `${finding.label ?? certaintyWords[certainty]} (${id})`;
  return [
    ...wrap(printable(sentence), width).map((line) => styled(process.stdout, "bold", line)),
    ...(place === undefined ? [] : labelledLines("Where", printable(place), "bold", width)),
    ...labelledLines(
      label,
      printable(`${evidence.replace(/^[a-z]+ /, capitalized)}.`),
      certaintyColors[certainty],
      width,
    ),
    ...(comparison === undefined
      ? []
      : comparisonLines(comparison, width, id === "policy-json-differs" ? "Expected" : undefined)),
    ...labelledLines("Fix", printable(fix), "bold", width),
  ];
}

/** A word of a sentence; a host name stays as it is. */
function capitalized(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
