import type { Grant } from "cloudfront-sign-webcrypto";
import { longestUrl, parameterNames } from "cloudfront-sign-webcrypto/internals";
import { isOfReference } from "../fault.ts";
import { hasOtherScheme, refuseOtherScheme } from "../reference-syntax.ts";
import { createReferenceWriter } from "../reference-writer.ts";
import type { Base } from "../resolve-reference.ts";
import type { Uncovered } from "../signing-options.ts";
import type { WorkBudget } from "../work-budget.ts";
import type { Role } from "./addresses.ts";
import { type BaseSigner, createBaseSigner, movedByBase } from "./base-signer.ts";
import { encodeEscapes } from "./escapes.ts";
import { useIdentifier } from "./identifiers.ts";
import { decisive, leavable, refuseAt, refuseManifest, refuseOrder } from "./manifest-fault.ts";
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
  /** Uncovered references are left, so that signed and unsigned ones can stand side by side. */
  readonly isLeaving: boolean;
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
  grant: Grant,
  uncovered: Uncovered,
  manifest: Base,
  query: URLSearchParams,
  budget: WorkBudget,
): ReferenceSigner {
  const write = createReferenceWriter(grant, budget);
  const underBases = createSignUnderBases(write, grant, uncovered, budget);
  const { sign } = underBases;
  const isIdentifierInUrl = /RepresentationID/i.test(manifest.href);
  // The parameters, which are the same for every reference.
  let encoded = { text: "", result: "" };

  const checkInherited = (scope: Scope, bases: readonly Base[], isLeaf: boolean): void => {
    for (const holder of isLeaf ? outward(scope) : [scope]) {
      for (const inherited of holder.inherited) {
        const { reference, place, isSigned, checked } = inherited;
        if (isLeaf ? checked === bases : checked) continue;
        inherited.checked = bases;
        settle(scope);
        if ((sign(reference, place, bases) !== reference) !== isSigned)
          refuseOrder(movedByBase, place, "ERR_RESOURCE_MISMATCH");
      }
    }
  };

  /** A `BaseURL` that looks like a folder was left before `SegmentBase` said that players ask for it. */
  const checkFile = (representation: Scope): void => {
    const scope = scopeOfFile(representation);
    if (!scope || scope.known) return;
    if (scope.own.some(({ parts, href }) => parts.path.endsWith("/") && grant.covers(href)))
      refuseOrder(
        "is the URL of a file, as SegmentBase says behind it, and ends with a slash like that of a folder; write it without the slash",
        "BaseURL",
      );
  };

  /** An address may be signed already: nothing is added to it. */
  const signAddress = (reference: string, base: Base): string => {
    try {
      return write(reference, base);
    } catch (error) {
      if (!isOfReference(error) || error.problem().code !== "ERR_URL_ALREADY_SIGNED") throw error;
      write(reference.replace(/\?[^#]*/, ""), base);
      return reference;
    }
  };

  /** Its base may be that of any element around it: readers differ. */
  const signUnderAll = (reference: string, scope: Scope): string => {
    checkEscapes(reference);
    refuseOtherScheme(reference);
    const bases = allBases(scope);
    let signed = reference;
    for (const base of isAbsolute(reference) ? bases.slice(0, 1) : bases)
      signed = signAddress(reference, base);
    return signed;
  };

  return {
    isLeaving: uncovered === "leave",
    ...createBaseSigner(underBases, manifest, budget),
    address(reference, place, scope, role) {
      if (role === "unknown" && uncovered === "leave") return;
      try {
        signUnderAll(reference, scope);
      } catch (error) {
        refuseAt(error, place, role === "unknown" ? leavable : decisive);
      }
    },
    authority(reference, place, scope) {
      try {
        // A BaseURL or Location behind it may move it.
        if (!isAbsolute(reference)) settle(scope);
        return signUnderAll(reference, scope);
      } catch (error) {
        return refuseAt(error, place, decisive);
      }
    },
    segment(reference, place, scope) {
      if (isIdentifierInUrl || /RepresentationID/i.test(reference)) useIdentifier(scope, place, reference);
      const bases = basesOf(scope);
      if (hasOtherScheme(reference) || isAbsolute(reference))
        return sign(reference, place, bases.slice(0, 1));
      if (scope.known) return sign(reference, place, scope.known);
      if (scope.movedBelow)
        refuseOrder(
          "references stand behind an element that inherits them and has a BaseURL; move them in front of it",
        );
      if (scope.name === "Period" || scope.name === "AdaptationSet") {
        if (scope.inherited.length < mostInherited && reference.length < longestUrl) {
          // Throwing can wait until the bases of the representations are known; leaving cannot.
          const signed = sign(reference, place, bases, uncovered === "throw");
          scope.inherited.push({ reference, place, isSigned: signed !== reference, checked: undefined });
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
        "useMPDUrlQuery makes players send the query of manifestUrl, which has more than a signature, to any host; remove it, the references are signed instead",
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

/** Whether a reference is the same under each base. */
function isAbsolute(reference: string): boolean {
  return /^https?:/i.test(reference);
}
