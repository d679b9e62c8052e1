import { fail } from "../errors.ts";
import { longestPathPattern } from "../limits.ts";
import { readOptions } from "../options/read-options.ts";
import { describeType, typeTag } from "../options/type-name.ts";
import { matchesWildcards } from "../url/wildcard-pattern.ts";
import { isResolved, pathOf, pathReadings } from "./path-readings.ts";

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
 * The paths that need a signature: path patterns of the distribution's cache behaviors, in their order. The first
 * pattern that matches a path decides.
 *
 * Text restricts the paths that it matches; `{ pathPattern, restricted: false }` leaves them open. A path that no
 * pattern matches is open: end the list with `"*"` if the default behavior is restricted too. Leave the option out to
 * restrict every path. An entry behind a wider one is never reached; a restricted one behind an open one throws.
 *
 * `"/private"` covers that one path. It throws unless another entry says whether `/private/*` is restricted.
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
    refuseRestriction(`is ${describeType(paths)}; write a list of path patterns such as ["/private/*"]`);
  const behaviors = Array.from(paths, readBehavior);
  if (!behaviors.some(({ restricted }) => restricted))
    refuseRestriction(
      "restricts nothing; add a path pattern that is restricted, or leave restrict out to restrict all",
    );
  behaviors.forEach((behavior, index) => {
    if (behavior.restricted) checkRestricted(behavior.pattern, index, behaviors);
  });
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
  const behavior = typeof entry === "string" ? { pathPattern: entry, restricted: true } : entry;
  const { pathPattern, restricted }: Partial<CacheBehavior> =
    typeTag(behavior) === "Object" ? readOptions("restrict", behavior, ["pathPattern", "restricted"]) : {};
  if (typeof pathPattern !== "string" || typeof restricted !== "boolean")
    return refuseEntry(
      index,
      'is not text such as "/private/*", or { pathPattern, restricted: true or false }',
    );
  const pattern = readPathPattern(pathPattern);
  const habit = misreadings.find(([, form]) => form.test(pathPattern))?.[0];
  const problem = habit
    ? `has ${habit}, which CloudFront would take literally; write a path that starts with /, with * for any characters (also /) and ? for one`
    : pattern.problem;
  return problem === undefined ? { pattern, restricted } : refuseEntry(index, problem);
}

/**
 * What CloudFront accepts, and reads as a path in which `*` and `?` alone have a meaning: so it would leave open what it was
 * meant to restrict. Each can be written in another way, should it be meant.
 */
const misreadings: readonly (readonly [habit: string, form: RegExp])[] = [
  ["a host name in front", /^(?:\*\.)?(?:[\w-]+\.)+[a-z]{2,}(?::\d+)?\//i],
  ["a query", /\*\?[\w-]+$/],
  ["the ** of globs", /\*\*/],
  ["the .* of regular expressions", /\/\.\*\$?$/],
  ["the :name of routers", /\/:[a-z]/i],
];

/**
 * Throws for a pattern behind an open one for all of its paths, and for one that ends with the name of a folder, such as
 * `/private`: it leaves `/private/a.jpg` open, unless another entry decides about that.
 */
function checkRestricted(
  { rooted, isOnePath }: PathPattern,
  index: number,
  behaviors: readonly ReadBehavior[],
): void {
  if (behaviors.slice(0, index).some(({ restricted, pattern }) => !restricted && pattern.covers(rooted)))
    refuseEntry(
      index,
      "is never reached, because an open entry before it matches all of its paths; put it first",
    );
  if (!isOnePath) return;
  const folder = rooted.replace(/\/$/, "");
  const below = `${folder.replace(/[*?]/g, "x")}/x`;
  if (!behaviors.some(({ pattern }, other) => other !== index && pattern.matches(below)))
    refuseEntry(index, `covers nothing below it; add "${folder}/*", as an open entry if that is meant`);
}

function refuseEntry(index: number, problem: string): never {
  return refuseRestriction(`the entry at index ${index} ${problem}`);
}

function refuseRestriction(problem: string): never {
  return fail("ERR_OPTION_INVALID", "restrict", problem);
}

/** A path pattern of a cache behavior as CloudFront compares it. */
interface PathPattern {
  /** Why CloudFront does not accept it, or why no path can match it. */
  readonly problem: string | undefined;
  /** Whether it is the name of a folder, such as `/private`, and matches nothing in it. */
  readonly isOnePath: boolean;
  /** With the `/` in front, which CloudFront lets people leave out. */
  readonly rooted: string;
  readonly matches: (path: string) => boolean;
  /** Whether it matches every path of another rooted pattern, as far as that is sure: a ? would also match its *. */
  readonly covers: (rooted: string) => boolean;
}

/**
 * Reads the path pattern of a cache behavior.
 *
 * Source: CloudFront Developer Guide, "Cache behavior settings", "Path pattern".
 */
export function readPathPattern(pattern: string): PathPattern {
  const rooted = pattern.startsWith("/") ? pattern : `/${pattern}`;
  const matches = (path: string): boolean => matchesWildcards(rooted, path, longestPathPattern);
  return {
    problem: problemOf(pattern, rooted),
    isOnePath: !/\*[^/]*$|\.\w*[a-z]\w*$/i.test(rooted),
    rooted,
    matches,
    covers: (other) => (rooted.includes("?") ? rooted === other : matches(other)),
  };
}

function problemOf(pattern: string, rooted: string): string | undefined {
  if (!/^[\w.*$/~"'@:+&?-]+$/.test(pattern) || pattern.length > longestPathPattern)
    return `is not made of 1 to ${longestPathPattern} letters, digits and _-.*$/~"'@:+&?, as CloudFront requires; write one path without its query, and ? for any other character`;
  return isResolved(rooted)
    ? undefined
    : "never matches, because CloudFront resolves //, . and .. in paths; write only the resolved path, as in /private/*";
}
