import { checkPathBeforeWildcard } from "../url/resource-pattern.ts";
import { appendQuery, promisedUrl, urlToSign } from "../url/signed-url.ts";
import type { UrlInput } from "../url/wire-form.ts";
import { readSignatureOptions, type SignatureOptions, signResource } from "./sign-resource.ts";

/**
 * Signs a URL. It takes the options of `getSignedUrl` from `aws-cloudfront-sign`, and returns a promise of the
 * same text, with the parameters in the same order. The key is imported once: see {@link forgetImportedKeys}.
 *
 * The policy is always a custom one, and the URL has both `Expires` and `Policy`. A `*` in `url` is a
 * wildcard. A fragment is not signed; it follows the parameters.
 *
 * Where `aws-cloudfront-sign` signs one URL and returns another (`https://host`, a space in the path, `=`
 * or `/` in the query), this function signs and returns the URL that clients send.
 *
 * @see {@link https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/private-content-signed-urls.html | Use signed URLs}
 * @param url the URL; a `*` is a wildcard
 * @param options the key, its ID, and when access ends
 * @returns the signed URL
 * @throws As a rejection: `ERR_OPTION_UNKNOWN`, `ERR_OPTION_INVALID`, also for `privateKeyPath`;
 * `ERR_URL_INVALID`, `ERR_URL_TOO_LONG`, `ERR_URL_ALREADY_SIGNED`; `ERR_RESOURCE_INVALID` for a `*` in the query
 * of a URL without a path; `ERR_DATE_INVALID` for an `expireTime` in seconds or as ISO 8601 text,
 * `ERR_DATE_PAST`; `ERR_IP_ADDRESS_INVALID` for `ipRange`;
 * `ERR_KEY_PAIR_ID_INVALID` for `keypairId`; `ERR_KEY_INVALID`, `ERR_KEY_ENCRYPTED`, `ERR_KEY_PASSPHRASE`,
 * `ERR_KEY_UNSUPPORTED`, `ERR_KEY_NOT_PRIVATE`, `ERR_KEY_USAGE` for `privateKeyString`.
 * @example
 * ```ts
 * import { getSignedUrl } from "cloudfront-sign-webcrypto/aws-cloudfront-sign";
 *
 * const url = await getSignedUrl("https://d111111abcdef8.cloudfront.net/image.jpg", {
 *   keypairId: "K2JCJMDEHXQW5F",
 *   privateKeyString: process.env.CLOUDFRONT_PRIVATE_KEY!,
 *   expireTime: Date.now() + 3_600_000,
 * });
 * console.log([...new URL(url).searchParams.keys()].join()); // Expires,Policy,Signature,Key-Pair-Id
 * ```
 */
export function getSignedUrl(url: UrlInput, options: SignatureOptions): Promise<string> {
  return promisedUrl(sign(url, options));
}

async function sign(url: UrlInput, options: SignatureOptions): Promise<string> {
  const read = readSignatureOptions(options);
  const target = urlToSign(url);
  checkPathBeforeWildcard(url);
  const { dateLessThan, query } = await signResource(target.href, read);
  // URLSearchParams, with which aws-cloudfront-sign writes the parameters, escapes ~.
  return appendQuery(target, `Expires=${dateLessThan}&${query}`.replaceAll("~", "%7E"));
}
