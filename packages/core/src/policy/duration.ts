import { fail } from "../errors.ts";
import { longestTimer, secondsLimit } from "../limits.ts";
import { dateTime } from "../options/clock.ts";
import { shownText } from "../options/printable.ts";
import { describeType } from "../options/type-name.ts";

/**
 * A length of time: seconds, or a number with `s`, `m`, `h`, `d` or `w`, such as `"1.5h"` or `"30d"`. A part of a second
 * is left out.
 */
export type Duration = number | `${number}${"s" | "m" | "h" | "d" | "w"}`;

const secondsOf: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400, w: 604_800 };

/** Why a value is not a length of time. */
export interface DurationProblem {
  /** What a message says after the option. */
  readonly sentence: string;
  /** It is a point in time. */
  readonly isDate?: boolean;
}

/**
 * Whole seconds of a duration; at least 1.
 *
 * @throws `ERR_DATE_INVALID` for anything else.
 */
export function durationSeconds(option: string, value: unknown): number {
  const seconds = readDuration(value);
  return typeof seconds === "number" ? seconds : fail("ERR_DATE_INVALID", option, seconds.sentence);
}

/** Seconds that one call may take. */
export function timeoutSeconds(value: unknown, usual: number, option = "timeout"): number {
  return value === undefined ? usual : Math.min(durationSeconds(option, value), longestTimer);
}

/** Whole seconds, at least 1, or why there are none. */
export function readDuration(value: unknown): number | DurationProblem {
  if (typeof value === "number") return readSeconds(value, `${value}`);
  const text = typeof value === "string" ? value : "";
  const [, digits, unit = ""] = /^(\d+(?:\.\d+)?)([smhdw])$/.exec(text) ?? [];
  if (digits !== undefined) return readSeconds(Number(digits) * (secondsOf[unit] as number), shownText(text));
  if (/^\d{1,15}$/.test(text)) return { sentence: `${numberInQuotes}, or add a unit: s, m, h, d or w` };
  if (/^\d{4}-\d\d-\d\d/.test(text) || dateTime(value) !== undefined)
    return {
      sentence:
        'is a point in time, not a length of time such as "1h"; for expiresIn, pass it as dateLessThan',
      isDate: true,
    };
  const received = text === "" ? `is ${describeType(value)}` : `${shownText(text)} is not a duration`;
  return { sentence: `${received}; pass seconds, or text such as "90s", "15m", "1.5h", "7d", "2w"` };
}

/** What is said of numbers of environment variables. */
export const numberInQuotes = "is a number in quotes; remove the quotes, or write Number(value)";

function readSeconds(value: number, shown: string): number | DurationProblem {
  // In floating point, 1.1 hours are a little more than 3960 seconds, and 4.35 minutes a little less than 261.
  const seconds = Math.floor(Number(value.toFixed(6)));
  if (seconds >= 1 && seconds < secondsLimit) return seconds;
  return {
    sentence:
      seconds >= secondsLimit && Number.isFinite(value)
        ? `${shown} ends after the year 9999; pass seconds, not milliseconds`
        : `is ${shown}; pass seconds, at least 1`,
  };
}
