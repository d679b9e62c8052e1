import type { Evidence } from "./evidence.ts";

type DetailedEvidence = Exclude<Evidence, string>;

/** Whether evidence is of a kind that has parts. */
export function isKind<Kind extends DetailedEvidence["kind"]>(
  evidence: Evidence,
  kind: Kind,
): evidence is Extract<DetailedEvidence, { kind: Kind }> {
  return typeof evidence === "object" && evidence.kind === kind;
}
