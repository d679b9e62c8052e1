/**
 * Finds what is wrong with CloudFront distributions for signed URLs and signed cookies.
 *
 * @module
 */
export {
  type CloudFrontDiagnosis,
  type DiagnosedDistribution,
  diagnoseCloudFrontDistributions,
} from "./doctor/diagnose.ts";
export type { CloudFrontDiagnosisOptions } from "./doctor/diagnosis-options.ts";
export type { CloudFrontDistributionFinding, CloudFrontDistributionFindingId } from "./doctor/finding.ts";
export type { HashAlgorithm, KeyType } from "cloudfront-sign-webcrypto";
export type { CryptoKeyLike } from "cloudfront-sign-webcrypto";
export type { Jwk } from "cloudfront-sign-webcrypto";
export type { KeyObjectLike } from "cloudfront-sign-webcrypto";
export type { PrivateKeySource } from "cloudfront-sign-webcrypto";
export type { RemoteSigner } from "cloudfront-sign-webcrypto";
export type { UrlInput } from "cloudfront-sign-webcrypto";
export type { CacheBehavior, RestrictedPaths } from "cloudfront-sign-webcrypto/verify";
