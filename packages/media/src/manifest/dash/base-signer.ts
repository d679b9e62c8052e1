import { Fault } from "../fault.ts";
import { checkSyntax } from "../reference-syntax.ts";
import { type Base, resolveReference } from "../resolve-reference.ts";
import type { WorkBudget } from "../work-budget.ts";
import { resolveBaseUrl } from "./base-url.ts";
import { useIdentifier } from "./identifiers.ts";
import { refuseManifest, refuseOrder } from "./manifest-fault.ts";
import { mostAlternatives, type Scope, settle } from "./scope.ts";
import type { SignUnderBases } from "./sign-under-bases.ts";

/** Signs the elements that other references are relative to. */
export interface BaseSigner {
  /**
   * The content of a `BaseURL`. A folder stays as it is, unless it is the URL of a file: what is resolved against it
   * loses its query.
   */
  baseUrl(reference: string, scope: Scope, isSeenByAll: boolean): string;
  /** The content of a `Location` or `PatchLocation`, which no `BaseURL` moves. */
  location(reference: string, place: string, scope: Scope): string;
}

export function createBaseSigner(
  { isOpen, sign, attempt, signDecisive }: SignUnderBases,
  manifest: Base,
  budget: WorkBudget,
): BaseSigner {
  /** A manifest that comes from another host than the media, and names itself: players ask for it as they did before. */
  const signOwn = (reference: string): string => {
    try {
      return signDecisive(reference, "location", "Location", [manifest]);
    } catch (error) {
      if (error instanceof Fault && error.problem().code === "ERR_RESOURCE_MISMATCH") return reference;
      throw error;
    }
  };

  return {
    baseUrl(reference, scope, isSeenByAll) {
      if (!scope.known && (scope.settled || scope.parent?.settledBelow)) refuseOrder(tooLate);
      // dash.js replaces it in the resolved URL, whichever part it comes from.
      if (/RepresentationID/i.test(reference)) useIdentifier(scope, "BaseURL", reference);
      let isFolder = true;
      for (const outer of scope.outer) {
        const base = resolveBaseUrl(reference, outer, budget);
        if (!base.parts.path.endsWith("/")) isFolder = false;
        addBase(scope.own, base);
      }
      if (!isSeenByAll) for (const outer of scope.outer) addBase(scope.own, outer);
      const isLeft = (isFolder && !scope.isFile) || isOpen("BaseURL");
      const signed = isLeft ? reference : sign(reference, "BaseURL", scope.outer);
      scope.written.push({ reference, signed });
      // It was signed under the bases above, so none may come behind it.
      if (signed !== reference && scope.parent) settle(scope.parent);
      return signed;
    },
    location(reference, place, scope) {
      // Either could give the signed templates another base: Shaka resolves those that it has against the BaseURL of
      // the next manifest. A patch is relative to the Location for Shaka.
      if (place !== "Location") {
        scope.isPatched = true;
        return signDecisive(reference, "remote", place, scope.outer);
      }
      const signed = isAddressOf(manifest, reference)
        ? signOwn(reference)
        : signDecisive(reference, "location", place, [manifest]);
      // Some players resolve everything against the Location, others against the URL that the manifest came
      // from.
      if (!scope.known && (scope.settled || scope.isPatched)) refuseOrder(tooLate);
      const base = resolveBaseUrl(reference, manifest, budget, place);
      addBase(scope.outer, base);
      for (const { reference: own, signed: writtenAs } of scope.written) {
        addBase(scope.own, resolveBaseUrl(own, base, budget));
        if (writtenAs !== own && attempt(own, [base]) !== writtenAs)
          refuseOrder(movedByBase, "BaseURL", "ERR_RESOURCE_MISMATCH");
      }
      return signed;
    },
  };
}

/** Whether every reader resolves a reference to the address of the manifest, with any query. */
function isAddressOf(manifest: Base, reference: string): boolean {
  try {
    checkSyntax(reference);
  } catch {
    return false;
  }
  const { strict, hasUnclearDots, others } = resolveReference(reference, manifest);
  const urls = others();
  return (
    !hasUnclearDots &&
    urls !== undefined &&
    [strict, ...urls].every((url) => url.split("?", 1)[0] === manifest.href)
  );
}

const tooLate = "a BaseURL or Location comes after references that it changes; move it before them";

/** The problem of a reference that was signed, or left, by other bases than it has. */
export const movedByBase =
  "is covered by the grant only with, or only without, a later BaseURL or Location; move that one up";

export function addBase(bases: Base[], base: Base): void {
  if (!bases.some(({ href }) => href === base.href)) bases.push(base);
  if (bases.length > mostAlternatives)
    refuseManifest(`there are more than ${mostAlternatives} alternatives for one BaseURL; remove some`);
}
