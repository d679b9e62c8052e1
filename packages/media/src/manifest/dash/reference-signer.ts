import type { Grant } from "cloudfront-sign-webcrypto";
import { limits, parameterNames } from "cloudfront-sign-webcrypto/internals";
import { isOfReference } from "../fault.ts";
import type { Leaving, ReferenceKind } from "../leaving.ts";
import { hasOtherScheme, refuseOtherScheme } from "../reference-syntax.ts";
import { createReferenceWriter, firstOf, type ReferenceWriter } from "../reference-writer.ts";
import type { Base } from "../resolve-reference.ts";
import type { WorkBudget } from "../work-budget.ts";
import type { Role } from "./addresses.ts";
import { type BaseSigner, createBaseSigner, movedByBase } from "./base-signer.ts";
import { encodeEscapes } from "./escapes.ts";
import { useIdentifier } from "./identifiers.ts";
import { leavable, refuseAt, refuseManifest, refuseOrder } from "./manifest-fault.ts";
import {
  allBases,
  basesOf,
  mostInherited,
  noteMove,
  outward,
  type Scope,
  scopeOfFile,
  settle,
} from "./scope.ts";
import { checkEscapes, createSignUnderBases } from "./sign-under-bases.ts";

/** Signs the references of a manifest. */
export interface ReferenceSigner extends BaseSigner {
  /** References may stand beside others that are unsigned, or have the parameters of another grant. */
  readonly isMixed: boolean;
  /**
   * Checks an address that is not signed: the grant has to cover it, also where uncovered references are left,
   * unless it is unknown.
   */
  address(reference: string, place: string, scope: Scope, role: Exclude<Role, "service">): void;
  /** The address of what decides which hosts players ask, which is never left. One that is signed already stays. */
  authority(reference: string, place: string, scope: Scope): string;
  /** A reference to segments. */
  segment(reference: string, place: string, scope: Scope): string;
  /**
   * What is written where a manifest hands the query of its own URL down to the URLs of segments: these are signed
   * instead, and would have each parameter twice.
   */
  withoutQuery(): string;
  /** The text with the escapes that it needs in an XML value. */
  encode(text: string): string;
  /** Checks the references of a closing scope that were signed before all of its bases were known. */
  close(scope: Scope): void;
}

