/**
 * Names of the cookies that make a request a signed one.
 *
 * Source: CloudFront Developer Guide, "Use signed cookies".
 */
export const cookieNames = [
  "CloudFront-Expires",
  "CloudFront-Policy",
  "CloudFront-Signature",
  "CloudFront-Key-Pair-Id",
  "CloudFront-Hash-Algorithm",
] as const;

/** Name of a signed cookie. */
export type SignedCookieName = (typeof cookieNames)[number];
