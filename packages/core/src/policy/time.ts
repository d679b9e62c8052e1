import { fail } from "../errors.ts";
import { readDuration } from "./duration.ts";
import { readInstant } from "./instant.ts";

/**
 * Epoch seconds of an instant; the caller chooses how a fraction is rounded, so that rounding never widens
 * access.
 *
 * Source: CloudFront Developer Guide, "Create a signed URL using a canned policy" (Unix time in seconds,
 * UTC).
 *
 * @throws `ERR_DATE_INVALID` for anything else.
 */
export function epochSeconds(option: string, value: unknown, round: (seconds: number) => number): number {
  const seconds = readInstant(value);
  return typeof seconds === "number" ? round(seconds) : fail("ERR_DATE_INVALID", option, seconds.sentence);
}

/**
 * Seconds of a duration; at least 1.
 *
 * @throws `ERR_DATE_INVALID` for anything else.
 */
export function durationSeconds(option: string, value: unknown): number {
  const seconds = readDuration(value, option);
  return typeof seconds === "number" ? seconds : fail("ERR_DATE_INVALID", option, seconds.sentence);
}
