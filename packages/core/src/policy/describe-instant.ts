import type { InstantProblem } from "./instant.ts";

const isoExample = '"2030-01-01T00:00:00Z"';

/** The only place that has words for the faults of a point in time. */
export function describeInstantProblem(problem: InstantProblem): string {
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
    case "microseconds":
      return `${problem.value} is in microseconds; divide by 1000000: ${Math.floor(problem.value / 1e6)}`;
    case "fraction":
      return `${problem.value} is not a whole number of epoch seconds; round it to whole seconds`;
    case "negative":
      return `${problem.value} is negative; pass whole epoch seconds such as 1900000000`;
    case "not-finite":
      return `is ${problem.value}; check how it was calculated`;
    case "digits":
      return `is a number in quotes; remove the quotes: ${problem.seconds}`;
    case "milliseconds-in-quotes":
      return `is a number of milliseconds in quotes; pass seconds, without quotes: ${problem.seconds}`;
    case "year":
      return `"${problem.year}" is only a year; write "${problem.year}-01-01T00:00:00Z"`;
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
