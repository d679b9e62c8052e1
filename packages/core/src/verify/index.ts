export type { HashAlgorithm } from "../key/algorithm.ts";
export type { CryptoKeyLike } from "../key/crypto-key.ts";
export type { Jwk } from "../key/jwk.ts";
export type { PublicKeySource } from "../key/public-key.ts";
export type { PolicyTerms } from "../policy/policy.ts";
export type { UrlInput } from "../url/wire-form.ts";
export type { CookieInput } from "./cookies.ts";
export type { CloudFrontDenial, CloudFrontDenialCode, CloudFrontDenialReason } from "./denial.ts";
export { explainCloudFrontDenial } from "./explain.ts";
export type { CloudFrontFinding, CloudFrontFindingId } from "./fixes.ts";
export { type CloudFrontInspection, inspectCloudFrontCookies, inspectCloudFrontUrl } from "./inspect.ts";
export type { CloudFrontDenialQuestion } from "./question.ts";
export type { CacheBehavior, RestrictedPaths } from "./restriction.ts";
export {
  type CloudFrontOpenAccess,
  type CloudFrontPermission,
  type CloudFrontVerdict,
  type CloudFrontVerifier,
  type CloudFrontVerifierOptions,
  createCloudFrontVerifier,
  type RequestLike,
} from "./verifier.ts";
export type { VerifyOptions, VerifyRequestOptions } from "./verify-options.ts";
