import { fail } from "../../errors.ts";
import type { Grant } from "../../sign/grant.ts";
import { longestUrl } from "../../url/limits.ts";
import { createReferenceWriter, type Uncovered } from "../reference.ts";
import { ReferenceFault, refuse } from "../reference-fault.ts";
import { hasOtherScheme } from "../reference-syntax.ts";
import type { Base } from "../resolve-reference.ts";
import type { WorkBudget } from "../work-budget.ts";
import { resolveBaseUrl } from "./base-url.ts";
import { useIdentifier } from "./identifiers.ts";
import { basesOf, noteMove, type Scope, settle } from "./scope.ts";
import { malformed } from "./tokenizer.ts";

/**
 * The most alternatives that a base may have, and the most references of a scope that wait for its
 * representations: work stays bounded.
 */
const most = 12;

const doublyEscaped = "has an XML escape that is escaped itself, which some readers resolve; remove it";
/** What is an escape once more when the XML escapes are read: some readers unescape twice, or in CDATA. */
const escapedAgain = /&(?:#\d+|#x[\da-f]+|[a-z]{2,8});/i;

/** Signs references by all that they may be relative to. */
export interface ReferenceSigner {
  /** The content of a `BaseURL`. A folder stays as it is: what is resolved against it loses its query. */
  baseUrl(reference: string, scope: Scope, isSeenByAll: boolean): string;
  /** The address of a manifest or patch, which no `BaseURL` moves. */
  location(reference: string, place: string, scope: Scope): string;
  /**
   * An address that is not signed, and from which players take the addresses of more: the grant has to cover
   * it, always.
   */
  authority(reference: string, place: string, scope: Scope): void;
  /** A reference of segments. */
  segment(reference: string, place: string, scope: Scope): string;
  /** Holds what was decided above a scope, and could not be known there, against the bases here. */
  close(scope: Scope): void;
}

export function createReferenceSigner(
  grant: Grant,
  uncovered: Uncovered,
  manifest: Base,
  budget: WorkBudget,
): ReferenceSigner {
  const write = createReferenceWriter(grant, budget);
  /** Takes any URL. */
  const writeAnywhere = createReferenceWriter({ ...grant, signUrl: () => "", covers: () => true }, budget);

  /** What `action` gives; a fault gets its place, or the reference stays as it is. */
  const at = (place: string, reference: string, action: () => string): string => {
    try {
      return action();
    } catch (error) {
      if (!(error instanceof ReferenceFault)) throw error;
      if (uncovered === "leave") return reference;
      return fail(error.code, place, `${error.problem}; uncovered: "leave" would leave it unsigned`);
    }
  };

  /**
   * Signed if the grant covers it under each base, as players take any of them; what is nothing but its base
   * is signed there.
   */
  const sign = (reference: string, place: string, bases: readonly Base[], by = write): string =>
    at(place, reference, () => {
      if (escapedAgain.test(reference)) refuse("ERR_URL_INVALID", doublyEscaped);
      let signed = reference;
      for (const base of bases) {
        signed = by(reference, base);
        if (signed === reference) break;
      }
      return signed;
    });

  const checkInherited = (scope: Scope, bases: readonly Base[], isLeaf: boolean): void => {
    for (let holder: Scope | undefined = scope; holder; holder = isLeaf ? holder.parent : undefined) {
      for (const inherited of holder.inherited) {
        const { reference, place, signed, checked } = inherited;
        if (isLeaf ? checked === bases : checked) continue;
        inherited.checked = bases;
        settle(scope);
        if ((sign(reference, place, bases) !== reference) === signed) continue;
        fail(
          "ERR_RESOURCE_MISMATCH",
          place,
          "is covered by the grant only with, or only without, a BaseURL further down; move that one up",
        );
      }
    }
  };

  const addBase = (bases: Base[], base: Base): void => {
    if (!bases.some(({ href }) => href === base.href)) bases.push(base);
    if (bases.length > most) malformed(`has more than ${most} alternatives for one BaseURL`);
  };

  return {
    baseUrl(reference, scope, isSeenByAll) {
      if (scope.settled || scope.parent?.settledBelow)
        malformed("has a BaseURL behind references that it moves; it has to stand before them");
      if (escapedAgain.test(reference)) fail("ERR_URL_INVALID", "BaseURL", doublyEscaped);
      // dash.js replaces it in the resolved URL, whichever part it came from.
      if (/RepresentationID/i.test(reference)) useIdentifier(scope, "BaseURL");
      let isFolder = true;
      for (const outer of scope.outer) {
        const base = resolveBaseUrl(reference, outer, budget);
        if (!base.parts.path.endsWith("/")) isFolder = false;
        addBase(scope.own, base);
      }
      if (!isSeenByAll) for (const outer of scope.outer) addBase(scope.own, outer);
      const signed = isFolder ? reference : sign(reference, "BaseURL", scope.outer);
      scope.written.push({ reference, isSigned: signed !== reference });
      // It was signed under the bases above, which may stand behind it.
      if (signed !== reference && scope.parent) settle(scope.parent);
      return signed;
    },
    location(reference, place, scope) {
      const signed = sign(reference, place, [manifest]);
      if (place !== "Location") return signed;
      // For some players all else is relative to the Location, for others to the URL that the manifest came
      // from.
      if (scope.settled)
        malformed(
          "has a Location behind references that it moves for some players; it has to stand before them",
        );
      const base = resolveBaseUrl(reference, manifest, budget, place);
      addBase(scope.outer, base);
      for (const { reference: own, isSigned } of scope.written) {
        addBase(scope.own, resolveBaseUrl(own, base, budget));
        if (isSigned && sign(own, "BaseURL", [base]) === own)
          fail(
            "ERR_RESOURCE_MISMATCH",
            "BaseURL",
            "is covered by the grant only without the Location behind it",
          );
      }
      return signed;
    },
    authority(reference, place, scope) {
      try {
        if (hasOtherScheme(reference)) refuse("ERR_URL_INVALID", "is at no URL that the grant could cover");
        for (const base of [manifest, ...basesOf(scope)]) write(reference, base);
      } catch (error) {
        // Never left as it is: it decides about the hosts of what is signed.
        if (!(error instanceof ReferenceFault)) throw error;
        fail(
          error.code,
          place,
          `${error.problem}; it decides which hosts players ask with their signed URLs`,
        );
      }
    },
    segment(reference, place, scope) {
      if (/RepresentationID/i.test(reference) || /RepresentationID/i.test(manifest.href))
        useIdentifier(scope, place);
      const bases = basesOf(scope);
      if (hasOtherScheme(reference) || /^https?:/i.test(reference))
        return sign(reference, place, bases.slice(0, 1));
      if (scope.movedBelow)
        malformed(
          "has references behind an element that inherits them and has a BaseURL; they have to stand before it",
        );
      if (/^(Period|AdaptationSet)$/.test(scope.name)) {
        if (scope.inherited.length < most && reference.length < longestUrl) {
          // To throw is still possible when the bases of the representations are known; to leave it is not.
          const signed = sign(reference, place, bases, uncovered === "throw" ? writeAnywhere : write);
          scope.inherited.push({ reference, place, signed: signed !== reference, checked: undefined });
          return signed;
        }
        scope.settledBelow = true;
      }
      settle(scope);
      return sign(reference, place, bases);
    },
    close(scope) {
      checkInherited(scope, basesOf(scope), scope.name === "Representation");
      noteMove(scope);
    },
  };
}
