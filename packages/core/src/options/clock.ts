import { fail } from "../errors.ts";
import { describeType } from "./type-name.ts";

/**
 * The milliseconds that a clock shows; without one, those of the system's clock. A clock that returns no date
 * throws: it would allow access for ever, or never.
 */
export function clockTime(clock: (() => Date) | undefined): number {
  return clock === undefined ? Date.now() : timeOf(clock);
}

function timeOf(clock: () => Date): number {
  if (typeof clock !== "function")
    return refuse(`is ${describeType(clock)}; pass a function that returns a Date, such as () => new Date()`);
  const moment: unknown = clock();
  const time = dateTime(moment);
  if (time === undefined)
    return refuse(`returned ${describeType(moment)}; return a Date, such as new Date()`);
  if (Number.isNaN(time)) return refuse("returned an invalid Date; check what the Date was made from");
  if (time > latestClock)
    return refuse(
      `returned a Date in the year ${new Date(time).getUTCFullYear()}; check whether milliseconds were multiplied by 1000`,
    );
  return time >= 0 ? time : refuse("returned a Date before 1970; check the clock");
}

/**
 * The latest time of a clock, in milliseconds: the year 3554. With the longest duration and window added, an
 * expiry time is still in seconds, not in milliseconds. Our own limit.
 */
const latestClock = 5e13;

/** The milliseconds of the moment that was given as `now`; without one, those that the clock shows. */
export function requestTime(now: unknown, clock?: () => Date): number {
  if (now === undefined) return clockTime(clock);
  const time = dateTime(now);
  if (time === undefined)
    return refuse(`is ${describeType(now)}; pass a Date, such as new Date("2030-01-01T00:00:00Z")`);
  if (Number.isNaN(time)) return refuse("is an invalid Date; check what the Date was made from");
  return time >= 0 ? time : refuse("is a Date before 1970; pass the time of the request");
}

/** The time of a Date of any realm; `undefined` for all other values, whatever they call themselves. */
export function dateTime(value: unknown): number | undefined {
  try {
    return Date.prototype.getTime.call(value);
  } catch {
    return undefined;
  }
}

function refuse(problem: string): never {
  fail("ERR_OPTION_INVALID", "now", problem);
}
