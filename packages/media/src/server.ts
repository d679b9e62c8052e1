/**
 * Fetch handlers: one that requires signed URLs or cookies in front of an origin, one that signs playlists and
 * manifests, and one that gives grants to viewers.
 *
 * @module
 */
export type { SetCookieAttributes } from "./cookie/cookie-attributes.ts";
export type { GrantDecision, GrantRefusal } from "./edge/grant-decision.ts";
export { grantHandler } from "./edge/grant-handler.ts";
export type { GrantHandlerOptions } from "./edge/grant-handler-options.ts";
export {
  type EdgeHandler,
  type EdgeRequest,
  type EdgeResponse,
  restrictViewerAccess,
  type ViewerAccessOptions,
} from "./edge/restrict-viewer-access.ts";
export { type ManifestSigningOptions, signManifests } from "./edge/sign-manifests.ts";
export type { CryptoKeyLike } from "./key/crypto-key.ts";
export type { Jwk } from "./key/jwk.ts";
export type { PublicKeySource } from "./key/public-key.ts";
export type { Uncovered } from "./manifest/signing-options.ts";
export type { Grant } from "./sign/grant.ts";
export type { GrantTerms } from "./sign/policy-terms.ts";
export type { CacheBehavior, RestrictedPaths } from "./verify/restriction.ts";
export type { RequestLike } from "./verify/verifier.ts";
