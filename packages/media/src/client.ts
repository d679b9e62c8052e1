/**
 * Grants that renew themselves, for pages, players, service workers and apps. They need no key: the grants
 * come from your server.
 *
 * @module
 */

export type { UrlInput } from "cloudfront-sign-webcrypto";
export {
  CloudFrontSignError,
  type CloudFrontSignErrorCode,
  isCloudFrontSignError,
} from "cloudfront-sign-webcrypto";
export type { PlatformFetch } from "./client/fetch.ts";
export type { GrantAnswer } from "./client/grant-answer.ts";
export type { GrantRefusalReason, GrantState } from "./client/grant-state.ts";
export type { GrantResponse, LoadGrant } from "./client/load-grant.ts";
export type { RenewingGrantOptions } from "./client/options.ts";
export {
  type DashPlayer,
  type DashRequest,
  type DashResponse,
  signDashPlayer,
} from "./client/players/dash.ts";
export { type HlsLoaderClass, hlsLoader } from "./client/players/hls.ts";
export {
  type ShakaNetworkingEngine,
  type ShakaPlayer,
  type ShakaRequest,
  type ShakaResponse,
  signShakaPlayer,
} from "./client/players/shaka.ts";
export { signVideoJsPlayer, type VideoJsPlayer } from "./client/players/video-js.ts";
export { type PlatformDisposable, type RenewingGrant, renewingGrant } from "./client/renewing-grant.ts";
