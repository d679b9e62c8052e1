export type { SignedCookies } from "../../cookie/signed-cookies.ts";
export type { Grant } from "../../grant.ts";
export type { UrlInput } from "../../url/wire-form.ts";
export type { Uncovered } from "../reference.ts";
export type { SigningStream } from "../text-stream.ts";
export { signHlsPlaylist } from "./sign-playlist.ts";
export { createHlsSigningStream } from "./signing-stream.ts";
export type { HlsSigningOptions } from "./text-signer.ts";
