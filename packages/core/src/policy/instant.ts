import { fail } from "../errors.ts";
import { dateTime } from "../options/clock.ts";
import { describeType } from "../options/type-name.ts";
import { readDuration } from "./duration.ts";
import { longestIsoText, microsecondsFrom, secondsLimit } from "./limits.ts";

/**
 * A point in time: a `Date`, an ISO 8601 string **with** its zone (`2030-01-01T00:00:00Z`), or whole epoch
 * **seconds** below 1e11.
 */
export type Instant = Date | string | number;

/** Why a value is not a point in time. */
export interface InstantProblem {
  /** What a message says after the option. */
  readonly sentence: string;
  /** It is a length of time. */
  readonly isDuration?: true;
}

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

const isoExample = '"2030-01-01T00:00:00Z"';

function problem(sentence: string): InstantProblem {
  return { sentence };
}

/** Epoch seconds, with a fraction if there is one, or why there are none. */
export function readInstant(value: unknown): number | InstantProblem {
  if (typeof value === "number") return readEpochSeconds(value);
  if (typeof value === "string") return readText(value);
  const time = dateTime(value);
  if (time === undefined)
    return problem(
      `is ${describeType(value)}; pass a Date, ISO 8601 text such as ${isoExample}, or whole epoch seconds`,
    );
  return Number.isNaN(time)
    ? problem("is an invalid Date; check what it was made from")
    : inRange(time / 1000);
}

function readEpochSeconds(value: number): number | InstantProblem {
  if (!Number.isFinite(value)) return problem(`is ${value}; check how it was calculated`);
  if (value < 0) return problem(`${value} is negative; pass whole epoch seconds such as 1900000000`);
  if (value >= microsecondsFrom)
    return problem(`${value} is in microseconds; divide by 1000000: ${Math.floor(value / 1e6)}`);
  if (value >= secondsLimit)
    return problem(`${value} is in milliseconds; divide by 1000: ${Math.floor(value / 1000)}`);
  return Number.isInteger(value)
    ? value
    : problem(`${value} is not a whole number of epoch seconds; round it to whole seconds`);
}

function inRange(seconds: number): number | InstantProblem {
  if (seconds < 0) return problem("is before 1970; check what it was made from");
  if (seconds < secondsLimit) return seconds;
  const year = new Date(seconds * 1000).getUTCFullYear();
  const latest = new Date(secondsLimit * 1000).toISOString().slice(0, 10);
  return problem(
    `is in the year ${year}, and the latest possible date is ${latest}; check whether milliseconds were multiplied by 1000`,
  );
}

// More than is allowed, so that the text can be corrected.
const isoText =
  /^(\d{4}-\d\d-\d\d)(?:([Tt ])(\d\d:\d\d)(?:(:\d\d)(?:[.,](\d+))?)?(?:([Zz])|([+-]\d\d)(?::?(\d\d))?)?)?$/;

function readText(text: string): number | InstantProblem {
  const match = text.length > longestIsoText ? null : isoText.exec(text);
  if (match === null) return problemOfOtherText(text);
  const [, day, separator, minute = "00:00", second = ":00", fraction = ""] = match;
  const [zulu, zoneHour = "", zoneMinute = "00"] = match.slice(6);
  const time = `${day}T${minute}${second}`;
  const zone = zulu === undefined ? zoneHour && `${zoneHour}:${zoneMinute}` : "Z";
  const shown = text.length > 40 ? `${text.slice(0, 40)}…` : text;
  if (!exists(time) || Math.abs(Number(zoneHour)) > 19 || Number(zoneMinute) > 59)
    return problem(`"${shown}" is a date that does not exist; check its month, day, time and zone`);
  if (separator === undefined) return problem(`"${shown}" has no time and no zone; write "${time}Z"`);
  if (zone === "") return problem(`"${shown}" has no zone; write "${time}Z" if it is in UTC`);
  if (separator !== "T" || !text.endsWith(zone) || text.includes(","))
    return problem(`"${shown}" is not spelled as ISO 8601 requires; write "${time}${zone}"`);
  // Only whether there is a fraction matters: the caller rounds it up or down.
  return inRange(Date.parse(time + zone) / 1000 + (/[1-9]/.test(fraction) ? 0.5 : 0));
}

/** Whether the calendar has a time. Date.parse would make 2 March of 30 February in some runtimes. */
function exists(time: string): boolean {
  const date = new Date(`${time}Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString() === `${time}.000Z`;
}

function problemOfOtherText(text: string): InstantProblem {
  if (text === "")
    return problem(`is an empty string; is a variable not set? Pass a time such as ${isoExample}`);
  if (/^\d{5,15}$/.test(text))
    return problem(
      Number(text) < secondsLimit
        ? `is a number in quotes; remove the quotes: ${Number(text)}`
        : `is a number of milliseconds in quotes; pass seconds, without quotes: ${Math.floor(Number(text) / 1000)}`,
    );
  if (typeof readDuration(text, "") === "number")
    return {
      sentence: "is a length of time, not a date; pass it as expiresIn, or pass the date itself",
      isDuration: true,
    };
  return problem(`is not an ISO 8601 date; write it like ${isoExample}, without white space around it`);
}

/** Milliseconds below this are more likely seconds (as seconds, before 1973). */
export const earliestSeconds = 1e8;

/**
 * Epoch seconds of epoch milliseconds; the caller chooses how a fraction is rounded.
 *
 * @throws `ERR_DATE_INVALID` before 1970, and for a number that is more likely in seconds or microseconds.
 */
export function secondsOfMilliseconds(
  option: string,
  milliseconds: number,
  round: (seconds: number) => number,
): number {
  const refuse = (problem: string) => fail("ERR_DATE_INVALID", option, problem);
  if (milliseconds < 0) return refuse("is before 1970; give a later date");
  const seconds = round(milliseconds / 1000);
  if (seconds >= secondsLimit)
    return refuse(`${milliseconds} is later than the year 5138; pass milliseconds, not microseconds`);
  return seconds < earliestSeconds && milliseconds >= earliestSeconds
    ? refuse(`${milliseconds} is in seconds; multiply by 1000: ${milliseconds * 1000}`)
    : seconds;
}
