import { fail } from "../errors.ts";
import { kindOf } from "../options/read-options.ts";

/**
 * A point in time: a `Date`, an ISO 8601 string **with** its zone (`2030-01-01T00:00:00Z`), or whole epoch
 * **seconds** below 1e11.
 */
export type Instant = Date | string | number;

/**
 * A length of time: whole seconds below 1e10 (317 years; what is more is milliseconds), or a number with `s`,
 * `m`, `h` or `d`.
 */
export type Duration = number | `${number}${"s" | "m" | "h" | "d"}`;

/** Epoch seconds are less than this (the year 5138); what is more is milliseconds. */
export const secondsLimit = 1e11;

/**
 * Epoch seconds of an instant; a fraction is rounded by `round`, so that the caller decides which way does
 * not widen access.
 *
 * Source: CloudFront Developer Guide, "Create a signed URL using a canned policy" (Unix time in seconds,
 * UTC).
 */
export function epochSeconds(option: string, value: unknown, round: (seconds: number) => number): number {
  if (typeof value === "number") return wholeSeconds(option, value);
  const text = typeof value === "string" ? value : "";
  // Date.parse alone would take more, and make 2 March of 30 February in some runtimes.
  const [, day, fraction = ""] =
    /^(\d{4}-\d\d-\d\d)T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(\.\d+)?)?(?:Z|[+-][01]\d:[0-5]\d)$/.exec(text) ??
    [];
  let seconds = Number.NaN;
  if (kindOf(value) === "Date") seconds = Number(value) / 1000;
  // Of a fraction it only matters that there is one, for `round`.
  else if (day && new Date(day).getUTCDate() === Number(day.slice(8)))
    seconds = Date.parse(text.replace(fraction, "")) / 1000 + Number(/[1-9]/.test(fraction)) / 2;
  return round(inRange(option, seconds, value));
}

/** Epoch seconds that are given as such. */
function wholeSeconds(option: string, value: number): number {
  return inRange(option, Number.isInteger(value) ? value : Number.NaN, value);
}

function inRange(option: string, seconds: number, value: unknown): number {
  if (seconds >= 0 && seconds < secondsLimit) return seconds;
  const why = seconds >= secondsLimit ? "this looks like milliseconds" : `received ${kindOf(value)}`;
  return fail(
    "ERR_DATE_INVALID",
    option,
    `expected a Date, ISO 8601 text with zone or whole epoch seconds; ${why}`,
  );
}

/** Seconds of a duration; at least 1. */
export function durationSeconds(option: string, value: unknown): number {
  const text = typeof value === "string" ? value : `${Number.isInteger(value) && value}s`;
  const [, digits, unit] = /^(\d+)([smhd])$/.exec(text) ?? [];
  const seconds = Number(digits) * { s: 1, m: 60, h: 3600, d: 86400 }[unit as "s"];
  return seconds >= 1 && seconds < 1e10
    ? seconds
    : fail(
        "ERR_DATE_INVALID",
        option,
        "expected whole seconds (not milliseconds), or text such as 90s, 15m, 6h, 7d",
      );
}
