import { readPathPattern } from "cloudfront-sign-webcrypto/internals";
import type { RestrictedPaths } from "cloudfront-sign-webcrypto/verify";
import type { Distribution } from "./distribution.ts";

/**
 * The cache behaviors as the verifier takes them, the default one last. What no path matches, and what is restricted
 * behind an open one for all of its paths, is left out, because the verifier refuses it.
 */
export function restrictedPaths({ behaviors }: Distribution): RestrictedPaths {
  const open: ReturnType<typeof readPathPattern>[] = [];
  return behaviors.flatMap(({ pathPattern, restricted }) => {
    const pattern = readPathPattern(pathPattern);
    if (pattern.problem !== undefined) return [];
    if (restricted) return open.some(({ covers }) => covers(pattern.rooted)) ? [] : pathPattern;
    open.push(pattern);
    return { pathPattern, restricted };
  });
}
