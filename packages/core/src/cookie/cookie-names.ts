/**
 * Name of a signed cookie.
 *
 * @see {@link https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/private-content-signed-cookies.html |
 * Use signed cookies} in the CloudFront Developer Guide
 */
export type SignedCookieName =
  | "CloudFront-Expires"
  | "CloudFront-Policy"
  | "CloudFront-Signature"
  | "CloudFront-Key-Pair-Id"
  | "CloudFront-Hash-Algorithm";

/** Names of the cookies that make a request a signed one. */
export const cookieNames: readonly SignedCookieName[] = [
  "CloudFront-Expires",
  "CloudFront-Policy",
  "CloudFront-Signature",
  "CloudFront-Key-Pair-Id",
  "CloudFront-Hash-Algorithm",
];
