import type { CloudFrontDenialQuestion, CloudFrontFinding } from "cloudfront-sign-diagnosis";
import type { CloudFrontVerifier } from "cloudfront-sign-webcrypto/verify";
import { createCloudFrontVerifier } from "cloudfront-sign-webcrypto/verify";
import broken from "../vectors/denials/artefacts.json";
import good from "../vectors/denials/controls.json";

/** The set of `vectors/denials`, made and proven apart from this library; its README says how. */

/** A question as JSON has it: `now` is a text. */
type WrittenQuestion = Omit<CloudFrontDenialQuestion, "time" | "verifier"> & { readonly now: string };

/** Each cause is a list of the IDs that name it. */
type Causes = readonly (readonly string[])[];

export type Decision =
  | { readonly decidable: true; readonly causes: Causes }
  | { readonly decidable: false; readonly decidedBy: readonly string[]; readonly causes?: Causes };

export interface Artefact {
  readonly family: string;
  readonly name: string;
  readonly question: WrittenQuestion;
  readonly withKeys: Decision;
  readonly withoutKeys: Decision;
  /** IDs that are true as well and may come first. */
  readonly symptoms: readonly string[];
  /** The causes have to come in this order. */
  readonly ordered: boolean;
  /** What the findings have to name. */
  readonly says: readonly string[];
  /** What the edge of the set says, in its own words. */
  readonly edge: { readonly denied: string };
  readonly why: string;
}

export interface Control {
  readonly name: string;
  readonly question: WrittenQuestion;
}

export const artefacts = broken.artefacts as unknown as readonly Artefact[];
export const controls = good.controls as unknown as readonly Control[];

export function verifierOfDenials(): CloudFrontVerifier {
  return createCloudFrontVerifier({ publicKeys: broken.publicKeys });
}

export function questionOf(
  { question }: Artefact | Control,
  verifier?: CloudFrontVerifier,
): CloudFrontDenialQuestion {
  const { now, ...rest } = question;
  return { ...rest, time: new Date(now), verifier };
}

export function textOf({ summary, evidence, fix }: CloudFrontFinding): string {
  return `${summary}\n${evidence}\n${fix}`;
}
