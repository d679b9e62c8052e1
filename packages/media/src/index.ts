/**
 * Playlists, manifests and short-lived grants: the functions of the sub-paths, except the player adapters in `/client`.
 *
 * @example
 * ```ts
 * import { createCloudFrontSigner } from "cloudfront-sign-webcrypto";
 * import { signHlsPlaylist } from "cloudfront-sign-media";
 *
 * const signer = createCloudFrontSigner({ keyPairId: "K2JCJMDEHXQW5F", privateKey: process.env.CLOUDFRONT_PRIVATE_KEY!, maxLifetime: "8h" });
 * const grant = await signer.grant({ resource: "https://d111111abcdef8.cloudfront.net/course/42/*", expiresIn: "4h" });
 * const playlistUrl = "https://d111111abcdef8.cloudfront.net/course/42/index.m3u8";
 * const signed = signHlsPlaylist("#EXTM3U\n#EXTINF:6,\nsegment-1.ts\n", grant, { playlistUrl });
 * ```
 *
 * @module
 */
export type { Grant, GrantOptions, SetCookieAttributes, UrlInput } from "cloudfront-sign-webcrypto";
export type { FetchHandler, PlatformRequest, PlatformResponse } from "cloudfront-sign-webcrypto/verify";
export type { RenewingGrantOptions } from "./client/options.ts";
export { type RenewingGrant, renewingGrant } from "./client/renewing-grant.ts";
export type { DashSigningOptions } from "./manifest/dash/manifest.ts";
export { signDashManifest } from "./manifest/dash/sign-dash-manifest.ts";
export { createDashSigningStream } from "./manifest/dash/signing-stream.ts";
export { type HlsAssetListOptions, signHlsAssetList } from "./manifest/hls/asset-list.ts";
export { signHlsPlaylist } from "./manifest/hls/sign-playlist.ts";
export { createHlsSigningStream } from "./manifest/hls/signing-stream.ts";
export type { HlsSigningOptions } from "./manifest/hls/text-signer.ts";
export type { OpenKind, ReferenceKind, Uncovered, UnsignedReference } from "./manifest/leaving.ts";
export type { Grants } from "./manifest/signing-options.ts";
export type { SigningStream } from "./manifest/text-stream.ts";
export type { GrantDecision, GrantRefusal } from "./server/grant-decision.ts";
export { grantHandler } from "./server/grant-handler.ts";
export type { GrantHandlerOptions } from "./server/grant-handler-options.ts";
export { type GrantOfRequestOptions, grantOfRequest } from "./server/grant-of-request.ts";
export { type SignManifestsOptions, signManifests } from "./server/sign-manifests.ts";
