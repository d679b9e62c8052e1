/**
 * Fetch handlers: one that signs playlists and manifests, and one that gives grants to viewers.
 *
 * @module
 */
export type { Grant, GrantTerms, SetCookieAttributes } from "cloudfront-sign-webcrypto";
export type { EdgeHandler, EdgeRequest, EdgeResponse } from "cloudfront-sign-webcrypto/verify";
export type { Uncovered } from "./manifest/signing-options.ts";
export type { GrantDecision, GrantRefusal } from "./server/grant-decision.ts";
export { grantHandler } from "./server/grant-handler.ts";
export type { GrantHandlerOptions } from "./server/grant-handler-options.ts";
export { type ManifestSigningOptions, signManifests } from "./server/sign-manifests.ts";
