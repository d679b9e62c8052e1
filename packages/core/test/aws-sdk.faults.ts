import type { Fault } from "@cloudfront-sign-webcrypto/testing/faults/fault.ts";
import { keyText } from "@cloudfront-sign-webcrypto/testing/support/keys.ts";
import { end, host, keyPairId } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { getSignedCookies, getSignedUrl } from "cloudfront-sign-webcrypto/aws-sdk";

/** Input of `/aws-sdk`. */

const input = {
  url: `${host}/a.jpg`,
  keyPairId,
  privateKey: keyText("rsa2048.pkcs8.pem"),
  dateLessThan: end * 1000,
};

function refusedInput(given: string, more: object, code: Fault["code"], message: string): Fault {
  const run = () => getSignedUrl({ ...input, ...more } as never);
  return { given: `/aws-sdk, ${given}`, run, code, message };
}

export const awsSdkFaults: readonly Fault[] = [
  refusedInput(
    "url: undefined",
    { url: undefined },
    "ERR_OPTION_MISSING",
    "url: is missing; pass url, or a policy whose Resource is a URL",
  ),
  {
    given: "/aws-sdk, getSignedCookies without url",
    run: () => getSignedCookies({ ...input, url: undefined } as never),
    code: "ERR_OPTION_MISSING",
    message: "url: is missing; pass a URL or a pattern, or a policy",
  },
  {
    given: '/aws-sdk, getSignedCookies with url: "*"',
    run: () => getSignedCookies({ ...input, url: "*" }),
    code: "ERR_RESOURCE_INVALID",
    message: "url: has no scheme; start it with https://, or pass a policy whose Resource is this pattern",
  },
  refusedInput(
    `url: "${host}/videos/*"`,
    { url: `${host}/videos/*` },
    "ERR_RESOURCE_INVALID",
    "url: has a wildcard; write %2A for a literal *, or pass a policy whose Resource has the *",
  ),
  refusedInput(
    "dateLessThan: undefined",
    { dateLessThan: undefined },
    "ERR_OPTION_MISSING",
    "dateLessThan: there is no expiry; pass dateLessThan or policy",
  ),
  refusedInput(
    "dateLessThan: null",
    { dateLessThan: null },
    "ERR_DATE_INVALID",
    'dateLessThan: received null; pass a valid Date, epoch milliseconds, or text such as "2030-01-01T00:00:00Z"',
  ),
  refusedInput(
    'dateGreaterThan: ""',
    { dateGreaterThan: "" },
    "ERR_DATE_INVALID",
    'dateGreaterThan: received an empty string; pass a valid Date, epoch milliseconds, or text such as "2030-01-01T00:00:00Z"',
  ),
  refusedInput(
    'dateLessThan: "tomorrow"',
    { dateLessThan: "tomorrow" },
    "ERR_DATE_INVALID",
    'dateLessThan: received a string; pass a valid Date, epoch milliseconds, or text such as "2030-01-01T00:00:00Z"',
  ),
  refusedInput(
    "dateLessThan: 0",
    { dateLessThan: 0 },
    "ERR_DATE_INVALID",
    "dateLessThan: is the start of 1970, which the SDK reads as no date; pass the time when access ends",
  ),
  refusedInput(
    "dateLessThan: 1900000000000000",
    { dateLessThan: end * 1e6 },
    "ERR_DATE_INVALID",
    "dateLessThan: is before 1970 or after 9999; check the unit: seconds, milliseconds or microseconds",
  ),
  refusedInput(
    "dateGreaterThan: -1",
    { dateGreaterThan: -1 },
    "ERR_DATE_INVALID",
    "dateGreaterThan: is before 1970 or after 9999; check the unit: seconds, milliseconds or microseconds",
  ),
  refusedInput(
    'algorithm: "sha256"',
    { algorithm: "sha256" },
    "ERR_OPTION_INVALID",
    'algorithm: "sha256" is not a hash algorithm of CloudFront; write "SHA256"',
  ),
  refusedInput(
    'algorithm: "sha-1"',
    { algorithm: "sha-1" },
    "ERR_OPTION_INVALID",
    'algorithm: "sha-1" is not a hash algorithm of CloudFront; write "SHA1"',
  ),
  refusedInput(
    'algorithm: "MD5"',
    { algorithm: "MD5" },
    "ERR_OPTION_INVALID",
    'algorithm: "MD5" is not a hash algorithm of CloudFront; write "SHA1" or "SHA256"',
  ),
  refusedInput(
    "algorithm: 256",
    { algorithm: 256 },
    "ERR_OPTION_INVALID",
    'algorithm: expected "SHA1" or "SHA256"; received a number',
  ),
  refusedInput(
    'hashAlgorithm: "SHA256"',
    { hashAlgorithm: "SHA256" },
    "ERR_OPTION_UNKNOWN",
    "hashAlgorithm: no such option; the options are url, keyPairId, allowEmulatorKeyPairIds, privateKey, passphrase, algorithm, dateLessThan, dateGreaterThan, ipAddress, policy",
  ),
];
