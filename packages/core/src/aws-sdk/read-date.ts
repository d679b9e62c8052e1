import { fail } from "../errors.ts";
import { dateTime } from "../options/clock.ts";
import { describeType } from "../options/type-name.ts";
import { secondsOfMilliseconds } from "../sign/access-period.ts";

/**
 * Epoch seconds of a date as the SDK reads it: what `new Date()` makes of it, rounded to the nearest second.
 *
 * @throws `ERR_DATE_INVALID` for anything else, for seconds, and before 1970.
 */
export function readDate(option: "dateLessThan" | "dateGreaterThan", value: unknown): number {
  const milliseconds = millisecondsOf(value);
  if (milliseconds === undefined || Number.isNaN(milliseconds))
    return fail("ERR_DATE_INVALID", option, problemOf(value));
  return secondsOfMilliseconds(option, milliseconds, Math.round);
}

function millisecondsOf(value: unknown): number | undefined {
  switch (typeof value) {
    case "number":
      return Number.isFinite(value) ? value : undefined;
    case "string":
      return value === "" ? undefined : Date.parse(value);
    default:
      return dateTime(value);
  }
}

function problemOf(value: unknown): string {
  if (typeof value === "string" && value !== "")
    return 'is text that new Date() cannot read; write it as "2030-01-01T00:00:00Z"';
  return dateTime(value) === undefined
    ? `is ${describeType(value)}; pass a Date, epoch milliseconds, or text such as "2030-01-01T00:00:00Z"`
    : "is an invalid Date; check what the Date was made from";
}
