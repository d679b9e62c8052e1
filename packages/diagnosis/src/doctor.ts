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
export type { HashAlgorithm, KeyType } from "./key/algorithm.ts";
export type { CryptoKeyLike } from "./key/crypto-key.ts";
export type { Jwk } from "./key/jwk.ts";
export type { KeyObjectLike } from "./key/key-object.ts";
export type { PrivateKeySource } from "./key/private-key.ts";
export type { RemoteSigner } from "./key/remote-signer.ts";
export type { UrlInput } from "./url/wire-form.ts";
export type { CacheBehavior, RestrictedPaths } from "./verify/restriction.ts";
