import type { Grant } from "cloudfront-sign-webcrypto";
import { ReferenceFault, refuseReference } from "../reference-problem.ts";
import { refuseOtherScheme } from "../reference-syntax.ts";
import { createReferenceWriter } from "../reference-writer.ts";
import type { Base } from "../resolve-reference.ts";
import type { Uncovered } from "../signing-options.ts";
import type { WorkBudget } from "../work-budget.ts";
import { refuseManifest } from "./mpd-problem.ts";

/** What is an escape once more when the XML escapes are decoded: some readers decode twice, or in CDATA. */
const escapedTwice = /&(?:#\d+|#x[\da-f]+|[a-z]{2,8});/i;

/** Throws for a reference whose XML escapes are escaped themselves. */
export function checkEscapes(reference: string): void {
  if (escapedTwice.test(reference)) refuseReference({ id: "escaped-twice" });
}

/**
 * Signs a reference that players may resolve against any of several bases: the grant has to cover it under
 * each. With `isAnywhere` any URL counts as covered.
 *
 * @throws a fault with the place, unless uncovered references are left: then it returns the reference as it
 * is.
 */
export type SignUnderBases = (
  reference: string,
  place: string,
  bases: readonly Base[],
  isAnywhere?: boolean,
) => string;

export function createSignUnderBases(
  grant: Grant,
  uncovered: Uncovered,
  budget: WorkBudget,
  role: "authority" | "leavable" = "leavable",
): SignUnderBases {
  const writeCovered = createReferenceWriter(grant, budget);
  const writeAnywhere = createReferenceWriter({ ...grant, signUrl: () => "", covers: () => true }, budget);

  return (reference, place, bases, isAnywhere = false) => {
    const write = isAnywhere ? writeAnywhere : writeCovered;
    try {
      checkEscapes(reference);
      if (role === "authority") refuseOtherScheme(reference);
      let signed = reference;
      for (const base of bases) {
        signed = write(reference, base);
        if (signed === reference) break;
      }
      return signed;
    } catch (error) {
      if (!(error instanceof ReferenceFault)) throw error;
      if (uncovered === "leave") return reference;
      return refuseManifest({ id: "reference", problem: error.problem, role }, place);
    }
  };
}
