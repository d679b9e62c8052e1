export type { GrantAnswer } from "./client/grant-answer.ts";
export type { GrantRefusal, GrantState } from "./client/grant-state.ts";
export type { LoadGrant, ResponseLike } from "./client/load-grant.ts";
export type { RenewingGrantOptions } from "./client/options.ts";
export { type RenewingGrant, renewingGrant } from "./client/renewing-grant.ts";
export { CloudFrontSignError, type CloudFrontSignErrorCode, isCloudFrontSignError } from "./errors.ts";
export type { UrlInput } from "./url/wire-form.ts";
