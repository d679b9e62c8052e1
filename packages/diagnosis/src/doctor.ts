/**
 * Finds what is wrong with CloudFront distributions for signed URLs and signed cookies.
 *
 * @module
 */

export type {
  HashAlgorithm,
  Jwk,
  KeyType,
  NodeKeyObject,
  PrivateKeySource,
  RemoteSigner,
  UrlInput,
  WebCryptoKey,
} from "cloudfront-sign-webcrypto";
export type { CacheBehavior, RestrictedPaths } from "cloudfront-sign-webcrypto/verify";
export type { CloudFrontDistributionFindingId } from "./doctor/checks/checks.ts";
export {
  type CloudFrontDiagnosis,
  type DiagnosedDistribution,
  diagnoseCloudFrontDistributions,
} from "./doctor/diagnose.ts";
export type { CloudFrontDiagnosisOptions } from "./doctor/diagnosis-options.ts";
export type { CloudFrontDistributionFinding } from "./doctor/findings.ts";
