import type { CacheBehavior, RestrictedPaths } from "cloudfront-sign-webcrypto/verify";

/** A value of `--restrict`. A `!` in front opens the paths: no path pattern of CloudFront has one. */
export function readRestrictPattern(value: string): CacheBehavior {
  return value.startsWith("!")
    ? { pathPattern: value.slice(1), restricted: false }
    : { pathPattern: value, restricted: true };
}

/** The value of `--restrict` for an entry of the library's list. */
export function restrictPatternOf(entry: RestrictedPaths[number]): string {
  if (typeof entry === "string") return entry;
  return `${entry.restricted ? "" : "!"}${entry.pathPattern}`;
}
