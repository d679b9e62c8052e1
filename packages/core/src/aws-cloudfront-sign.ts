/**
 * The functions of `aws-cloudfront-sign`, with its names and options. They return promises.
 *
 * @module
 */
import { getSignedCookies } from "./aws-cloudfront-sign/get-signed-cookies.ts";
import { getSignedUrl } from "./aws-cloudfront-sign/get-signed-url.ts";

export type { SignatureOptions } from "./aws-cloudfront-sign/sign-resource.ts";
export { CloudFrontSignError, type CloudFrontSignErrorCode, isCloudFrontSignError } from "./errors.ts";
export type { HashAlgorithm } from "./key/algorithm.ts";
export type { CryptoKeyLike } from "./key/crypto-key.ts";
export type { Jwk } from "./key/jwk.ts";
export { forgetImportedKeys } from "./key/key-memory.ts";
export type { KeyObjectLike } from "./key/key-object.ts";
export type { PrivateKeySource } from "./key/private-key.ts";
export { getSignedCookies, getSignedUrl };

/**
 * Both functions as one value, for the default import that `aws-cloudfront-sign` allows.
 *
 * @example
 * ```ts
 * import cf from "cloudfront-sign-webcrypto/aws-cloudfront-sign";
 *
 * const options = { keypairId: "K2JCJMDEHXQW5F", privateKeyString: process.env.CLOUDFRONT_PRIVATE_KEY! };
 * const url = await cf.getSignedUrl("https://d111111abcdef8.cloudfront.net/image.jpg", options);
 * ```
 */
const awsCloudFrontSign: {
  readonly getSignedUrl: typeof getSignedUrl;
  readonly getSignedCookies: typeof getSignedCookies;
} = { getSignedUrl, getSignedCookies };

export { awsCloudFrontSign as default };
