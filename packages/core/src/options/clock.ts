import { fail } from "../errors.ts";
import { describeType } from "./type-name.ts";

/**
 * The milliseconds that a clock shows; without one, those of the system's clock. A clock that returns no date
 * throws: it would allow access for ever, or never.
 */
export function clockTime(clock: (() => Date) | undefined): number {
  if (clock === undefined) return Date.now();
  if (typeof clock !== "function")
    return refuseClock(
      `is ${describeType(clock)}; pass a function that returns a Date, such as () => new Date()`,
    );
  return checkedTime(clock(), "returned", latestClock);
}

/** The latest time of a clock, in milliseconds: the end of the year 9999, after which nothing that is signed ends. */
const latestClock = 253_402_300_799_000;

/** The milliseconds of the moment that was given as `time`; without one, those that the clock shows. */
export function requestTime(time: unknown, clock?: () => Date): number {
  if (time === undefined) return clockTime(clock);
  return checkedTime(time, "is", Number.POSITIVE_INFINITY);
}

/** A clock is the option `now`, and the moment of one request its `time`. */
function checkedTime(value: unknown, verb: "is" | "returned", latest: number): number {
  const option = verb === "is" ? "time" : "now";
  const time = dateTime(value);
  if (time === undefined)
    return refuseClock(`${verb} ${describeType(value)}; pass a Date, such as new Date()`, option);
  return time >= 0 && time <= latest
    ? time
    : refuseClock(
        `${verb} a Date that is invalid, before 1970 or too late; check the value that it was created from`,
        option,
      );
}

/** The time of a Date of any realm; `undefined` for all other values, whatever they call themselves. */
export function dateTime(value: unknown): number | undefined {
  try {
    return Date.prototype.getTime.call(value);
  } catch {
    return undefined;
  }
}

function refuseClock(problem: string, option = "now"): never {
  fail("ERR_OPTION_INVALID", option, problem);
}
