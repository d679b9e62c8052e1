/**
 * Verifies signed URLs and signed cookies as CloudFront does, decodes them without a key, and explains why
 * CloudFront answered 403. No private key is needed here.
 *
 * @example
 * ```ts
 * import { createCloudFrontVerifier } from "cloudfront-sign-webcrypto/verify";
 *
 * const verifier = createCloudFrontVerifier({ keyGroup: { K2JCJMDEHXQW5F: process.env.CLOUDFRONT_PUBLIC_KEY! } });
 * const verdict = await verifier.verifyUrl("https://d111111abcdef8.cloudfront.net/a.jpg");
 * console.log(verdict.allowed); // false
 * ```
 *
 * @module
 */

export type { CloudFrontComparison } from "./explain/comparison.ts";
export { explainCloudFrontDenial } from "./explain/explain.ts";
export type { AnswerFindingId } from "./explain/findings/answer-finding-table.ts";
export type { ConditionFindingId } from "./explain/findings/condition-finding-table.ts";
export type { CookieFindingId } from "./explain/findings/cookie-finding-table.ts";
export type { CloudFrontFinding, CloudFrontFindingId } from "./explain/findings/finding.ts";
export {
  type CloudFrontOutcome,
  type CloudFrontOutcomeOptions,
  describeCloudFrontOutcome,
} from "./explain/findings/outcome.ts";
export type { ParameterFindingId } from "./explain/findings/parameter-finding-table.ts";
export type { SignatureFindingId } from "./explain/findings/signature-finding-table.ts";
export type { UndecidedFindingId } from "./explain/findings/undecided-finding-table.ts";
export {
  type PastedRequest,
  type PastedRequestOptions,
  readPastedRequest,
} from "./explain/paste/pasted-request.ts";
export type { CloudFrontDenialQuestion } from "./explain/question/denial-question.ts";
export type { ResponseHeadersInput } from "./explain/question/response-headers.ts";
export type { HashAlgorithm } from "./key/algorithm.ts";
export type { CryptoKeyLike } from "./key/crypto-key.ts";
export type { Jwk } from "./key/jwk.ts";
export type { KeyObjectLike } from "./key/key-object.ts";
export type { PublicKeySource } from "./key/public-key.ts";
export { describeRelativeTime } from "./policy/describe-time.ts";
export type { PolicyTerms } from "./policy/policy.ts";
export type { UrlInput } from "./url/wire-form.ts";
export type { CookieInput } from "./verify/cookies.ts";
export type { CloudFrontDenial, CloudFrontDenialCode, CloudFrontDenialReason } from "./verify/denial.ts";
export {
  type CloudFrontInspection,
  inspectCloudFrontCookies,
  inspectCloudFrontUrl,
} from "./verify/inspect.ts";
export type { PublicJwk } from "./verify/public-jwk.ts";
export type { CacheBehavior, RestrictedPaths } from "./verify/restriction.ts";
export type { CloudFrontOpenAccess, CloudFrontPermission, CloudFrontVerdict } from "./verify/verdict.ts";
export {
  type CloudFrontVerifier,
  type CloudFrontVerifierOptions,
  createCloudFrontVerifier,
  type RequestLike,
} from "./verify/verifier.ts";
export type { VerifyOptions, VerifyRequestOptions } from "./verify/verify-options.ts";
