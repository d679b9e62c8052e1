import type { Fault } from "@cloudfront-sign-webcrypto/testing/faults/fault.ts";
import {
  refusedGrant,
  refusedSigner,
  refusedTerms,
} from "@cloudfront-sign-webcrypto/testing/faults/refused.ts";
import { recorder } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";

/** Options that are lost, of the wrong type, or cannot be combined. */
export const optionFaults: readonly Fault[] = [
  refusedTerms(
    "signUrl(url)",
    undefined,
    "ERR_OPTION_INVALID",
    'options: is undefined; pass { expiresIn: "1h" }',
  ),
  refusedTerms(
    'signUrl(url, "1h")',
    "1h",
    "ERR_OPTION_INVALID",
    'options: is a string; pass { expiresIn: "1h" }',
  ),
  refusedTerms(
    'Object.create({ ipAddress: "203.0.113.7" })',
    Object.create({ ipAddress: "203.0.113.7" }),
    "ERR_OPTION_INVALID",
    "ipAddress: is inherited; make it a property of options itself: { ...defaults, ipAddress }",
  ),
  refusedTerms(
    "{ get expiresIn() { throw new Error() } }",
    {
      get expiresIn() {
        throw new Error("from a getter");
      },
    },
    "ERR_OPTION_INVALID",
    "options: is an object whose properties cannot be read; pass a plain object, and see the cause of this error",
  ),
  refusedTerms(
    "ipAddress: undefined",
    { expiresIn: "1h", ipAddress: undefined },
    "ERR_OPTION_INVALID",
    "ipAddress: is undefined, which would drop the restriction; fix the value, or leave the option out on purpose",
  ),
  refusedTerms(
    "dateGreaterThan: undefined",
    { expiresIn: "1h", dateGreaterThan: undefined },
    "ERR_OPTION_INVALID",
    "dateGreaterThan: is undefined, which would drop the restriction; fix the value, or leave the option out on purpose",
  ),
  refusedTerms(
    "resource: undefined",
    { expiresIn: "1h", resource: undefined },
    "ERR_OPTION_INVALID",
    "resource: is undefined, which would drop the restriction; fix the value, or leave the option out on purpose",
  ),
  refusedTerms(
    "policy: undefined",
    { expiresIn: "1h", policy: undefined },
    "ERR_OPTION_INVALID",
    "policy: is undefined, which would drop the restriction; fix the value, or leave the option out on purpose",
  ),
  refusedTerms(
    "policy and expiresIn",
    { policy: "{}", expiresIn: "1h" },
    "ERR_OPTION_CONFLICT",
    "expiresIn: cannot be combined with policy, which is signed unchanged; remove one of the two",
  ),
  refusedGrant(
    "grant(url, terms)",
    "https://cdn.example.com/course/*",
    "ERR_OPTION_INVALID",
    'options: is a string; pass { resource: "https://cdn.example.com/course/*", expiresIn: "1h" }',
  ),
  {
    given: "signCookies(url, terms)",
    run: () => recorder().signer.signCookies("https://cdn.example.com/course/*" as never),
    code: "ERR_OPTION_INVALID",
    message: 'options: is a string; pass { resource: "https://cdn.example.com/course/*", expiresIn: "1h" }',
  },
  refusedGrant(
    'grant({ expiresIn: "1h" })',
    { expiresIn: "1h" },
    "ERR_OPTION_MISSING",
    "resource: is missing; pass the URL or a pattern such as https://cdn.example.com/videos/*",
  ),
  refusedSigner(
    "onEvent: {}",
    { onEvent: {} },
    "ERR_OPTION_INVALID",
    "onEvent: is an object; pass a function: (event) => console.log(event.type)",
  ),
  refusedSigner(
    "signatureCacheSize: 0",
    { signatureCacheSize: 0 },
    "ERR_OPTION_INVALID",
    "signatureCacheSize: is 0; pass a whole number of policies, 1 or more, or leave it out",
  ),
  refusedSigner(
    "signatureCacheSize: 1.5",
    { signatureCacheSize: 1.5 },
    "ERR_OPTION_INVALID",
    "signatureCacheSize: is 1.5; pass a whole number of policies, 1 or more, or leave it out",
  ),
  refusedSigner(
    'signatureCacheSize: "10"',
    { signatureCacheSize: "10" },
    "ERR_OPTION_INVALID",
    "signatureCacheSize: is a string; pass a whole number of policies, 1 or more, or leave it out",
  ),
  refusedSigner(
    "signatureCacheSize: Number.POSITIVE_INFINITY",
    { signatureCacheSize: Number.POSITIVE_INFINITY },
    "ERR_OPTION_INVALID",
    "signatureCacheSize: is Infinity; pass a whole number of policies, 1 or more, or leave it out",
  ),
];
