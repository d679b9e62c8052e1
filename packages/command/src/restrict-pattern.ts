import type { CacheBehavior, RestrictedPaths } from "cloudfront-sign-webcrypto/verify";
import type { Arguments } from "./command.ts";
import { printable, warn } from "./terminal.ts";

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
    const earlier = patterns.slice(0, i).find((one) => matchesAll(one, pattern));
    // What restricts nothing behind an open one is refused.
    if (earlier === undefined || (pattern.restricted && !earlier.restricted)) return;
    const [unreached, first] = [pattern, earlier].map((one) => printable(restrictPatternOf(one)));
    const which = earlier.pathPattern === pattern.pathPattern ? "the same paths" : "every path";
    warn(
      `--restrict: ${unreached} is never reached: ${first} before it matches ${which}; CloudFront takes the first that matches, so put the narrower one first`,
    );
  });
  return patterns;
}

function matchesAll(earlier: CacheBehavior, pattern: CacheBehavior): boolean {
  return ["*", "/*", pattern.pathPattern].includes(earlier.pathPattern);
}

/** The value of `--restrict` for an entry of the library's list. */
export function restrictPatternOf(entry: RestrictedPaths[number]): string {
  if (typeof entry === "string") return entry;
  return `${entry.restricted ? "" : "!"}${entry.pathPattern}`;
}
