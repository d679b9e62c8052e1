import type { Grant } from "cloudfront-sign-webcrypto";
import { isOfReference, notTrusted, refuseReference } from "../fault.ts";
import { isDecisive, type Leaving, type ReferenceKind } from "../leaving.ts";
import { refuseOtherScheme } from "../reference-syntax.ts";
import { createReferenceWriter, firstOf, type ReferenceWriter } from "../reference-writer.ts";
import type { Base } from "../resolve-reference.ts";
import type { WorkBudget } from "../work-budget.ts";
import { decisive, leavable, refuseAt, refuseManifest } from "./manifest-fault.ts";

/** What is an escape once more when the XML escapes are decoded: some readers decode twice, or in CDATA. */
const escapedTwice = /&(?:#\d+|#x[\da-f]+|[a-z]{2,8});/i;

/** Throws for a reference whose XML escapes are escaped themselves. */
export function checkEscapes(reference: string): void {
  if (escapedTwice.test(reference))
    refuseReference(
      "has an XML escape that is escaped itself, which only some players decode; escape it once",
    );
}

/** Signs a reference that players may resolve against any of several bases: the grant has to cover it under each. */
export interface SignUnderBases {
  /** Whether references to media in this place stay unsigned, wherever they lead. */
  isOpen(place: string): boolean;
  /**
   * With `isAnywhere` any URL counts as covered that leads to no trusted host.
   *
   * @throws a fault with the place, unless the reference is left: then it returns the reference as it is.
   */
  sign(reference: string, place: string, bases: readonly Base[], isAnywhere?: boolean): string;
  /** The reference signed if a grant covers it under each, and otherwise as it is. */
  attempt(reference: string, bases: readonly Base[]): string;
  /**
   * The same for a reference that decides which hosts players ask: it is never left, unless its host is trusted, and
   * one to a file that does is not signed without that, either.
   *
   * @throws a fault with the place.
   */
  signDecisive(
    reference: string,
    kind: ReferenceKind,
    place: string,
    bases: readonly Base[],
    change?: (write: ReferenceWriter) => ReferenceWriter,
  ): string;
}

/** @param writers sign what each of the grants covers */
export function createSignUnderBases(
  writers: readonly ReferenceWriter[],
  [grant]: readonly Grant[],
  leaving: Leaving,
  budget: WorkBudget,
): SignUnderBases {
  const anywhere = { ...(grant as Grant), signUrl: () => "", covers: () => true };
  const writersAnywhere = [createReferenceWriter(anywhere, budget)];

  /** Signs by one grant that covers it under each base: the parameters of another must not go there. */
  function signEach(
    reference: string,
    bases: readonly Base[],
    by: readonly ReferenceWriter[],
    change: (write: ReferenceWriter) => ReferenceWriter = (write) => write,
  ): string {
    checkEscapes(reference);
    return firstOf(by, (writer) => {
      const write = change(writer);
      let signed = reference;
      for (const base of bases) {
        signed = write(reference, base);
        if (signed === reference) break;
      }
      return signed;
    });
  }

  const signAnywhere = (reference: string, place: string, bases: readonly Base[]): string => {
    try {
      return signEach(reference, bases, writersAnywhere);
    } catch (error) {
      if (!isOfReference(error)) throw error;
      return refuseAt(error, place, leavable);
    }
  };

  return {
    isOpen: (place) => leaving.isOpen(kindOf(place)),
    sign(reference, place, bases, isAnywhere = false) {
      try {
        return signEach(reference, bases, writers);
      } catch (error) {
        if (!isOfReference(error)) throw error;
        const found = { kind: kindOf(place), url: reference, place };
        if (leaving.trusts(found, reference, bases, error.problem)) return reference;
        if (isAnywhere) return signAnywhere(reference, place, bases);
        if (leaving.leaves(found, error.problem)) return reference;
        return refuseAt(error, place, leavable);
      }
    },
    attempt(reference, bases) {
      try {
        return signEach(reference, bases, writers);
      } catch (error) {
        if (!isOfReference(error)) throw error;
        return reference;
      }
    },
    signDecisive(reference, kind, place, bases, change) {
      try {
        refuseOtherScheme(reference);
        const signed = signEach(reference, bases, writers, change);
        if (!isDecisive(kind) || leaving.isTrusted(reference, bases)) return signed;
      } catch (error) {
        if (!isOfReference(error)) throw error;
        if (leaving.trusts({ kind, url: reference, place }, reference, bases, error.problem))
          return reference;
        return refuseAt(error, place, decisive);
      }
      return refuseManifest(notTrusted, place);
    },
  };
}

/** What a reference to media is for, by its place. */
function kindOf(place: string): ReferenceKind {
  return /@initialization$|^Initialization@/.test(place) ? "init" : "segment";
}
