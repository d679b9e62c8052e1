import { readPathPattern } from "cloudfront-sign-webcrypto/internals";
import type { RestrictedPaths } from "cloudfront-sign-webcrypto/verify";
import type { Distribution } from "./distribution.ts";

/**
 * The cache behaviors as the verifier takes them, the default one last. A pattern that no path matches is
 * left out, because the verifier refuses it.
 */
export function restrictedPaths({ behaviors }: Distribution): RestrictedPaths {
  return behaviors
    .filter(({ pathPattern }) => readPathPattern(pathPattern).problem === undefined)
    .map(({ pathPattern, restricted }) => (restricted ? pathPattern : { pathPattern, restricted }));
}
