import { type CloudFrontSignErrorCode, isCloudFrontSignError } from "../errors.ts";

/** Errors that the same request may not meet a moment later. */
const overloadCodes: readonly CloudFrontSignErrorCode[] = [
  "ERR_KEY_LOAD_FAILED",
  "ERR_SIGNING_QUEUE_FULL",
  "ERR_SIGNING_TIMEOUT",
  "ERR_SIGNING_UNAVAILABLE",
];

/** Seconds of `Retry-After` by default. */
export const usualRetryAfter = 1;

/**
 * Seconds of `Retry-After` in the 503 that answers an error of an overload, also of another copy of this package;
 * `undefined` for every other error.
 */
export function retryAfterError(error: unknown): number | undefined {
  return isCloudFrontSignError(error) && overloadCodes.includes(error.code) ? usualRetryAfter : undefined;
}
