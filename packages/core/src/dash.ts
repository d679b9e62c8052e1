/**
 * Signs MPEG-DASH manifests: puts the parameters of a grant on every reference that a player asks for.
 *
 * @module
 */
export type { DashSigningOptions } from "./manifest/dash/manifest.ts";
export { signDashManifest } from "./manifest/dash/sign-dash-manifest.ts";
export { createDashSigningStream } from "./manifest/dash/signing-stream.ts";
export type { Uncovered } from "./manifest/signing-options.ts";
export type { SigningStream } from "./manifest/text-stream.ts";
export type { Grant } from "./sign/grant.ts";
export type { UrlInput } from "./url/wire-form.ts";
