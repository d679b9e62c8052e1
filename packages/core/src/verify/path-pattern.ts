import { fail } from "../errors.ts";
import { describeType } from "../options/type-name.ts";
import { longestPathPattern } from "./limits.ts";
import { isResolved } from "./path-readings.ts";

/**
 * The path pattern of an entry of `restrict`, with its `/` in front. A pattern that CloudFront does not
 * accept, or that no path can match, throws: it would leave open what it was meant to restrict.
 *
 * Source: CloudFront Developer Guide, "Cache behavior settings", "Path pattern".
 */
export function checkPathPattern(pattern: unknown, index: number): string {
  const problem =
    typeof pattern === "string"
      ? pathPatternProblem(pattern)
      : `is ${describeType(pattern)}; write text such as "/private/*"`;
  if (problem !== undefined)
    fail("ERR_OPTION_INVALID", "restrict", `the path pattern at index ${index} ${problem}`);
  return rootedPattern(pattern as string);
}

/** A path pattern with the `/` in front, which CloudFront lets people leave out. */
export function rootedPattern(pattern: string): string {
  return pattern.startsWith("/") ? pattern : `/${pattern}`;
}

/** Why CloudFront does not accept a path pattern, or why no path can match it. */
export function pathPatternProblem(pattern: string): string | undefined {
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
  return isResolved(rootedPattern(pattern))
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
