import type { ComparedTexts } from "./comparison.ts";

/**
 * `proven` by the input itself or by a public key; `likely` when few other causes look like this; `possible` for a
 * thing to check.
 */
export type Certainty = "proven" | "likely" | "possible";

/** The words of a finding that a reader sees besides the evidence. */
export interface FindingWords {
  /** The cause in one sentence. */
  readonly summary: string;
  /** What to do. */
  readonly fix: string;
}

/** What was seen, with words that fit it better than the general ones of its finding. */
export interface Seen extends Partial<FindingWords> {
  /** In a sentence. What came from outside is cut by `quote.ts`; every sentence is made printable at the end. */
  readonly evidence: string;
  /** What differs, whole: it is cut to what is safe to show. */
  readonly compared?: ComparedTexts | undefined;
  /** Where the finding comes, if not at the rank of its ID. */
  readonly rank?: number;
  /** The setting that it is about. Findings that differ in nothing else are merged. */
  readonly place?: Place | undefined;
}

/** A distribution by its name, and a cache behavior of it by its path pattern. */
export interface Place {
  readonly distribution: string;
  readonly pathPattern?: string | undefined;
}

/** A finding before it is put into its final words. */
export interface Finding<Id extends string = string> extends Seen {
  readonly id: Id;
  readonly certainty: Certainty;
  /** A public key decided it, so that it holds whatever else is known of the request. */
  readonly isOfKey?: boolean;
}

/** The same for all findings of one ID. */
export type FindingEntry<Given = never> = FindingWords & {
  /** Findings come in the order of their rank. */
  readonly rank: number;
  /** Whether the finding shows both sides of the difference. */
  readonly hasComparison?: true;
} & OwnSearch<Given>;

/**
 * An entry can look for its finding itself: then nothing else is needed for it. `find` returns what was seen, a
 * sentence if there is no more to say. What one search finds together with others stands beside the table.
 */
type OwnSearch<Given> =
  | { readonly certainty?: never; readonly find?: never }
  | {
      readonly certainty: Certainty;
      readonly find: (given: Given) => string | Seen | readonly Seen[] | undefined;
    };

/** The entries of a topic. The compiler refuses a table that lacks an ID of its union or has another one. */
export type FindingTable<Id extends string, Given = never> = Readonly<Record<Id, FindingEntry<Given>>>;

/** What the entries of a table find themselves. */
export function foundBy<Id extends string, Given>(
  table: FindingTable<Id, Given>,
  given: Given,
): Finding<Id>[] {
  const findings: Finding<Id>[] = [];
  for (const id in table) {
    const entry = table[id];
    if (!entry.find) continue;
    const seen = entry.find(given) ?? [];
    for (const one of Array.isArray(seen) ? seen : [seen]) findings.push(found(id, entry.certainty, one));
  }
  return findings;
}

type Details = Omit<Seen, "evidence">;

/** A finding that the request, the documents or a public key prove. */
export function proven<Id extends string>(id: Id, seen: string | Seen, details?: Details): Finding<Id> {
  return found(id, "proven", seen, details);
}

/** A finding for which there are few other causes. */
export function likely<Id extends string>(id: Id, seen: string | Seen, details?: Details): Finding<Id> {
  return found(id, "likely", seen, details);
}

/** A finding that is a thing to check. */
export function possible<Id extends string>(id: Id, seen: string | Seen, details?: Details): Finding<Id> {
  return found(id, "possible", seen, details);
}

/** A finding; `seen` is a sentence if there is no more to say. */
export function found<Id extends string>(
  id: Id,
  certainty: Certainty,
  seen: string | Seen,
  details?: Details,
): Finding<Id> {
  return typeof seen === "string"
    ? { id, certainty, evidence: seen, ...details }
    : { id, certainty, ...seen, ...details };
}
