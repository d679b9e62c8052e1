import type { Finding, FindingEntry, FindingWords, Place } from "./finding.ts";

/** Findings in words, of which explain and doctor make the public ones. */
export interface RankedFinding<Id extends string> extends Required<FindingWords> {
  readonly finding: Finding<Id>;
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
  /** A sentence as it can be shown to people: parts of it come from anybody. */
  readonly printable: (sentence: string) => string;
}

/** Findings in words, in the order of their rank. */
export function rankFindings<Id extends string>(
  findings: readonly Finding<Id>[],
  { entryOf, keyOf, printable }: Wording<Id>,
): RankedFinding<Id>[] {
  const byKey = new Map<string, { finding: Finding<Id>; evidence: string; places: Place[] }>();
  for (const finding of findings) {
    const evidence = printable(finding.evidence);
    const key = keyOf(finding, evidence);
    const merged = byKey.get(key) ?? { finding, evidence, places: [] };
    if (finding.place) merged.places.push(finding.place);
    byKey.set(key, merged);
  }
  return [...byKey.values()]
    .map((merged) => {
      const { finding } = merged;
      const entry = entryOf(finding.id);
      return {
        ...merged,
        rank: finding.rank ?? entry.rank,
        summary: printable(finding.summary ?? entry.summary),
        fix: printable(finding.fix ?? entry.fix),
        hasComparison: entry.hasComparison === true,
      };
    })
    .sort((one, other) => one.rank - other.rank);
}
