/** What came out for a question. */
export type Outcome = "agrees" | "differs" | "undecided";

/** A request as results show it: to the distribution of the AWS documentation, signed by nobody. */
export interface ShownRequest {
  readonly method: string;
  readonly target: string;
  readonly host?: string;
  readonly cookies?: string;
}

/** An answer as results show it. */
export interface ShownAnswer {
  readonly status: number;
  readonly xCache?: string;
  /** Whether the origin answered, so that CloudFront allowed the request. */
  readonly isFromOrigin: boolean;
  /** The beginning of CloudFront's own body. */
  readonly body?: string;
}

/** A question, the choice of the verifier, and the answer of CloudFront. */
export interface QuestionResult {
  readonly id: string;
  readonly topic: string;
  readonly asks: string;
  /** The page of the CloudFront Developer Guide, or `undocumented`. */
  readonly source: string;
  readonly requests: readonly ShownRequest[];
  /** What the verifier decides: `allowed`, or the code of the denial. */
  readonly verifier: string;
  /** Why the verifier denies. */
  readonly reason?: string;
  /** What CloudFront decided; missing if that is not known. */
  readonly cloudFront?: string;
  readonly outcome: Outcome;
  /** Why the question is not decided. */
  readonly why?: string;
  readonly answers: readonly ShownAnswer[];
  /** The answer to the request that is right without any doubt. */
  readonly control?: ShownAnswer;
}

/** The version of the form of `conformance.json`. */
export const schemaVersion = 1;

/** Everything that `conformance.json` holds. */
export interface ConformanceResult {
  readonly schema: typeof schemaVersion;
  readonly package: { readonly name: string; readonly version: string };
  /** When the first question was asked. */
  readonly date: string;
  readonly runtime: string;
  /** The edge locations that answered (`X-Amz-Cf-Pop`). */
  readonly edgeLocations: readonly string[];
  readonly counts: Readonly<Record<Outcome, number>>;
  readonly questions: readonly QuestionResult[];
}

export function countOutcomes(results: readonly QuestionResult[]): Record<Outcome, number> {
  const count = (outcome: Outcome): number => results.filter((one) => one.outcome === outcome).length;
  return { agrees: count("agrees"), differs: count("differs"), undecided: count("undecided") };
}
