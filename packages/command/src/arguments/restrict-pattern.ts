import { readPathPattern } from "cloudfront-sign-webcrypto/internals";
import type { CacheBehavior, RestrictedPaths } from "cloudfront-sign-webcrypto/verify";
import type { Arguments } from "../command.ts";
import { shownValue } from "../output/shown-value.ts";
import { warn } from "../output/terminal.ts";

/** A value of `--restrict`. A `!` in front opens the paths: no path pattern of CloudFront has one. */
export function readRestrictPattern(value: string): CacheBehavior {
  return value.startsWith("!")
    ? { pathPattern: value.slice(1), restricted: false }
    : { pathPattern: value, restricted: true };
}

/** The values of `--restrict`, with a warning of one that decides nothing; `undefined` without any. */
export function readRestrictPatterns(args: Arguments<"restrict">): CacheBehavior[] | undefined {
  if (!args.has("restrict")) return undefined;
  const patterns = args.values("restrict").map(readRestrictPattern);
  patterns.forEach((pattern, i) => {
    const earlier = coveringOf(patterns, i);
    // What restricts nothing behind an open one is refused.
    if (earlier === undefined || (pattern.restricted && !earlier.restricted)) return;
    const [unreached, first] = [pattern, earlier].map((one) => shownValue(restrictPatternOf(one)));
    const which =
      earlier.pathPattern === pattern.pathPattern
        ? "the same paths"
        : isEveryPath(earlier)
          ? "every path"
          : "all of its paths";
    warn(
      `--restrict: ${unreached} is never reached: ${first} before it matches ${which}; CloudFront takes the first that matches, so put the narrower one first`,
    );
  });
  return patterns;
}

/** What the values of `--restrict` do, in one sentence, without those that are never reached. */
export function describeRestriction(values: readonly string[]): string {
  if (values.length === 0) return "Every path needs a signature.";
  const patterns = values.map(readRestrictPattern);
  const reached = patterns.filter((_, i) => coveringOf(patterns, i) === undefined);
  const rules = reached.map(
    ({ pathPattern, restricted }) =>
      `${shownValue(pathPattern)} ${restricted ? "needs a signature" : "is open"}`,
  );
  const rest = reached.some(isEveryPath) ? "" : ", every other path is open";
  return `${rules.join(", then ")}${rest}.`;
}

/** The first pattern before the one at `index` that matches all of its paths. */
function coveringOf(patterns: readonly CacheBehavior[], index: number): CacheBehavior | undefined {
  const { rooted } = readPathPattern(patterns[index]?.pathPattern ?? "");
  return patterns.slice(0, index).find(({ pathPattern }) => readPathPattern(pathPattern).covers(rooted));
}

function isEveryPath({ pathPattern }: CacheBehavior): boolean {
  return pathPattern === "*" || pathPattern === "/*";
}

/** The value of `--restrict` for an entry of the library's list. */
export function restrictPatternOf(entry: RestrictedPaths[number]): string {
  if (typeof entry === "string") return entry;
  return `${entry.restricted ? "" : "!"}${entry.pathPattern}`;
}
