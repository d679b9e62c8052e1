import type { Fault } from "@cloudfront-sign-webcrypto/testing/faults/fault.ts";
import { refusedTerms } from "@cloudfront-sign-webcrypto/testing/faults/refused.ts";
import { end } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";

/** No expiry, or two. */
export const expiryFaults: readonly Fault[] = [
  refusedTerms(
    "no expiry",
    {},
    "ERR_OPTION_MISSING",
    "dateLessThan: there is no expiry; pass dateLessThan or expiresIn",
  ),
  refusedTerms(
    "dateLessThan and expiresIn",
    { dateLessThan: end, expiresIn: "1h" },
    "ERR_OPTION_CONFLICT",
    "dateLessThan: cannot be combined with expiresIn; keep one of them",
  ),
  refusedTerms(
    "cacheWindow beside dateLessThan",
    { dateLessThan: end, cacheWindow: "1h" },
    "ERR_OPTION_CONFLICT",
    "cacheWindow: works only with expiresIn, not with dateLessThan; pass expiresIn instead",
  ),
  refusedTerms(
    'staggerWindows: "resource"',
    { expiresIn: "1h", cacheWindow: "1h", staggerWindows: "resource" },
    "ERR_OPTION_INVALID",
    "staggerWindows: expected true or false; received a string",
  ),
];
