/**
 * Fetch handlers: one that signs playlists and manifests, also with the viewer's own signature, and one that gives
 * grants to viewers.
 *
 * @module
 */
export type { Grant, GrantOptions, SetCookieAttributes } from "cloudfront-sign-webcrypto";
export type { FetchHandler, PlatformRequest, PlatformResponse } from "cloudfront-sign-webcrypto/verify";
export type { OpenKind, ReferenceKind, Uncovered, UnsignedReference } from "./manifest/leaving.ts";
export type { Grants } from "./manifest/signing-options.ts";
export type { GrantDecision, GrantRefusal } from "./server/grant-decision.ts";
export { grantHandler } from "./server/grant-handler.ts";
export type { GrantHandlerOptions } from "./server/grant-handler-options.ts";
export { type GrantOfRequestOptions, grantOfRequest } from "./server/grant-of-request.ts";
export { type SignManifestsOptions, signManifests } from "./server/sign-manifests.ts";
