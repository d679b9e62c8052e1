import { signedCookies } from "../cookie/signed-cookies.ts";
import { fail } from "../errors.ts";
import { wireResource } from "../url/resource-pattern.ts";
import { type CloudfrontSignedCookiesOutput, type CloudfrontSignInput, readInput } from "./input.ts";
import { policyOfParameters, readyPolicy, signWithInput } from "./sign-input.ts";

/**
 * Signed cookies, with the options of `getSignedCookies` of `@aws-sdk/cloudfront-signer`, and the same names
 * and values.
 */
export async function getSignedCookies(input: CloudfrontSignInput): Promise<CloudfrontSignedCookiesOutput> {
  const options = readInput(input);
  const policy = options.policy === undefined ? policyOfUrl(options) : readyPolicy(options, undefined);
  const signed = await signWithInput(policy, options);
  const { values } = signedCookies(signed);
  return {
    "CloudFront-Key-Pair-Id": signed.keyPairId,
    "CloudFront-Signature": signed.signature,
    ...(signed.kind === "canned" ? { "CloudFront-Expires": signed.dateLessThan } : undefined),
    ...(signed.kind === "custom"
      ? { "CloudFront-Policy": values["CloudFront-Policy"] as string }
      : undefined),
    ...(signed.hashAlgorithm === "SHA1" ? undefined : { "CloudFront-Hash-Algorithm": signed.hashAlgorithm }),
  };
}

function policyOfUrl(options: CloudfrontSignInput) {
  if (options.url === undefined)
    return fail("ERR_OPTION_MISSING", "url", "is missing; give a URL or a pattern, or a policy");
  const resource = wireResource(options.url, "url");
  // A canned policy has no wildcards: CloudFront would answer every request with 403.
  return policyOfParameters(options, resource, resource.includes("*"));
}
