import { signedCookies } from "../cookie/signed-cookies.ts";
import { fail } from "../errors.ts";
import type { PolicyToSign } from "../sign/policy-to-sign.ts";
import { checkQuestionMarks, wirePattern } from "../url/resource-pattern.ts";
import {
  type CloudfrontSignInput,
  hasWildcard,
  policyOfInput,
  policyOfParameters,
  readInput,
  signWithInput,
} from "./sign-input.ts";

/**
 * Signed cookies by name, as the SDK returns them. Set `Secure`, `HttpOnly`, `Domain` and `Path` yourself.
 */
export interface CloudfrontSignedCookiesOutput {
  /** ID of the public key. */
  "CloudFront-Key-Pair-Id": string;
  /** The signature, in CloudFront's base64. */
  "CloudFront-Signature": string;
  /** Expiry time of a canned policy, epoch seconds. A number, as in the SDK. */
  "CloudFront-Expires"?: number;
  /** The custom policy, in CloudFront's base64. */
  "CloudFront-Policy"?: string;
  /** `"SHA256"` when that is the `algorithm`. */
  "CloudFront-Hash-Algorithm"?: string;
}

/**
 * Signs cookies. It takes the options of `getSignedCookies` from `@aws-sdk/cloudfront-signer`, and returns a
 * promise of the same names and values in the same order. The key is imported once: see
 * {@link forgetImportedKeys}.
 *
 * `dateLessThan` and `dateGreaterThan` are read as `new Date()` reads them: numbers are **milliseconds**,
 * text without a zone can be local time. The expiry time is rounded to the nearest second.
 *
 * A `url` with a `*` before its query makes a custom policy. The SDK makes a canned one, which CloudFront denies.
 *
 * @see {@link https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/private-content-signed-cookies.html | Use signed cookies}
 * @param input the URL or pattern, its restrictions and the key, as the SDK takes them
 * @returns the cookies by name
 * @throws As a rejection: `ERR_OPTION_MISSING` without `url` or `dateLessThan`, `ERR_OPTION_UNKNOWN`,
 * `ERR_OPTION_INVALID`, `ERR_OPTION_CONFLICT`; `ERR_RESOURCE_INVALID` for a `url` that is not a pattern;
 * `ERR_DATE_INVALID` for seconds, `ERR_DATE_PAST`, `ERR_DATE_ORDER`, `ERR_IP_ADDRESS_INVALID`;
 * `ERR_POLICY_INVALID` for a policy that CloudFront would deny; `ERR_KEY_PAIR_ID_INVALID`,
 * `ERR_KEY_INVALID`, `ERR_KEY_ENCRYPTED`, `ERR_KEY_PASSPHRASE`, `ERR_KEY_UNSUPPORTED`, `ERR_KEY_NOT_PRIVATE`,
 * `ERR_KEY_USAGE` for the key and its ID.
 * @example
 * ```ts
 * import { getSignedCookies } from "cloudfront-sign-webcrypto/aws-sdk";
 *
 * const cookies = await getSignedCookies({
 *   url: "https://cdn.example.com/course/42/*",
 *   keyPairId: "K2JCJMDEHXQW5F",
 *   privateKey: process.env.CLOUDFRONT_PRIVATE_KEY!,
 *   dateLessThan: Date.now() + 3_600_000,
 * });
 * console.log(Object.keys(cookies).join()); // CloudFront-Key-Pair-Id,CloudFront-Signature,CloudFront-Policy
 * ```
 */
export async function getSignedCookies(input: CloudfrontSignInput): Promise<CloudfrontSignedCookiesOutput> {
  const options = readInput(input);
  const policy = options.policy === undefined ? policyOfUrl(options) : policyOfInput(options, undefined);
  const { values } = signedCookies(await signWithInput(policy, options));
  const hash = values["CloudFront-Hash-Algorithm"];
  return {
    "CloudFront-Key-Pair-Id": values["CloudFront-Key-Pair-Id"] as string,
    "CloudFront-Signature": values["CloudFront-Signature"] as string,
    ...(policy.kind === "canned"
      ? { "CloudFront-Expires": policy.dateLessThan }
      : { "CloudFront-Policy": values["CloudFront-Policy"] as string }),
    ...(hash === undefined ? undefined : { "CloudFront-Hash-Algorithm": hash }),
  };
}

function policyOfUrl(options: CloudfrontSignInput): PolicyToSign {
  if (options.url === undefined)
    return fail("ERR_OPTION_MISSING", "url", "is missing; give a URL or a pattern, or a policy");
  const resource = wirePattern(options.url, "url");
  if (!options.url.includes("://"))
    fail(
      "ERR_RESOURCE_INVALID",
      "url",
      "has no scheme; start it with https://, or give a policy whose Resource is this pattern",
    );
  const policy = policyOfParameters(options, resource, hasWildcard(resource));
  if (policy.kind === "custom") checkQuestionMarks(resource, "url");
  return policy;
}
