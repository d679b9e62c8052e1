export type { SetCookieAttributes } from "./cookie/cookie-attributes.ts";
export type { PathCookies } from "./cookie/cookies-by-path.ts";
export { clearCloudFrontSignedCookies, type SignedCookies } from "./cookie/signed-cookies.ts";
export { CloudFrontSignError, type CloudFrontSignErrorCode, isCloudFrontSignError } from "./errors.ts";
export type { HashAlgorithm, KeyType } from "./key/algorithm.ts";
export type { CryptoKeyLike, ImportedKey } from "./key/crypto-key.ts";
export type { Jwk } from "./key/jwk.ts";
export type { KeyObjectLike } from "./key/key-object.ts";
export type { PrivateKeySource } from "./key/private-key.ts";
export type { PublicKeySource } from "./key/public-key.ts";
export type { RemoteSigner } from "./key/remote-signer.ts";
export type { Duration, Instant } from "./policy/time.ts";
export type { Grant } from "./sign/grant.ts";
export type { AbortSignalLike } from "./sign/map-in-order.ts";
export {
  type CloudFrontKey,
  type CloudFrontOneShot,
  type CloudFrontPolicy,
  type CloudFrontPublicKey,
  createCloudFrontPresignedUrl,
  createCloudFrontSignedCookies,
  importCloudFrontPrivateKey,
  importCloudFrontPublicKey,
} from "./sign/one-shot.ts";
export type {
  CacheWindow,
  End,
  ReadyPolicy,
  ResourceTerms,
  Restrictions,
  UrlTerms,
} from "./sign/policy-terms.ts";
export {
  type CloudFrontSigner,
  type CloudFrontSignerOptions,
  createCloudFrontSigner,
  type SignUrlsOptions,
} from "./sign/signer.ts";
export { type CloudFrontUrlOptions, cloudFrontUrl } from "./url/object-url.ts";
export type { UrlInput } from "./url/wire-form.ts";
