/**
 * The functions of `@aws-sdk/cloudfront-signer`, with its names and options. They return promises.
 *
 * @module
 */
export { type CloudfrontSignedCookiesOutput, getSignedCookies } from "./aws-sdk/get-signed-cookies.ts";
export { getSignedUrl } from "./aws-sdk/get-signed-url.ts";
export type {
  CloudfrontSignerAlgorithm,
  CloudfrontSignerCredentials,
  CloudfrontSignInput,
  CloudfrontSignInputBase,
  CloudfrontSignInputWithParameters,
  CloudfrontSignInputWithPolicy,
} from "./aws-sdk/sign-input.ts";
export { CloudFrontSignError, type CloudFrontSignErrorCode, isCloudFrontSignError } from "./errors.ts";
export type { CryptoKeyLike } from "./key/crypto-key.ts";
export type { Jwk } from "./key/jwk.ts";
export { forgetImportedKeys } from "./key/key-memory.ts";
export type { KeyObjectLike } from "./key/key-object.ts";
export type { PrivateKeySource } from "./key/private-key.ts";
