import { fail } from "../errors.ts";
import { readOptions } from "../options/read-options.ts";
import { describeType, typeTag } from "../options/type-name.ts";
import { matchesWildcards } from "../url/wildcard-pattern.ts";
import { longestPathPattern } from "./limits.ts";
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
 * The paths that need a signature: path patterns of the distribution's cache behaviors, in their order. The
 * first pattern that matches a path decides.
 *
 * Text restricts the paths that it matches; `{ pathPattern, restricted: false }` leaves them open. A path
 * that no pattern matches is open: end the list with `"*"` if the default behavior is restricted too. Leave
 * the option out to restrict every path. An entry behind a wider one is never reached; a
 * restricted one behind an open one throws.
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
    refuse(`is ${describeType(paths)}; write a list of path patterns such as ["/private/*"]`);
  const behaviors = Array.from(paths, readBehavior);
  if (!behaviors.some(({ restricted }) => restricted))
    refuse("restricts nothing; add a path pattern that is restricted, or leave restrict out to restrict all");
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

/**
 * A pattern that CloudFront does not accept, that no path can match, or that means more elsewhere, would leave open what
 * it was meant to restrict.
 */
function checkPathPattern(text: unknown, index: number): PathPattern {
  if (typeof text !== "string")
    return refusePattern(index, `is ${describeType(text)}; write text such as "/private/*"`);
  const pattern = readPathPattern(text);
  const problem = pattern.problem ?? misreadings.find(([form]) => form.test(text))?.[1];
  return problem === undefined ? pattern : refusePattern(index, problem);
}

/** What CloudFront accepts, and what it is not there. Each can be written in another way, should it be meant. */

const misreadings: readonly (readonly [form: RegExp, problem: string])[] = [
  [
    /^(?:\*\.)?(?:[\w-]+\.)+[a-z]{2,}(?::\d+)?\//i,
    "starts with a host name, which is not part of a path; leave it out, or write / in front if it is a folder",
  ],
  [
    /\*\?[\w-]+$/,
    "has a ? that is one character and starts no query; end the pattern before the ?, or write ?* for *?",
  ],
  [/\*\*/, "has **, and one * matches the / between folders too; write * for ** and for **/*"],
  [
    /\/\.\*\$?$/,
    "ends with .* as a regular expression does, and matches only names that start with a dot; end it with /*, or with /.?* for those names",
  ],
  [
    /\/:[a-z]/i,
    "has a : in front of a name, as routers write a parameter, and matches only that text; write * for it, or ? for a real :",
  ],
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
  const opened = behaviors.slice(0, index).filter(({ restricted }) => !restricted);
  if (opened.some(({ pattern }) => pattern.covers(rooted)))
    refusePattern(
      index,
      "is never reached, because an open entry in front of it matches all of its paths; put it first",
    );
  if (!isOnePath) return;
  const folder = rooted.replace(/\/$/, "");
  const below = `${folder.replace(/[*?]/g, "x")}/x`;
  if (!behaviors.some(({ pattern }, other) => other !== index && pattern.matches(below)))
    refusePattern(
      index,
      `covers nothing below it; add "${folder}/*", as an open entry if those paths are meant to be open`,
    );
}

function refusePattern(index: number, problem: string): never {
  return refuse(`the path pattern at index ${index} ${problem}`);
}

function refuse(problem: string): never {
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
  if (pattern === "") return 'is empty; write "*" to restrict every path';
  if (/^[a-z][a-z\d+.-]*:\/\//i.test(pattern))
    return 'is a URL; leave out the scheme and the host name: "/private/*"';
  if (pattern.split("/").some(hasQuery))
    return "has a query, which CloudFront does not compare; end the pattern before the ?";
  const forbidden = /[^\w.*$/~"'@:+&?-]/u.exec(pattern);
  if (forbidden) return forbiddenCharacter(forbidden[0], forbidden.index);
  if (pattern.includes("//"))
    return "has //, which CloudFront merges in paths, so that it never matches; write one /";
  if (pattern.length > longestPathPattern)
    return `has ${pattern.length} characters, and CloudFront accepts ${longestPathPattern}; shorten it with *`;
  return isResolved(rooted)
    ? undefined
    : "has a . or .. segment, which CloudFront resolves in paths; write the resolved path";
}

/** Whether a segment has a `?` and behind it a `=`. */
function hasQuery(segment: string): boolean {
  const question = segment.indexOf("?");
  return question >= 0 && segment.includes("=", question);
}

function forbiddenCharacter(character: string, position: number): string {
  const where = `at position ${position + 1}`;
  if (character === "%") return `has an escape ${where}; write the character itself, or ? in its place`;
  if (character === "!" && position === 0)
    return "starts with !, which CloudFront accepts in no path pattern; write { pathPattern, restricted: false }, with the pattern without !";
  return `has ${JSON.stringify(character)} ${where}, which CloudFront accepts in no path pattern; list several patterns one by one, or write ? in its place`;
}
