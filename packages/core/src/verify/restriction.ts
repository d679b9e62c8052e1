import { fail } from "../errors.ts";
import { readOptions } from "../options/read-options.ts";
import { describeType, typeTag } from "../options/type-name.ts";
import { checkPathPattern, type PathPattern } from "./path-pattern.ts";
import { pathOf, pathReadings } from "./path-readings.ts";

/** A cache behavior: its path pattern, and whether it restricts viewer access. */
export interface CacheBehavior {
  /**
   * CloudFront's path pattern: `*` is any number of characters, `?` is one character. It is case-sensitive, and
   * the `/` at its start is optional.
   */
  readonly pathPattern: string;
  /** Whether viewers need a signed URL or signed cookies here. */
  readonly restricted: boolean;
}

/**
 * The paths that need a signature: path patterns of the distribution's cache behaviors, in their order. The
 * first pattern that matches a path decides.
 *
 * Text restricts the paths that it matches; `{ pathPattern, restricted: false }` leaves them open. A path
 * that no pattern matches is open: end the list with `"*"` if the default behavior is restricted too. Leave
 * the option out to restrict every path.
 */
export type RestrictedPaths = readonly (string | CacheBehavior)[];

/**
 * A function that decides whether a URL needs a signature.
 *
 * CloudFront normalizes a path before it compares it and does not document how far, and the origin may read
 * the path in yet another way. So a URL is open only if every reading of its path is open.
 *
 * Source: CloudFront Developer Guide, "Cache behavior settings", "Path pattern".
 */
export function readRestriction(paths: RestrictedPaths | undefined): (url: string) => boolean {
  if (paths === undefined) return () => true;
  if (typeTag(paths) !== "Array")
    refuse(`is ${describeType(paths)}; write a list of path patterns such as ["/private/*"]`);
  const behaviors = Array.from(paths, readBehavior);
  if (behaviors.length === 0)
    refuse("is an empty list, which restricts nothing; add a path pattern, or leave it out to restrict all");
  if (!behaviors.some(({ restricted }) => restricted))
    refuse("has only open entries, which restrict nothing; add a path pattern that is restricted");
  const isOpen = (path: string): boolean =>
    !behaviors.find(({ pattern }) => pattern.matches(path))?.restricted;
  return (url) => {
    const readings = pathReadings(pathOf(url));
    return !readings || ![...readings].every(isOpen);
  };
}

interface ReadBehavior {
  readonly pattern: PathPattern;
  readonly restricted: boolean;
}

function readBehavior(entry: string | CacheBehavior, index: number): ReadBehavior {
  if (typeof entry === "string") return { pattern: checkPathPattern(entry, index), restricted: true };
  if (typeTag(entry) !== "Object")
    refuse(
      `the entry at index ${index} is ${describeType(entry)}; write text such as "/private/*", or { pathPattern, restricted }`,
    );
  const { pathPattern, restricted } = readOptions("restrict", entry, ["pathPattern", "restricted"]);
  if (typeof restricted !== "boolean")
    refuse(`the member restricted at index ${index} is ${describeType(restricted)}; write true or false`);
  return { pattern: checkPathPattern(pathPattern, index), restricted };
}

function refuse(problem: string): never {
  fail("ERR_OPTION_INVALID", "restrict", problem);
}
