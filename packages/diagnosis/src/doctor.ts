/**
 * Finds what is wrong with CloudFront distributions for signed URLs and signed cookies.
 *
 * @module
 */

export type {
  CryptoKeyLike,
  HashAlgorithm,
  Jwk,
  KeyObjectLike,
  KeyType,
  PrivateKeySource,
  RemoteSigner,
  UrlInput,
} from "cloudfront-sign-webcrypto";
export type { CacheBehavior, RestrictedPaths } from "cloudfront-sign-webcrypto/verify";
export {
  type CloudFrontDiagnosis,
  type DiagnosedDistribution,
  diagnoseCloudFrontDistributions,
} from "./doctor/diagnose.ts";
export type { CloudFrontDiagnosisOptions } from "./doctor/diagnosis-options.ts";
export type { CloudFrontDistributionFinding } from "./doctor/finding.ts";
export type { CloudFrontDistributionFindingId } from "./doctor/finding-table.ts";
