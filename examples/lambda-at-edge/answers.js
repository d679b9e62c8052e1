import { isCloudFrontSignError } from "cloudfront-sign-webcrypto";

/** @typedef {Record<string, { key?: string, value: string }[]>} EdgeHeaders */

/** One header in the form of Lambda@Edge, a list of values under its lower-case name. */
export const header = (/** @type {string} */ key, /** @type {string[]} */ ...values) => ({
  [key.toLowerCase()]: values.map((value) => ({ key, value })),
});

/** What a user gets is for this user alone: no cache may keep it. */
export const isPrivate = header("Cache-Control", "private, no-store");

/** @param {number} status @param {object} value */
export const json = (status, value) => ({
  status: String(status),
  headers: { ...header("Content-Type", "application/json"), ...isPrivate },
  body: JSON.stringify(value),
});

/** An answer without a body: CloudFront accepts none with status 204. @param {string[]} cookies */
export const noContent = (cookies) => ({
  status: "204",
  headers: { ...header("Set-Cookie", ...cookies), ...isPrivate },
});

/** Details are for the log. The message of a CloudFrontSignError contains no key, signature or policy. */
export function failure(/** @type {unknown} */ error) {
  console.error(isCloudFrontSignError(error) ? `${error.code} ${error.message}` : error);
  return json(500, { error: "Something went wrong." });
}
