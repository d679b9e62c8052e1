import { signedCookies } from "../cookie/signed-cookies.ts";
import { fail } from "../errors.ts";
import { wireResource } from "../url/resource-pattern.ts";
import { readSignatureOptions, type SignatureOptions, signResource } from "./sign-resource.ts";

/**
 * Signs cookies. It takes the options of `getSignedCookies` from `aws-cloudfront-sign`, and returns a promise of
 * the same values in the same order. The key is imported once: see {@link forgetImportedKeys}.
 *
 * `url` is a URL or a pattern with `*` and `?`; the policy is always a custom one.
 *
 * @see {@link https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/private-content-signed-cookies.html | Use signed cookies}
 * @param url a URL or a pattern
 * @param options the key, its ID, and when access ends
 * @returns the cookies by name
 * @throws The errors of {@link getSignedUrl}; `ERR_RESOURCE_INVALID` for a `url` that is not a pattern, or one
 * such as `*.mp4`, without scheme and path.
 * @example
 * ```ts
 * import { getSignedCookies } from "cloudfront-sign-webcrypto/aws-cloudfront-sign";
 *
 * const cookies = await getSignedCookies("https://cdn.example.com/course/42/*", {
 *   keypairId: "K2JCJMDEHXQW5F",
 *   privateKeyString: process.env.CLOUDFRONT_PRIVATE_KEY!,
 * });
 * console.log(Object.keys(cookies).join()); // CloudFront-Policy,CloudFront-Signature,CloudFront-Key-Pair-Id
 * ```
 */
export async function getSignedCookies(
  url: string,
  options: SignatureOptions,
): Promise<Record<string, string>> {
  const read = readSignatureOptions(options);
  const resource = wireResource(url, "url");
  checkPatternOfText(url);
  const { values } = signedCookies(await signResource(resource, read));
  return { ...values };
}

/**
 * Throws for `*.mp4`. The library signs it as it is. Without a path it is a domain, and signed with the `/` that
 * clients send it would cover other URLs.
 */
function checkPatternOfText(url: string): void {
  if (/[^*]$/.test(url) && !url.includes("/"))
    fail(
      "ERR_RESOURCE_INVALID",
      "url",
      "has neither a scheme nor a path; write both, as in https://cdn.example.com/*.mp4",
    );
}
