import { dateTime } from "../options/clock.ts";
import { describeType } from "../options/type-name.ts";
import { readDuration } from "./duration.ts";
import { longestIsoText, microsecondsFrom, secondsLimit } from "./limits.ts";

/**
 * A point in time: a `Date`, an ISO 8601 string **with** its zone (`2030-01-01T00:00:00Z`), or whole epoch
 * **seconds** below 1e11.
 */
export type Instant = Date | string | number;

/** Why a value is no point in time. */
export interface InstantProblem {
  /** What a message says after the option. */
  readonly sentence: string;
  /** It is a length of time. */
  readonly isDuration?: true;
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

/** A number of epoch seconds, or why it is none. */
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
  return problem(`is in the year ${year}; check whether milliseconds were multiplied by 1000`);
}

// More than is allowed, so that each deviation can be named.
const isoText =
  /^(\d{4}-\d\d-\d\d)(?:([Tt ])(\d\d):(\d\d)(?::(\d\d)(?:[.,](\d+))?)?(?:([Zz])|([+-])(\d\d)(?::?(\d\d))?)?)?$/;

function readText(text: string): number | InstantProblem {
  const match = text.length > longestIsoText ? null : isoText.exec(text);
  if (match === null) return problemOfOtherText(text);
  const [, day = "", separator, hour = "", minute = "", second = "00", fraction = ""] = match;
  const [zulu, sign = "", zoneHour = "", zoneMinute = "00"] = match.slice(7);
  // Date.parse would make 2 March of 30 February in some runtimes.
  const dayProblem = problemOfDay(day);
  if (dayProblem !== undefined) return dayProblem;
  const shown = shownText(text);
  if (separator === undefined) return problem(`"${shown}" has no time and no zone; write "${day}T00:00:00Z"`);
  if (Number(hour) > 23) return problem(`has the hour ${hour}; hours go from 00 to 23`);
  if (Number(minute) > 59) return problem(`has the minute ${minute}; minutes go from 00 to 59`);
  if (Number(second) > 59) return problem(`has the second ${second}; seconds go from 00 to 59`);
  const time = `${day}T${hour}:${minute}:${second}`;
  if (zulu === undefined && sign === "")
    return problem(`"${shown}" has no zone; write "${time}Z" if it is in UTC`);
  const zone = zulu === undefined ? `${sign}${zoneHour}:${zoneMinute}` : "Z";
  if (Number(zoneHour) > 19 || Number(zoneMinute) > 59)
    return problem(
      `has the zone ${zone}, which does not exist; write Z for UTC, or an offset such as +02:00`,
    );
  const hasIsoSpelling = separator === "T" && text.endsWith(zone) && !text.includes(",");
  if (!hasIsoSpelling)
    return problem(`"${shown}" is not spelled as ISO 8601 requires; write "${time}${zone}"`);
  // Only whether there is a fraction matters: the caller rounds it up or down.
  const part = /[1-9]/.test(fraction) ? 0.5 : 0;
  return inRange(Date.parse(time + zone) / 1000 + part);
}

/** A date as it is written, except for the end of a very long fraction. */
function shownText(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}

function problemOfOtherText(text: string): InstantProblem {
  if (text === "")
    return problem(`is an empty string; is a variable not set? Pass a time such as ${isoExample}`);
  if (/^[12]\d{3}$/.test(text)) return problem(`"${text}" is only a year; write "${text}-01-01T00:00:00Z"`);
  if (/^\d{1,15}$/.test(text)) return problemOfDigits(Number(text));
  if (typeof readDuration(text, "") === "number")
    return {
      sentence: "is a length of time, not a date; pass it as expiresIn, or pass the date itself",
      isDuration: true,
    };
  const trimmed = text.trim();
  return problem(
    trimmed !== text && isoText.test(trimmed)
      ? "has white space before or after the date; remove it"
      : `is text that is no ISO 8601 date; write it like ${isoExample}`,
  );
}

function problemOfDigits(value: number): InstantProblem {
  return problem(
    value < secondsLimit
      ? `is a number in quotes; remove the quotes: ${value}`
      : `is a number of milliseconds in quotes; pass seconds, without quotes: ${Math.floor(value / 1000)}`,
  );
}

function problemOfDay(text: string): InstantProblem | undefined {
  const [year = 0, month = 0, day = 0] = text.split("-").map(Number);
  if (month < 1 || month > 12) return problem(`has the month ${text.slice(5, 7)}; months go from 01 to 12`);
  const lastDay = new Date(0);
  // Day 0 of the next month; Date.UTC would take the years 0 to 99 for those of the last century.
  lastDay.setUTCFullYear(year, month, 0);
  const daysInMonth = lastDay.getUTCDate();
  return day < 1 || day > daysInMonth
    ? problem(`there is no ${text}; that month has ${daysInMonth} days`)
    : undefined;
}