export function createReferenceSigner(
  grants: readonly Grant[],
  leaving: Leaving,
  manifest: Base,
  query: URLSearchParams,
  budget: WorkBudget,
): ReferenceSigner {
  const writers = grants.map((grant) => createReferenceWriter(grant, budget));
  const underBases = createSignUnderBases(writers, grants, leaving, budget);
  const { isOpen, sign, attempt, signDecisive } = underBases;
  const isIdentifierInUrl = /RepresentationID/i.test(manifest.href);
  // The parameters, which are the same for every reference.
  let encoded = { text: "", result: "" };

  const checkInherited = (scope: Scope, bases: readonly Base[], isLeaf: boolean): void => {
    for (const holder of isLeaf ? outward(scope) : [scope]) {
      for (const inherited of holder.inherited) {
        const { reference, place, signed, checked } = inherited;
        if (isLeaf ? checked === bases : checked) continue;
        inherited.checked = bases;
        settle(scope);
        const again = attempt(reference, bases);
        // What is not covered is refused as such, unless a trusted host explains it.
        if (leaving.throws && again === reference && !leaving.leadsElsewhere(reference, bases))
          sign(reference, place, bases);
        if (again !== signed) refuseOrder(movedByBase, place, "ERR_RESOURCE_MISMATCH");
      }
    }
  };

  /** A `BaseURL` that looks like a folder was left before `SegmentBase` said that players ask for it. */
  const checkFile = (representation: Scope): void => {
    const scope = scopeOfFile(representation);
    if (!scope || scope.known || isOpen("BaseURL")) return;
    if (
      scope.own.some(
        ({ parts, href }) => parts.path.endsWith("/") && grants.some((grant) => grant.covers(href)),
      )
    )
      refuseOrder(
        "ends with a slash like a folder, but a later SegmentBase makes it the URL of a file; remove the slash",
        "BaseURL",
      );
  };

  /** An address may be signed already: nothing is added to it. */
  const orSigned =
    (write: ReferenceWriter): ReferenceWriter =>
    (reference, base) => {
      try {
        return write(reference, base);
      } catch (error) {
        if (!isOfReference(error) || error.problem().code !== "ERR_URL_ALREADY_SIGNED") throw error;
        write(reference.replace(/\?[^#]*/, ""), base);
        return reference;
      }
    };

  /** Its base may be that of any element around it: readers differ. */
  const basesOfAddress = (reference: string, scope: Scope): readonly Base[] =>
    isAbsolute(reference) ? [manifest] : allBases(scope);

  return {
    isMixed: leaving.isPossible || grants.length > 1,
    ...createBaseSigner(underBases, manifest, budget),
    address(reference, place, scope, role) {
      if (role === "unknown" && leaving.isSilent) return;
      const bases = basesOfAddress(reference, scope);
      if (role !== "unknown") {
        const kind = role === "report" ? role : kindOfDecisive(place);
        signDecisive(reference, kind, place, bases, orSigned);
        return;
      }
      try {
        checkEscapes(reference);
        refuseOtherScheme(reference);
        firstOf(writers, (write) => {
          for (const base of bases) orSigned(write)(reference, base);
          return reference;
        });
      } catch (error) {
        if (!isOfReference(error)) throw error;
        const found = { kind: "other", url: reference, place } as const;
        if (leaving.trusts(found, reference, bases, error.problem) || leaving.leaves(found, error.problem))
          return;
        refuseAt(error, place, leavable);
      }
    },
    authority(reference, place, scope) {
      if (kindOfDecisive(place) === "steering" && !/^(?:[a-z][a-z\d+.-]*:|\/\/|$)/i.test(reference))
        refuseManifest(
          "is relative, and dash.js requests it from the host of the page, with the signature; write an absolute URL",
          place,
          "ERR_URL_INVALID",
        );
      // A BaseURL or Location behind it may move it.
      if (!isAbsolute(reference)) settle(scope);
      const bases = basesOfAddress(reference, scope);
      return signDecisive(reference, kindOfDecisive(place), place, bases, orSigned);
    },
    segment(reference, place, scope) {
      if (isOpen(place)) return reference;
      if (isIdentifierInUrl || /RepresentationID/i.test(reference)) useIdentifier(scope, place, reference);
      const bases = basesOf(scope);
      if (hasOtherScheme(reference) || isAbsolute(reference))
        return sign(reference, place, bases.slice(0, 1));
      if (scope.known) return sign(reference, place, scope.known);
      if (scope.movedBelow)
        refuseOrder(
          "references come after an element that inherits them and has a BaseURL; move them before it",
        );
      if (scope.name === "Period" || scope.name === "AdaptationSet") {
        if (scope.inherited.length < mostInherited && reference.length < limits.longestUrl) {
          // Throwing can wait until the bases of the representations are known; leaving cannot.
          const signed = sign(reference, place, bases, leaving.throws);
          scope.inherited.push({ reference, place, signed, checked: undefined });
          return signed;
        }
        scope.settledBelow = true;
      }
      settle(scope);
      return sign(reference, place, bases);
    },
    withoutQuery() {
      if ([...query.keys()].every((name) => parameterNames.includes(name))) return "false";
      return refuseManifest(
        "useMPDUrlQuery makes players send the query of manifestUrl, which has more than a signature, to any host; remove it: the references are signed anyway",
      );
    },
    encode(text) {
      if (text !== encoded.text) encoded = { text, result: encodeEscapes(text) };
      return encoded.result;
    },
    close(scope) {
      if (scope.name === "Representation") checkFile(scope);
      checkInherited(scope, basesOf(scope), scope.name === "Representation");
      noteMove(scope);
    },
  };
}

function kindOfDecisive(place: string): ReferenceKind {
  return place.startsWith("ContentSteering") ? "steering" : "remote";
}

/** Whether a reference is the same under each base. */
function isAbsolute(reference: string): boolean {
  return /^https?:/i.test(reference);
}
