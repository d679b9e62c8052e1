export type { Grant } from "../../grant.ts";
export type { UrlInput } from "../../url/wire-form.ts";
export type { Uncovered } from "../reference.ts";
export type { SigningStream } from "../text-stream.ts";
export type { DashSigningOptions } from "./manifest.ts";
export { signDashManifest } from "./sign-dash-manifest.ts";
export { createDashSigningStream } from "./signing-stream.ts";
