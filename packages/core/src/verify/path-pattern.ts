import { fail } from "../errors.ts";
import { describeType } from "../options/type-name.ts";
import { matchesWildcards } from "../url/wildcard-pattern.ts";
import { longestPathPattern } from "./limits.ts";
import { isResolved } from "./path-readings.ts";

/** A path pattern of a cache behavior as CloudFront compares it. */
export interface PathPattern {
  /** Why CloudFront does not accept it, or why no path can match it. */
  readonly problem: string | undefined;
  /** With the `/` in front, which CloudFront lets people leave out. */
  readonly rooted: string;
  readonly matches: (path: string) => boolean;
}

/**
 * Reads the path pattern of a cache behavior.
 *
 * Source: CloudFront Developer Guide, "Cache behavior settings", "Path pattern".
 */
export function readPathPattern(pattern: string): PathPattern {
  const rooted = pattern.startsWith("/") ? pattern : `/${pattern}`;
  return {
    problem: problemOf(pattern, rooted),
    rooted,
    matches: (path) => matchesWildcards(rooted, path, longestPathPattern),
  };
}

/**
 * The path pattern of an entry of `restrict`. A pattern that CloudFront does not accept, or that no path can match,
 * throws: it would leave open what it was meant to restrict.
 */
export function checkPathPattern(text: unknown, index: number): PathPattern {
  if (typeof text !== "string")
    return refusePattern(index, `is ${describeType(text)}; write text such as "/private/*"`);
  const pattern = readPathPattern(text);
  return pattern.problem === undefined ? pattern : refusePattern(index, pattern.problem);
}

function refusePattern(index: number, problem: string): never {
  return fail("ERR_OPTION_INVALID", "restrict", `the path pattern at index ${index} ${problem}`);
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
  if (character === ",") return `has a comma ${where}; give each pattern separately`;
  return `has ${JSON.stringify(character)} ${where}, which CloudFront accepts in no path pattern; write ? in its place`;
}
