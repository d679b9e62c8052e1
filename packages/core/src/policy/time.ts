import { fail } from "../errors.ts";
import { type DurationProblem, readDuration } from "./duration.ts";
import { type InstantProblem, readInstant } from "./instant.ts";

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
  return typeof seconds === "number"
    ? round(seconds)
    : fail("ERR_DATE_INVALID", option, describeInstantProblem(seconds));
}

/**
 * Seconds of a duration; at least 1.
 *
 * @throws `ERR_DATE_INVALID` for anything else.
 */
export function durationSeconds(option: string, value: unknown): number {
  const seconds = readDuration(value);
  return typeof seconds === "number"
    ? seconds
    : fail("ERR_DATE_INVALID", option, describeDurationProblem(seconds, option));
}

const isoExample = '"2030-01-01T00:00:00Z"';

function describeInstantProblem(problem: InstantProblem): string {
  switch (problem.id) {
    case "wrong-type":
      return `is ${problem.type}; pass a Date, ISO 8601 text such as ${isoExample}, or whole epoch seconds`;
    case "invalid-date":
      return "is an invalid Date; check what it was made from";
    case "before-1970":
      return "is before 1970; check what it was made from";
    case "too-late":
      return `is in the year ${problem.year}; check whether milliseconds were multiplied by 1000`;
    case "empty":
      return `is an empty string; is a variable not set? Pass a time such as ${isoExample}`;
    case "duration":
      return "is a length of time, not a date; pass it as expiresIn, or pass the date itself";
    case "surrounding-space":
      return "has white space before or after the date; remove it";
    case "not-iso":
      return `is text that is no ISO 8601 date; write it like ${isoExample}`;
    case "milliseconds":
      return `${problem.value} is in milliseconds; divide by 1000: ${Math.floor(problem.value / 1000)}`;
    case "fraction":
      return `${problem.value} is not a whole number of epoch seconds; round it to whole seconds`;
    case "negative":
      return `${problem.value} is negative; pass whole epoch seconds such as 1900000000`;
    case "not-finite":
      return `is ${problem.value}; check how it was calculated`;
    case "digits":
      return `is a number in quotes; remove the quotes: ${epochOf(problem.seconds)}`;
    case "time-missing":
      return `"${shownText(problem.text)}" has no time and no zone; write "${problem.iso}"`;
    case "zone-missing":
      return `"${shownText(problem.text)}" has no zone; write "${problem.iso}" if it is in UTC`;
    case "spelling":
      return `"${shownText(problem.text)}" is not spelled as ISO 8601 requires; write "${problem.iso}"`;
    case "no-such-day":
      return `there is no ${problem.day}; that month has ${problem.daysInMonth} days`;
    case "no-such-month":
      return `has the month ${problem.month}; months go from 01 to 12`;
    case "no-such-time":
      return describeNoSuchTime(problem);
  }
}

/** A date as it is written, except for the end of a very long fraction. */
function shownText(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}

/** A number of seconds or milliseconds as seconds. */
function epochOf(value: number): number {
  return value < 1e11 ? value : Math.floor(value / 1000);
}

function describeNoSuchTime({ part, written }: InstantProblem & { readonly id: "no-such-time" }): string {
  switch (part) {
    case "hour":
      return `has the hour ${written}; hours go from 00 to 23`;
    case "minute":
      return `has the minute ${written}; minutes go from 00 to 59`;
    case "second":
      return `has the second ${written}; seconds go from 00 to 59`;
    case "zone":
      return `has the zone ${written}, which does not exist; write Z for UTC, or an offset such as +02:00`;
  }
}

function describeDurationProblem(problem: DurationProblem, option: string): string {
  switch (problem.id) {
    case "wrong-type":
      return `is ${problem.type}; pass whole seconds, or text such as "90s", "15m", "6h", "7d"`;
    case "date":
      return option === "expiresIn"
        ? "is a point in time, not a length of time; pass it as dateLessThan"
        : 'is a point in time; pass a length of time such as "1h"';
    case "empty":
      return 'is an empty string; is a variable not set? Pass a length of time such as "1h"';
    case "zero":
      return "is 0; it must be at least 1 second";
    case "negative":
      return "is negative; it must be at least 1 second";
    case "not-understood":
      return 'is text that is not understood; write whole seconds, or a number and a unit: "90s", "15m", "6h", "7d"';
    case "too-long":
      return "is longer than 317 years; check the unit";
    case "fraction":
      return `${problem.value} is not a whole number of seconds; round it`;
    case "milliseconds":
      return `${problem.value} is in milliseconds; divide by 1000: ${Math.floor(problem.value / 1000)}`;
    case "epoch-milliseconds":
      return `${problem.value} is a point in time in milliseconds; pass seconds from now, such as 3600`;
    case "not-finite":
      return `is ${problem.value}; check how it was calculated`;
    case "spelling":
      return `"${problem.text}" is not understood; write "${problem.duration}"`;
  }
}
