/**
 * Signs MPEG-DASH manifests: adds the parameters of a grant to every reference that a player requests.
 *
 * @module
 */

export type { Grant, UrlInput } from "cloudfront-sign-webcrypto";
export type { DashSigningOptions } from "./manifest/dash/manifest.ts";
export { signDashManifest } from "./manifest/dash/sign-dash-manifest.ts";
export { createDashSigningStream } from "./manifest/dash/signing-stream.ts";
export type { OpenKind, ReferenceKind, Uncovered, UnsignedReference } from "./manifest/leaving.ts";
export type { Grants } from "./manifest/signing-options.ts";
export type { SigningStream } from "./manifest/text-stream.ts";
