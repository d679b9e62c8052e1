import { limits } from "cloudfront-sign-webcrypto/internals";
import { Fault, refuseReference, tooLong } from "../fault.ts";
import { checkSyntax, hasOtherScheme } from "../reference-syntax.ts";
import { type Base, createBase, resolveReference, unclearDots } from "../resolve-reference.ts";
import { splitReference } from "../url-parts.ts";
import type { WorkBudget } from "../work-budget.ts";
import { refuseAt } from "./manifest-fault.ts";
import { checkEscapes } from "./sign-under-bases.ts";

/**
 * Resolves a `BaseURL` against the base above it. Every reader has to come to the same folder: a `BaseURL`
 * decides where the references below it lead, so it always throws.
 *
 * Source: ISO/IEC 23009-1, "Base URL processing".
 *
 * @throws `ERR_URL_INVALID`, `ERR_URL_TOO_LONG`, as faults, when readers read it differently, or it is too
 * long.
 */
export function resolveBaseUrl(reference: string, outer: Base, budget: WorkBudget, place = "BaseURL"): Base {
  if (reference === "" || reference.startsWith("#")) return outer;
  try {
    budget.spend(outer.href.length + reference.length);
    checkEscapes(reference);
    if (hasOtherScheme(reference)) return createBase(reference, place);
    checkSyntax(reference);
    const bases = new Map<string, Base>();
    const resolution = resolveReference(reference, outer);
    const above = outer.source.endsWith(place) ? outer.source : `${outer.source} and ${place}`;
    const source = splitReference(reference).authority === undefined ? above : place;
    if (resolution.hasUnclearDots) refuseReference(unclearDots);
    for (const reading of [resolution.strict, ...(resolution.others() ?? [])]) {
      const base = createBase(normalizedUrl(reading), source);
      bases.set(base.folder, bases.get(base.folder) ?? base);
    }
    const [base, ...others] = bases.values();
    if (!base || others.length > 0)
      return refuseReference(
        "resolves to different folders in different players; write it as an absolute URL",
      );
    if (base.href.length > limits.longestUrl) throw new Fault(tooLong);
    return base;
  } catch (error) {
    return refuseAt(error, place, "");
  }
}

/** The URL as a URL parser writes it; one that it does not take stays as it is. */
function normalizedUrl(url: string): string {
  try {
    return new URL(url).href;
  } catch {
    return url;
  }
}
