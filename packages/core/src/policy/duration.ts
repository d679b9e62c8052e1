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
  readonly isDate?: boolean;
}

/**
 * Seconds of a duration; at least 1.
 *
 * @throws `ERR_DATE_INVALID` for anything else.
 */
export function durationSeconds(option: string, value: unknown): number {
  const seconds = readDuration(value);
  return typeof seconds === "number" ? seconds : fail("ERR_DATE_INVALID", option, seconds.sentence);
}

/** Seconds that one call may take, at most 300, because more is in milliseconds. */
export function timeoutSeconds(value: unknown, usual: number, option = "timeout"): number {
  const seconds = value === undefined ? usual : durationSeconds(option, value);
  return seconds <= longestTimeout
    ? seconds
    : fail(
        "ERR_OPTION_INVALID",
        option,
        `is ${seconds} seconds; pass at most ${longestTimeout}, in seconds, not in milliseconds`,
      );
}

/** Whole seconds, at least 1, or why there are none. */
export function readDuration(value: unknown): number | DurationProblem {
  if (typeof value === "number") return readSeconds(value);
  const text = typeof value === "string" ? value : "";
  const [, digits, unit = ""] = /^(\d+)([smhd])$/.exec(text) ?? [];
  if (digits !== undefined) {
    const seconds = Number(digits) * (secondsOf[unit] as number);
    return seconds >= 1 && seconds < durationLimit
      ? seconds
      : { sentence: "is not between 1 second and 317 years; check the number and the unit" };
  }
  if (/^\d{1,15}$/.test(text)) return { sentence: `${numberInQuotes}, or add a unit: s, m, h or d` };
  if (/^\d{4}-\d\d-\d\d/.test(text) || dateTime(value) !== undefined)
    return {
      sentence:
        'is a point in time, not a length of time such as "1h"; for expiresIn, pass it as dateLessThan',
      isDate: true,
    };
  return {
    sentence: `is ${text === "" ? describeType(value) : "not a duration"}; pass whole seconds, or text such as "90s", "15m", "6h", "7d"`,
  };
}

/** What is said of numbers of environment variables. */
export const numberInQuotes = "is a number in quotes; remove the quotes, or write Number(value)";

function readSeconds(value: number): number | DurationProblem {
  if (!Number.isInteger(value) || value < 1)
    return { sentence: `is ${value}; pass whole seconds, at least 1` };
  if (value >= durationLimit)
    return { sentence: `${value} is a time in milliseconds; pass seconds, such as 3600` };
  return value > bareSecondsLimit || value % minuteOfMilliseconds === 0
    ? {
        sentence: `is ${value} seconds, ${describeSeconds(value)}: pass "${Math.floor(value / 1000)}s" if you meant milliseconds, or "${value}s"`,
      }
    : value;
}
