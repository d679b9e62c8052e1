import { fail } from "../../errors.ts";
import { longestUrl } from "../../url/limits.ts";
import { ReferenceFault } from "../reference-fault.ts";
import { checkSyntax, hasOtherScheme } from "../reference-syntax.ts";
import { type Base, createBase, resolveReference } from "../resolve-reference.ts";
import type { WorkBudget } from "../work-budget.ts";

/**
 * The base that a `BaseURL` makes of the one above it, in every reading the same.
 *
 * A `BaseURL` decides where the references below it lead, so it cannot be left to itself.
 *
 * @throws `ERR_URL_INVALID`, `ERR_URL_TOO_LONG` for one that readers read in different ways, or that is too
 * long.
 */
export function resolveBaseUrl(reference: string, outer: Base, budget: WorkBudget, place = "BaseURL"): Base {
  if (reference === "" || reference.startsWith("#")) return outer;
  try {
    budget.spend(outer.href.length + reference.length);
    if (hasOtherScheme(reference)) return createBase(reference);
    checkSyntax(reference);
    const bases = new Map<string, Base>();
    const { urls, problem } = resolveReference(reference, outer);
    if (problem !== undefined) fail("ERR_URL_INVALID", place, problem);
    for (const reading of urls) {
      const base = createBase(normal(reading));
      bases.set(base.folder, bases.get(base.folder) ?? base);
    }
    const [base, ...others] = bases.values();
    if (!base || others.length > 0)
      return fail(
        "ERR_URL_INVALID",
        place,
        "is resolved to different folders by different readers; write it as an absolute URL",
      );
    if (base.href.length > longestUrl)
      fail(
        "ERR_URL_TOO_LONG",
        place,
        `has ${base.href.length} characters with those above it; CloudFront takes URLs of ${longestUrl} bytes`,
      );
    return base;
  } catch (error) {
    if (error instanceof ReferenceFault) return fail(error.code, place, error.problem);
    throw error;
  }
}

/** As clients send it; one that cannot be resolved any further stays as it is. */
function normal(url: string): string {
  try {
    return new URL(url).href;
  } catch {
    return url;
  }
}
