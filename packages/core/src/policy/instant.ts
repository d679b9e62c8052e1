import { fail } from "../errors.ts";
import { longestIsoText, microsecondsFrom, secondsLimit } from "../limits.ts";
import { dateTime } from "../options/clock.ts";
import { shownText } from "../options/printable.ts";
import { describeType } from "../options/type-name.ts";
import { numberInQuotes, readDuration } from "./duration.ts";

/**
 * A point in time: a `Date`, an ISO 8601 date (`2030-01-01`: midnight UTC) or time **with** its zone
 * (`2030-01-01T00:00:00Z`), or epoch **seconds**. The latest is the end of the year 9999.
 */
export type Instant = Date | string | number;

/** Why a value is not a point in time. */
export interface InstantProblem {
  /** What a message says after the option. */
  readonly sentence: string;
  /** It is a length of time. */
  readonly isDuration?: boolean;
}

/**
 * Epoch seconds of an instant; the caller chooses how a fraction is rounded, so that rounding never widens access.
 *
 * Source: CloudFront Developer Guide, "Create a signed URL using a canned policy" (Unix time in seconds, UTC).
 *
 * @throws `ERR_DATE_INVALID` for anything else.
 */
export function epochSeconds(option: string, value: unknown, round: (seconds: number) => number): number {
  const seconds = readInstant(value);
  return typeof seconds === "number" ? round(seconds) : fail("ERR_DATE_INVALID", option, seconds.sentence);
}

/** Epoch seconds, with a fraction if there is one, or why there are none. */
export function readInstant(value: unknown): number | InstantProblem {
  if (typeof value === "number") return readEpochSeconds(value);
  if (typeof value === "string" && value !== "") return readText(value);
  const time = dateTime(value);
  if (time !== undefined) return inRange(time / 1000);
  return {
    sentence: `is ${describeType(value)}; pass a Date, ISO 8601 text such as "2030-01-01T00:00:00Z", or whole epoch seconds`,
  };
}

function readEpochSeconds(value: number): number | InstantProblem {
  if (value >= secondsLimit && value < microsecondsFrom)
    return { sentence: `${value} is in milliseconds; divide by 1000: ${Math.floor(value / 1000)}` };
  return value >= 0 && value < secondsLimit
    ? value
    : { sentence: `is ${value}; pass epoch seconds such as 1900000000` };
}

function inRange(seconds: number): number | InstantProblem {
  if (Number.isNaN(seconds))
    return { sentence: "is an invalid Date; check the value that it was created from" };
  return seconds >= 0 && seconds < secondsLimit ? seconds : { sentence: outOfRange };
}

const outOfRange = "is before 1970 or after 9999; check the unit: seconds, milliseconds or microseconds";

const isoText =
  /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d)(?:(:\d\d)(?:\.(\d+))?)?(?:(Z)|([+-][01]\d):?([0-5]\d))?)?$/;

function readText(text: string): number | InstantProblem {
  const match = text.length > longestIsoText ? null : isoText.exec(text);
  if (match === null) return problemOfOtherText(text);
  const [, day, minute, second = ":00", fraction = "", utc, hours, minutes] = match;
  const time = `${day}T${minute ?? "00:00"}${second}`;
  if (!exists(time))
    return { sentence: `${shownText(text)} is a date that does not exist; check its month, day and time` };
  // A date alone is midnight UTC, as in ECMAScript. A time alone would be local time.
  if (minute !== undefined && (utc ?? hours) === undefined)
    return { sentence: `${shownText(text)} has no zone; write "${time}Z" if it is in UTC` };
  const zone = hours === undefined ? "Z" : `${hours}:${minutes}`;
  // Only whether there is a fraction matters: the caller rounds it up or down.
  return inRange(Date.parse(time + zone) / 1000 + (/[1-9]/.test(fraction) ? 0.5 : 0));
}

/** Whether the calendar has a time. Date.parse would make 2 March of 30 February in some runtimes. */
function exists(time: string): boolean {
  const date = new Date(`${time}Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString() === `${time}.000Z`;
}

function problemOfOtherText(text: string): InstantProblem {
  if (/^\d{5,15}$/.test(text)) return { sentence: numberInQuotes };
  return typeof readDuration(text) === "number"
    ? {
        sentence: "is a duration, not a date; pass it as expiresIn, or pass a date",
        isDuration: true,
      }
    : {
        sentence: `${shownText(text)} is not an ISO 8601 date; write it like "2030-01-01T00:00:00Z" or "2030-01-01"`,
      };
}

/**
 * Epoch seconds of epoch milliseconds; the caller chooses how a fraction is rounded, and says with `problem` what is
 * wrong with a value that is not a number.
 *
 * @throws `ERR_DATE_INVALID` before 1970, and after the year 9999.
 */
export function secondsOfMilliseconds(
  option: string,
  milliseconds: unknown,
  round: (seconds: number) => number,
  problem: string,
): number {
  if (typeof milliseconds !== "number" || !Number.isFinite(milliseconds))
    return fail("ERR_DATE_INVALID", option, problem);
  const seconds = round(milliseconds / 1000);
  return milliseconds >= 0 && seconds < secondsLimit ? seconds : fail("ERR_DATE_INVALID", option, outOfRange);
}
