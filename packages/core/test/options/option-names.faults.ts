import type { Fault } from "@cloudfront-sign-webcrypto/testing/faults/fault.ts";
import {
  refusedOneShot,
  refusedSigner,
  refusedTerms,
} from "@cloudfront-sign-webcrypto/testing/faults/refused.ts";
import { end } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { createCloudFrontVerifier } from "cloudfront-sign-webcrypto/verify";

/** Names that no option has. */
export const optionNameFaults: readonly Fault[] = [
  refusedTerms(
    "{ expires: 1900000000 }",
    { expires: end },
    "ERR_OPTION_UNKNOWN",
    "expires: no such option; did you mean dateLessThan?",
  ),
  refusedTerms(
    '{ expiresIn: "1h", ipAdress: "203.0.113.7" }',
    { expiresIn: "1h", ipAdress: "203.0.113.7" },
    "ERR_OPTION_UNKNOWN",
    "ipAdress: no such option; did you mean ipAddress?",
  ),
  refusedTerms(
    '{ expiresIn: "1h", ipRange: "203.0.113.7" }',
    { expiresIn: "1h", ipRange: "203.0.113.7" },
    "ERR_OPTION_UNKNOWN",
    "ipRange: no such option; the options are dateLessThan, expiresIn, cacheWindow, staggerWindows, dateGreaterThan, ipAddress, resource, policy, signal",
  ),
  refusedTerms(
    '{ [Symbol("ipAddress")]: "203.0.113.7" }',
    { [Symbol("ipAddress")]: "203.0.113.7" },
    "ERR_OPTION_UNKNOWN",
    "Symbol(ipAddress): no such option; did you mean ipAddress?",
  ),
  refusedSigner(
    'keypairId: "x"',
    { keypairId: "x" },
    "ERR_OPTION_UNKNOWN",
    "keypairId: no such option; did you mean keyPairId?",
  ),
  refusedSigner(
    'region: "x"',
    { region: "x" },
    "ERR_OPTION_UNKNOWN",
    "region: no such option; the options are keyPairId, allowEmulatorKeyPairIds, privateKey, passphrase, hashAlgorithm, key, maxLifetime, now, signatureCacheSize, onEvent",
  ),
  refusedSigner(
    'cacheWindow: "1d"',
    { cacheWindow: "1d" },
    "ERR_OPTION_UNKNOWN",
    'cacheWindow: no such option here; pass it to a call: signUrl(url, { expiresIn: "1h" })',
  ),
  refusedSigner(
    'expiresIn: "1h"',
    { expiresIn: "1h" },
    "ERR_OPTION_UNKNOWN",
    'expiresIn: no such option here; pass it to a call: signUrl(url, { expiresIn: "1h" })',
  ),
  refusedTerms(
    '{ expiresIn: "1h", maxLifetime: "1d" }',
    { expiresIn: "1h", maxLifetime: "1d" },
    "ERR_OPTION_UNKNOWN",
    "maxLifetime: no such option here; pass it to createCloudFrontSigner({ … }), which makes the signer",
  ),
  refusedTerms(
    '{ expiresIn: "1h", concurrency: 8 }',
    { expiresIn: "1h", concurrency: 8 },
    "ERR_OPTION_UNKNOWN",
    "concurrency: no such option here; pass it to signUrls, in the third argument",
  ),
  refusedTerms(
    '{ expiresIn: "1h", domain: "example.com" }',
    { expiresIn: "1h", domain: "example.com" },
    "ERR_OPTION_UNKNOWN",
    "domain: no such option here; pass it to toSetCookie({ … }) of the signed cookies",
  ),
  {
    given: "createCloudFrontVerifier({ keyGroup: { K2JCJMDEHXQW5F: publicKey } })",
    run: () => createCloudFrontVerifier({ keyGroup: {} } as never),
    code: "ERR_OPTION_UNKNOWN",
    message: "keyGroup: no such option; the options are publicKeys, allowEmulatorKeyPairIds, restrict, now",
  },
  refusedOneShot(
    "policy: { url, dateLessThan: 1900000000 }",
    { dateLessThan: end },
    "ERR_OPTION_UNKNOWN",
    "dateLessThan: no such option; the options are url, expireTimeEpochMs, ipRange",
  ),
  refusedOneShot(
    'policy: { url, ipAddress: "203.0.113.7" }',
    { ipAddress: "203.0.113.7" },
    "ERR_OPTION_UNKNOWN",
    "ipAddress: no such option; the options are url, expireTimeEpochMs, ipRange",
  ),
];
