import { stdout } from "node:process";
import type { CloudFrontFinding, CloudFrontFindingId } from "../../explain/finding.ts";
import { printable, styled, wrap } from "../terminal.ts";
import { labelledLines } from "./labelled-lines.ts";

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

/** Findings whose words in the library are those of a program. */
const wordsInFlags: Partial<Record<CloudFrontFindingId, Pick<CloudFrontFinding, "evidence" | "fix">>> = {
  "ip-unknown": {
    evidence: "no --ip-address was given to compare with it",
    fix: "Give the viewer's address with --ip-address.",
  },
  "not-restricted": {
    evidence: "no --restrict pattern has this path",
    fix: "Look for the cause at the origin, which gave this answer: CloudFront checks no signature here. Or restrict viewer access for this cache behavior, and change --restrict.",
  },
};

/** A finding with a sentence that may say more than its summary. */
export type DescribedFinding = CloudFrontFinding & { readonly sentence: string };

/** Findings as text: the sentence, what proves it, and the step that mends it. */
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
  const { id, certainty, sentence, evidence, fix } = { ...finding, ...wordsInFlags[finding.id] };
  const label = `${certaintyWords[certainty]} (${id})`;
  return [
    ...wrap(printable(sentence), width).map((line) => styled(stdout, "bold", line)),
    ...labelledLines(
      label,
      printable(`${evidence.charAt(0).toUpperCase()}${evidence.slice(1)}.`),
      certaintyColors[certainty],
      width,
    ),
    ...labelledLines("Fix", fix, "bold", width),
  ];
}
