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
export type InstantProblem =
  | { readonly id: "wrong-type"; readonly type: string }
  | { readonly id: "invalid-date" | "empty" | "duration" | "surrounding-space" | "not-iso" | "before-1970" }
  | {
      readonly id: "milliseconds" | "microseconds" | "fraction" | "negative" | "not-finite";
      readonly value: number;
    }
  | { readonly id: "too-late"; readonly year: number }
  | { readonly id: "digits" | "milliseconds-in-quotes"; readonly seconds: number }
  | { readonly id: "year"; readonly year: string }
  | { readonly id: "time-missing" | "zone-missing" | "spelling"; readonly text: string; readonly iso: string }
  | { readonly id: "no-such-month"; readonly month: string }
  | { readonly id: "no-such-day"; readonly day: string; readonly daysInMonth: number }
  | { readonly id: "no-such-time"; readonly part: TimePart; readonly written: string };

type TimePart = "hour" | "minute" | "second" | "zone";

/** Epoch seconds, with a fraction if there is one, or why there are none. */
export function readInstant(value: unknown): number | InstantProblem {
  if (typeof value === "number") return readEpochSeconds(value);
  if (typeof value === "string") return readText(value);
  const time = dateTime(value);
  if (time === undefined) return { id: "wrong-type", type: describeType(value) };
  return Number.isNaN(time) ? { id: "invalid-date" } : inRange(time / 1000);
}

/** A number of epoch seconds, or why it is none. */
function readEpochSeconds(value: number): number | InstantProblem {
  if (!Number.isFinite(value)) return { id: "not-finite", value };
  if (value < 0) return { id: "negative", value };
  if (value >= microsecondsFrom) return { id: "microseconds", value };
  if (value >= secondsLimit) return { id: "milliseconds", value };
  return Number.isInteger(value) ? value : { id: "fraction", value };
}

function inRange(seconds: number): number | InstantProblem {
  if (seconds < 0) return { id: "before-1970" };
  if (seconds < secondsLimit) return seconds;
  return { id: "too-late", year: new Date(seconds * 1000).getUTCFullYear() };
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
  if (separator === undefined) return { id: "time-missing", text, iso: `${day}T00:00:00Z` };
  if (Number(hour) > 23) return { id: "no-such-time", part: "hour", written: hour };
  if (Number(minute) > 59) return { id: "no-such-time", part: "minute", written: minute };
  if (Number(second) > 59) return { id: "no-such-time", part: "second", written: second };
  const time = `${day}T${hour}:${minute}:${second}`;
  if (zulu === undefined && sign === "") return { id: "zone-missing", text, iso: `${time}Z` };
  if (Number(zoneHour) > 19 || Number(zoneMinute) > 59)
    return { id: "no-such-time", part: "zone", written: `${sign}${zoneHour}:${zoneMinute}` };
  const zone = zulu === undefined ? `${sign}${zoneHour}:${zoneMinute}` : "Z";
  const hasIsoSpelling = separator === "T" && text.endsWith(zone) && !text.includes(",");
  if (!hasIsoSpelling) return { id: "spelling", text, iso: time + zone };
  // Only whether there is a fraction matters: the caller rounds it up or down.
  const part = /[1-9]/.test(fraction) ? 0.5 : 0;
  return inRange(Date.parse(time + zone) / 1000 + part);
}

function problemOfOtherText(text: string): InstantProblem {
  if (text === "") return { id: "empty" };
  if (/^[12]\d{3}$/.test(text)) return { id: "year", year: text };
  if (/^\d{1,15}$/.test(text)) return problemOfDigits(Number(text));
  if (typeof readDuration(text) === "number") return { id: "duration" };
  const trimmed = text.trim();
  return trimmed !== text && isoText.test(trimmed) ? { id: "surrounding-space" } : { id: "not-iso" };
}

function problemOfDigits(value: number): InstantProblem {
  return value < secondsLimit
    ? { id: "digits", seconds: value }
    : { id: "milliseconds-in-quotes", seconds: Math.floor(value / 1000) };
}

function problemOfDay(text: string): InstantProblem | undefined {
  const [year = 0, month = 0, day = 0] = text.split("-").map(Number);
  if (month < 1 || month > 12) return { id: "no-such-month", month: text.slice(5, 7) };
  const lastDay = new Date(0);
  // Day 0 of the next month; Date.UTC would take the years 0 to 99 for those of the last century.
  lastDay.setUTCFullYear(year, month, 0);
  const daysInMonth = lastDay.getUTCDate();
  return day < 1 || day > daysInMonth ? { id: "no-such-day", day: text, daysInMonth } : undefined;
}
