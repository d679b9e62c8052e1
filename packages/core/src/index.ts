/**
 * Signs CloudFront URLs and cookies: {@link createCloudFrontSigner} is the place to start.
 *
 * @example
 * ```ts
 * import { createCloudFrontSigner } from "cloudfront-sign-webcrypto";
 *
 * const signer = createCloudFrontSigner({ keyPairId: "K2JCJMDEHXQW5F", privateKey: process.env.CLOUDFRONT_PRIVATE_KEY!, maxLifetime: "8h" });
 * const url = await signer.signUrl("https://d111111abcdef8.cloudfront.net/image.jpg", { expiresIn: "1h" });
 * ```
 *
 * @module
 */
export { checkKeyPair } from "./check-key-pair.ts";
export type { SetCookieAttributes } from "./cookie/check-attributes.ts";
export {
  clearCloudFrontSignedCookies,
  type HeadersToAppend,
  type SignedCookieName,
  type SignedCookies,
} from "./cookie/signed-cookies.ts";
export { CloudFrontSignError, type CloudFrontSignErrorCode, isCloudFrontSignError } from "./errors.ts";
export type { HashAlgorithm, KeyType } from "./key/algorithm.ts";
export type { ImportedKey, WebCryptoKey } from "./key/crypto-key.ts";
export type { Jwk } from "./key/jwk.ts";
export { forgetImportedKeys } from "./key/key-memory.ts";
export type { NodeKeyObject } from "./key/key-object.ts";
export type { PrivateKeySource } from "./key/private-key.ts";
export type { PublicKeySource } from "./key/public-key.ts";
export type { RemoteSigner, RemoteSignOptions } from "./key/remote-signer.ts";
export type { AnyAbortSignal, PlatformAbortSignal } from "./options/abort-signal.ts";
export type {
  ClientEvent,
  CloudFrontEvent,
  GrantHandlerEvent,
  LoadedKeyEvent,
  OnEvent,
  RemoteKeyEvent,
  ServerEvent,
  SignerEvent,
} from "./options/events.ts";
export type { Duration } from "./policy/duration.ts";
export type { Instant } from "./policy/instant.ts";
export { healthHandler } from "./server/health-handler.ts";
export { type ShedLoadOptions, shedLoad } from "./server/shed-load.ts";
export type { Grant } from "./sign/grant.ts";
export { type LoadedKey, type LoadedKeyOptions, loadedKey } from "./sign/loaded-key.ts";
export type { LoadContext, LoadedKeyValue, LoadKey } from "./sign/loader.ts";
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
  AccessRestrictions,
  GrantDateLessThan,
  GrantExpiresIn,
  GrantOptions,
  ReadyPolicy,
  SignCookiesDateLessThan,
  SignCookiesExpiresIn,
  SignCookiesOptions,
  SignUrlDateLessThan,
  SignUrlExpiresIn,
  SignUrlOptions,
} from "./sign/sign-options.ts";
export type { UrlListOptions } from "./sign/sign-urls.ts";
export { type CloudFrontSigner, createCloudFrontSigner, type SignedUrlOrError } from "./sign/signer.ts";
export type { SignerKeyOptions } from "./sign/signer-key.ts";
export type {
  CloudFrontSignerOptions,
  CommonSignerOptions,
  LoadedKeySignerOptions,
  PrivateKeySignerOptions,
} from "./sign/signer-options.ts";
export { type CloudFrontUrlOptions, cloudFrontUrl } from "./url/object-url.ts";
export type { UrlInput } from "./url/wire-form.ts";
export type { PlatformResponse } from "./verify/restrict-viewer-access.ts";
