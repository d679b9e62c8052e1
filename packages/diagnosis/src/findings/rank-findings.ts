import type { Finding, FindingEntry, FindingWords, Place } from "./finding.ts";

/** Findings in words, of which explain and doctor make the public ones. */
export interface RankedFinding<Id extends string> extends FindingWords {
  readonly finding: Finding<Id>;
  readonly rank: number;
  readonly evidence: string;
  readonly hasComparison: boolean;
  /** The places of all findings that were merged into this one. */
  readonly places: readonly Place[];
}

/** How the findings of a program are put into words. */
export interface Wording<Id extends string> {
  readonly entryOf: (id: Id) => FindingEntry;
  /** Findings with the same key are one: the first of them is shown. */
  readonly keyOf: (finding: Finding<Id>, evidence: string) => string;
  /** A sentence as it can be shown to people: parts of what was seen come from anybody. */
  readonly printable: (sentence: string) => string;
}

/** Findings in words, in the order of their rank. */
export function rankFindings<Id extends string>(
  findings: readonly Finding<Id>[],
  { entryOf, keyOf, printable }: Wording<Id>,
): RankedFinding<Id>[] {
  const byKey = new Map<string, RankedFinding<Id> & { readonly places: Place[] }>();
  for (const finding of findings) {
    const evidence = printable(finding.evidence);
    const key = keyOf(finding, evidence);
    const same = byKey.get(key);
    const places = same?.places ?? [];
    if (finding.place) places.push(finding.place);
    if (same) continue;
    const entry = entryOf(finding.id);
    byKey.set(key, {
      finding,
      rank: finding.rank ?? entry.rank,
      summary: finding.summary === undefined ? entry.summary : printable(finding.summary),
      evidence,
      fix: finding.fix === undefined ? entry.fix : printable(finding.fix),
      hasComparison: entry.hasComparison === true,
      places,
    });
  }
  return [...byKey.values()].sort((one, other) => one.rank - other.rank);
}
