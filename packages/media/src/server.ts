/**
 * Fetch handlers: one that requires signed URLs or cookies in front of an origin, one that signs playlists and
 * manifests, and one that gives grants to viewers.
 *
 * @module
 */
export type { SetCookieAttributes } from "cloudfront-sign-webcrypto";
export type { GrantDecision, GrantRefusal } from "./server/grant-decision.ts";
export { grantHandler } from "./server/grant-handler.ts";
export type { GrantHandlerOptions } from "./server/grant-handler-options.ts";
export { type EdgeHandler, type EdgeRequest, type EdgeResponse, restrictViewerAccess, type ViewerAccessOptions } from "cloudfront-sign-webcrypto/verify";
export { type ManifestSigningOptions, signManifests } from "./server/sign-manifests.ts";
export type { CryptoKeyLike } from "cloudfront-sign-webcrypto";
export type { Jwk } from "cloudfront-sign-webcrypto";
export type { PublicKeySource } from "cloudfront-sign-webcrypto";
export type { Uncovered } from "./manifest/signing-options.ts";
export type { Grant } from "cloudfront-sign-webcrypto";
export type { GrantTerms } from "cloudfront-sign-webcrypto";
export type { CacheBehavior, RestrictedPaths } from "cloudfront-sign-webcrypto/verify";
export type { RequestLike } from "cloudfront-sign-webcrypto/verify";
