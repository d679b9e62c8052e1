import { fail } from "../errors.ts";
import { dateTime } from "../options/clock.ts";
import { describeType } from "../options/type-name.ts";
import { describeSeconds } from "./describe-time.ts";
import { bareSecondsLimit, durationLimit, longestTimeout, minuteOfMilliseconds } from "./limits.ts";

/**
 * A length of time: whole seconds, at most 1,000,000 (11 days), or text with a unit: a number with `s`, `m`, `h` or
 * `d`, such as `"30d"`. A larger number without a unit throws, and so does a multiple of 60,000, because it may be in
 * milliseconds.
 */
export type Duration = number | `${number}${"s" | "m" | "h" | "d"}`;

const secondsOf: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400 };

/** Why a value is not a length of time. */
export interface DurationProblem {
  /** What a message says after the option. */
  readonly sentence: string;
  /** It is a point in time. */
  readonly isDate?: true;
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

/** Seconds that one call may take, at most 300, because more is in milliseconds. */
export function timeoutSeconds(value: unknown, usual: number): number {
  const seconds = value === undefined ? usual : durationSeconds("timeout", value);
  return seconds <= longestTimeout
    ? seconds
    : fail(
        "ERR_OPTION_INVALID",
        "timeout",
        `is ${seconds} seconds; pass at most ${longestTimeout}, in seconds, not in milliseconds`,
      );
}

/** Whole seconds, at least 1, or why there are none. */
export function readDuration(value: unknown, option: string): number | DurationProblem {
  if (typeof value === "number") return readSeconds(value);
  if (typeof value === "string") return readText(value, option);
  if (dateTime(value) !== undefined) return isDate(option);
  return problem(`is ${describeType(value)}; pass whole seconds, or text such as "90s", "15m", "6h", "7d"`);
}

function problem(sentence: string): DurationProblem {
  return { sentence };
}

function readSeconds(value: number): number | DurationProblem {
  if (!Number.isFinite(value)) return problem(`is ${value}; check how it was calculated`);
  if (value <= 0) return problem(`is ${value}; it must be at least 1 second`);
  // The epoch milliseconds of 2001 and later.
  if (value >= 1e12)
    return problem(`${value} is a point in time in milliseconds; pass seconds from now, such as 3600`);
  if (value > bareSecondsLimit) {
    const days = Math.floor(value / 86_400);
    const seconds = Math.floor(value / 1000);
    const meant = seconds > bareSecondsLimit ? `"${Math.floor(seconds / 86_400)}d"` : seconds;
    return problem(
      value < durationLimit
        ? `is ${value} seconds, ${days} days: pass ${meant} if you meant milliseconds, or "${days}d"`
        : `${value} is in milliseconds; pass ${meant}`,
    );
  }
  if (value % minuteOfMilliseconds === 0)
    return problem(
      `is ${value} seconds, ${describeSeconds(value)}: pass ${value / 1000} if you meant milliseconds, or "${value}s"`,
    );
  return Number.isInteger(value) ? value : problem(`${value} is not a whole number of seconds; round it`);
}

function readText(text: string, option: string): number | DurationProblem {
  const [, digits, unit = ""] = /^(\d+)([smhd])$/.exec(text) ?? [];
  if (digits !== undefined) {
    const seconds = Number(digits) * (secondsOf[unit] as number);
    if (seconds === 0) return readSeconds(0);
    return seconds < durationLimit ? seconds : problem("is longer than 317 years; check the unit");
  }
  if (text === "")
    return problem('is an empty string; is a variable not set? Pass a length of time such as "1h"');
  if (/^\d{1,15}$/.test(text)) {
    const seconds = readSeconds(Number(text));
    return typeof seconds === "object"
      ? seconds
      : problem(
          `is a number in quotes; remove the quotes (for a variable: Number(value)), or add a unit: "${seconds}s"`,
        );
  }
  if (/^\d{4}-\d\d-\d\d/.test(text)) return isDate(option);
  return problem('is not a duration; write whole seconds, or a number and a unit: "90s", "15m", "6h", "7d"');
}

function isDate(option: string): DurationProblem {
  const sentence =
    option === "expiresIn"
      ? "is a point in time, not a length of time; pass it as dateLessThan"
      : 'is a point in time; pass a length of time such as "1h"';
  return { sentence, isDate: true };
}
