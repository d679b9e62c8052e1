import type { Grant } from "cloudfront-sign-webcrypto";
import { isOfReference, refuseReference } from "../fault.ts";
import type { Leaving, ReferenceKind } from "../leaving.ts";
import { refuseOtherScheme } from "../reference-syntax.ts";
import { createReferenceWriter, type ReferenceWriter } from "../reference-writer.ts";
import type { Base } from "../resolve-reference.ts";
import type { WorkBudget } from "../work-budget.ts";
import { decisive, leavable, refuseAt } from "./manifest-fault.ts";

/** What is an escape once more when the XML escapes are decoded: some readers decode twice, or in CDATA. */
const escapedTwice = /&(?:#\d+|#x[\da-f]+|[a-z]{2,8});/i;

/** Throws for a reference whose XML escapes are escaped themselves. */
export function checkEscapes(reference: string): void {
  if (escapedTwice.test(reference))
    refuseReference(
      "has an XML escape that is escaped itself, which only some readers decode; escape it once",
    );
}

/** Signs a reference that players may resolve against any of several bases: the grant has to cover it under each. */
export interface SignUnderBases {
  /**
   * With `isAnywhere` any URL counts as covered.
   *
   * @throws a fault with the place, unless the reference is left: then it returns the reference as it is.
   */
  sign(reference: string, place: string, bases: readonly Base[], isAnywhere?: boolean): string;
  /** Whether the grant covers it under each, so that it would be signed. */
  covers(reference: string, bases: readonly Base[]): boolean;
  /**
   * The same for a reference that decides which hosts players ask: it is never left, unless its host is trusted.
   *
   * @throws a fault with the place.
   */
  signDecisive(
    reference: string,
    kind: ReferenceKind,
    place: string,
    bases: readonly Base[],
    signer?: (reference: string, base: Base) => string,
  ): string;
}

/** @param write signs what the grant covers */
export function createSignUnderBases(
  write: ReferenceWriter,
  grant: Grant,
  leaving: Leaving,
  budget: WorkBudget,
): SignUnderBases {
  const writeAnywhere = createReferenceWriter({ ...grant, signUrl: () => "", covers: () => true }, budget);

  function signEach(
    reference: string,
    bases: readonly Base[],
    writer: (reference: string, base: Base) => string,
  ): string {
    checkEscapes(reference);
    let signed = reference;
    for (const base of bases) {
      signed = writer(reference, base);
      if (signed === reference) break;
    }
    return signed;
  }

  return {
    sign(reference, place, bases, isAnywhere = false) {
      try {
        return signEach(reference, bases, isAnywhere ? writeAnywhere : write);
      } catch (error) {
        if (!isOfReference(error)) throw error;
        const found = { kind: kindOf(place), url: reference, place };
        if (leaving.trusts(found, reference, bases, error.problem) || leaving.leaves(found, error.problem))
          return reference;
        return refuseAt(error, place, leavable);
      }
    },
    covers(reference, bases) {
      try {
        return signEach(reference, bases, write) !== reference;
      } catch (error) {
        if (!isOfReference(error)) throw error;
        return false;
      }
    },
    signDecisive(reference, kind, place, bases, signer = write) {
      try {
        refuseOtherScheme(reference);
        return signEach(reference, bases, signer);
      } catch (error) {
        if (!isOfReference(error)) throw error;
        if (leaving.trusts({ kind, url: reference, place }, reference, bases, error.problem))
          return reference;
        return refuseAt(error, place, decisive);
      }
    },
  };
}

/** What a reference to media is for, by its place. */
function kindOf(place: string): ReferenceKind {
  return /@initialization$|^Initialization@/.test(place) ? "init" : "segment";
}
