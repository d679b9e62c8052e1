import { findingEntry } from "../checks/entries.ts";
import type { DenialFinding } from "./finding.ts";

/** The findings without those that only follow from others: a parameter is missing, and it is known where it went. */
export function withoutExplained(findings: readonly DenialFinding[]): DenialFinding[] {
  const explained = new Set(
    findings.flatMap(({ id, certainty }) =>
      certainty === "possible" ? [] : (findingEntry(id).explains ?? []),
    ),
  );
  // An origin that answers shows that no signature was demanded, unless the request has a fault that speaks against it.
  const isAnswered = findings.some(
    ({ id, certainty }) => certainty !== "possible" && findingEntry(id).isOfOrigin,
  );
  if (isAnswered && findings.every(({ id }) => id !== "not-restricted")) {
    explained.add("no-credentials");
    explained.add("segment-not-signed");
  }
  const isExplained = ({ id, rank }: DenialFinding): boolean => {
    // A scheme that is there twice and a variable without a value in the host name are causes of their own.
    if (id === "request-invalid" && rank !== undefined) return false;
    return explained.has(id) || explained.has(findingEntry(id).kind ?? "");
  };
  return findings.filter((finding) => !isExplained(finding));
}
