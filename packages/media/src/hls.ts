/**
 * Signs HLS playlists: adds the parameters of a grant to every URI that a player requests.
 *
 * @module
 */
export type { Grant, SignedCookies, UrlInput } from "cloudfront-sign-webcrypto";
export { type HlsAssetListOptions, signHlsAssetList } from "./manifest/hls/asset-list.ts";
export { signHlsPlaylist } from "./manifest/hls/sign-playlist.ts";
export { createHlsSigningStream } from "./manifest/hls/signing-stream.ts";
export type { HlsSigningOptions } from "./manifest/hls/text-signer.ts";
export type { OpenKind, ReferenceKind, Uncovered, UnsignedReference } from "./manifest/leaving.ts";
export type { Grants } from "./manifest/signing-options.ts";
export type { SigningStream } from "./manifest/text-stream.ts";
