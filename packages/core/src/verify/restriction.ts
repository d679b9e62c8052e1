import { fail } from "../errors.ts";
import { kindOf, readOptions } from "../options/read-options.ts";
import { matchesWildcards } from "../url/wildcard-pattern.ts";
import { isResolved, pathOf, pathReadings } from "./path-readings.ts";

/** A cache behavior, as far as it matters here. */
export interface CacheBehavior {
  /**
   * CloudFront's path pattern: `*` is any number of characters, `?` is one, capital and small letters differ,
   * `/` in front is implied.
   */
  readonly pathPattern: string;
  /** Whether viewer access is restricted there. */
  readonly restricted: boolean;
}

/**
 * Path patterns in the order of the distribution's cache behaviors. The first that matches counts; text alone
 * is one that is restricted.
 */
export type RestrictedPaths = readonly (string | CacheBehavior)[];

/** With the `/` in front; CloudFront takes 255 characters without it ("Cache behavior settings"). */
const longestPathPattern = 256;

/**
 * Whether a URL is in a restricted cache behavior. Everything is where nothing is said.
 *
 * CloudFront normalizes a path before it compares it, and does not say how far; an origin may read it
 * otherwise again. So a URL is open only if it is open in every reading of its path.
 *
 * Source: CloudFront Developer Guide, "Cache behavior settings", "Path pattern".
 */
export function readRestriction(paths: RestrictedPaths | undefined): (url: string) => boolean {
  if (paths === undefined) return () => true;
  if (kindOf(paths) !== "Array")
    fail("ERR_OPTION_INVALID", "restrict", `expected a list of path patterns; received ${kindOf(paths)}`);
  const behaviors = Array.from(paths, readBehavior);
  if (!behaviors.some(({ restricted }) => restricted))
    fail("ERR_OPTION_INVALID", "restrict", "restricts nothing; name a path, or leave it out to restrict all");
  const isOpen = (path: string): boolean =>
    !behaviors.find(({ pathPattern }) => matchesWildcards(pathPattern, path, longestPathPattern))?.restricted;
  return (url) => {
    const readings = pathReadings(pathOf(url));
    return !readings || ![...readings].every(isOpen);
  };
}

function readBehavior(given: string | CacheBehavior): CacheBehavior {
  const behavior = typeof given === "string" ? { pathPattern: given, restricted: true } : given;
  const { pathPattern: pattern, restricted } = readOptions("restrict", behavior, [
    "pathPattern",
    "restricted",
  ]);
  // The characters that CloudFront takes. What is no resolved path could never match, and would leave open
  // what is to be restricted.
  if (
    typeof pattern === "string" &&
    /^[\w.*$/~"'@:+&?-]{1,255}$/.test(pattern) &&
    typeof restricted === "boolean"
  ) {
    const pathPattern = pattern.startsWith("/") ? pattern : `/${pattern}`;
    if (isResolved(pathPattern)) return { pathPattern, restricted };
  }
  return fail(
    "ERR_OPTION_INVALID",
    "restrict",
    "expected path patterns such as /private/*, without domain, query, escapes, // and ..",
  );
}
