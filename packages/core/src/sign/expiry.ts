import { fail } from "../errors.ts";
import { earliestPlausible, secondsLimit } from "../limits.ts";
import { checkFlag } from "../options/read-options.ts";
import { describeSeconds } from "../policy/describe-time.ts";
import { durationSeconds } from "../policy/duration.ts";
import { epochSeconds } from "../policy/instant.ts";
import type { PolicyStatement } from "../policy/policy.ts";
import type { GivenOptions } from "./sign-options.ts";

/**
 * Throws when access has ended at `now` (milliseconds), or ends before it starts. `option` has the expiry time.
 *
 * @throws `ERR_DATE_PAST`, `ERR_DATE_ORDER`
 */
export function checkAccessPeriod(statement: PolicyStatement, now: number, option: string): void {
  const { dateLessThan, dateGreaterThan } = statement;
  if (dateLessThan <= now / 1000) {
    const step =
      dateLessThan < earliestPlausible
        ? "check the unit: seconds, milliseconds or a duration"
        : "choose a later time, or check the clock and the time zone";
    fail("ERR_DATE_PAST", option, `the expiry time ${isoTime(dateLessThan)} has passed; ${step}`);
  }
  if (dateGreaterThan !== undefined && dateLessThan <= dateGreaterThan)
    fail(
      "ERR_DATE_ORDER",
      option === "policy" ? option : "dateGreaterThan",
      `the start ${isoTime(dateGreaterThan)} is not before the expiry time ${isoTime(dateLessThan)}; choose an earlier start or a later expiry`,
    );
}

/** Epoch seconds as ISO 8601 text. */
function isoTime(seconds: number): string {
  return new Date(seconds * 1000).toISOString().replace(".000Z", "Z");
}

/** The expiry time that options ask for at `now` (milliseconds), in epoch seconds. */
export function endSeconds(options: GivenOptions, now: number, resource: string): number {
  const { dateLessThan, expiresIn, cacheWindow, staggerWindows } = options;
  if (dateLessThan === undefined && expiresIn === undefined)
    fail("ERR_OPTION_MISSING", "dateLessThan", "there is no expiry; pass dateLessThan or expiresIn");
  if (dateLessThan !== undefined && expiresIn !== undefined)
    fail("ERR_OPTION_CONFLICT", "dateLessThan", "cannot be combined with expiresIn; keep one of them");
  if (staggerWindows !== undefined) checkFlag("staggerWindows", staggerWindows);
  if (dateLessThan !== undefined) {
    if (cacheWindow !== undefined)
      fail(
        "ERR_OPTION_CONFLICT",
        "cacheWindow",
        "works only with expiresIn, not with dateLessThan; pass expiresIn instead",
      );
    return epochSeconds("dateLessThan", dateLessThan, Math.floor);
  }
  const lifetime = durationSeconds("expiresIn", expiresIn);
  const end = windowEnd(now / 1000 + lifetime, options, resource);
  return end < secondsLimit
    ? end
    : fail("ERR_DATE_INVALID", "expiresIn", "ends after the year 9999; pass seconds, not milliseconds");
}

/** Whole seconds: the end itself, or that of its window. */
function windowEnd(end: number, { cacheWindow, staggerWindows }: GivenOptions, resource: string): number {
  if (cacheWindow === undefined) return Math.floor(end);
  const window = durationSeconds("cacheWindow", cacheWindow);
  const offset = staggerWindows ? fnv1a(resource) % window : 0;
  return Math.ceil((end - offset) / window) * window + offset;
}

/** The FNV-1a hash of text in wire form, 32 bits: quick, and the same everywhere. */
function fnv1a(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}

/**
 * Throws when options grant access until `end` (epoch seconds), which is longer from `now` (milliseconds) than
 * `maximum` seconds; with a window also when they would at another time.
 */
export function checkLifetime(end: number, options: GivenOptions, now: number, maximum: number): void {
  const { expiresIn, cacheWindow } = options;
  const granted =
    cacheWindow === undefined
      ? Math.ceil(end - now / 1000)
      : durationSeconds("expiresIn", expiresIn) + durationSeconds("cacheWindow", cacheWindow);
  if (granted <= maximum) return;
  const words = (seconds: number): string => `${describeSeconds(seconds)} (${seconds} s)`;
  const option = (["policy", "dateLessThan", "cacheWindow"] as const).find(
    (name) => options[name] !== undefined,
  );
  fail(
    "ERR_DATE_INVALID",
    option ?? "expiresIn",
    `grants access for up to ${words(granted)}, but the maximum lifetime is ${words(maximum)}; choose an earlier expiry or a smaller window, or raise the maximum lifetime`,
  );
}
