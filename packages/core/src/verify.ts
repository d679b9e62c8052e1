/**
 * Verifies signed URLs and signed cookies as CloudFront does, decodes them without a key, and requires them in
 * front of an origin. This entry point needs no private key.
 *
 * @example
 * ```ts
 * import { createCloudFrontVerifier } from "cloudfront-sign-webcrypto/verify";
 *
 * const verifier = createCloudFrontVerifier({ publicKeys: { K2JCJMDEHXQW5F: process.env.CLOUDFRONT_PUBLIC_KEY! } });
 * const verdict = await verifier.verifyUrl("https://d111111abcdef8.cloudfront.net/a.jpg");
 * console.log(verdict.allowed); // false
 * ```
 *
 * @module
 */

export type { HashAlgorithm } from "./key/algorithm.ts";
export type { WebCryptoKey } from "./key/crypto-key.ts";
export type { Jwk } from "./key/jwk.ts";
export type { NodeKeyObject } from "./key/key-object.ts";
export type { PublicKeySource } from "./key/public-key.ts";
export type { PolicyStatement } from "./policy/policy.ts";
export type { UrlInput } from "./url/wire-form.ts";
export type { CookieInput } from "./verify/cookies.ts";
export {
  type CloudFrontInspection,
  inspectCloudFrontCookies,
  inspectCloudFrontUrl,
} from "./verify/inspect.ts";
export type { PublicJwk } from "./verify/key-group.ts";
export {
  type FetchHandler,
  type PlatformRequest,
  type PlatformResponse,
  type RestrictViewerAccessOptions,
  restrictViewerAccess,
} from "./verify/restrict-viewer-access.ts";
export type { CacheBehavior, RestrictedPaths } from "./verify/restriction.ts";
export type {
  CloudFrontDenial,
  CloudFrontDenialCode,
  CloudFrontDenialReason,
  CloudFrontOpenAccess,
  CloudFrontPermission,
  CloudFrontVerdict,
} from "./verify/verdict.ts";
export {
  type CloudFrontVerifier,
  type CloudFrontVerifierOptions,
  createCloudFrontVerifier,
  type RequestToVerify,
  type VerifyOptions,
  type VerifyRequestOptions,
} from "./verify/verifier.ts";
