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
export type { AddressFindingId } from "./doctor/checks/address.ts";
export type { CloudFrontDistributionFindingId } from "./doctor/checks/checks.ts";
export type { DistributionStateFindingId } from "./doctor/checks/distribution.ts";
export type { KeyGroupFindingId } from "./doctor/checks/key-group.ts";
export type { KeyPairFindingId } from "./doctor/checks/key-pair.ts";
export type { OriginFindingId } from "./doctor/checks/origin.ts";
export type { PublicKeyFindingId } from "./doctor/checks/public-key.ts";
export type { RequestFindingId } from "./doctor/checks/request.ts";
export type { RestrictionFindingId } from "./doctor/checks/restriction.ts";
export type { TenantFindingId } from "./doctor/checks/tenant.ts";
export type { UploadFindingId } from "./doctor/checks/upload.ts";
export type { UrlFindingId } from "./doctor/checks/url.ts";
export {
  type CloudFrontDiagnosis,
  type DiagnosedDistribution,
  diagnoseCloudFrontDistributions,
} from "./doctor/diagnose.ts";
export type { CloudFrontDiagnosisOptions } from "./doctor/diagnosis-options.ts";
export type { CloudFrontDistributionFinding } from "./doctor/findings.ts";
