/**
 * The functions of `aws-cloudfront-sign`, with its names and options. They return promises.
 *
 * @module
 */
import { getSignedCookies } from "./aws-cloudfront-sign/get-signed-cookies.ts";
import { getSignedUrl } from "./aws-cloudfront-sign/get-signed-url.ts";

export type { SignatureOptions } from "./aws-cloudfront-sign/signature-options.ts";
export { CloudFrontSignError, type CloudFrontSignErrorCode, isCloudFrontSignError } from "./errors.ts";
export type { HashAlgorithm } from "./key/algorithm.ts";
export type { CryptoKeyLike } from "./key/crypto-key.ts";
export { forgetImportedKeys } from "./key/imported-keys.ts";
export type { Jwk } from "./key/jwk.ts";
export type { KeyObjectLike } from "./key/key-object.ts";
export type { PrivateKeySource } from "./key/private-key.ts";
export { getSignedCookies, getSignedUrl };

/** The functions as one value, for `import cf from` as `aws-cloudfront-sign` allows it. */
const awsCloudFrontSign: {
  readonly getSignedUrl: typeof getSignedUrl;
  readonly getSignedCookies: typeof getSignedCookies;
} = { getSignedUrl, getSignedCookies };

export { awsCloudFrontSign as default };
