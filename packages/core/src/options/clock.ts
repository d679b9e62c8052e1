import { fail } from "../errors.ts";

/**
 * The milliseconds that a clock shows, the system's if there is none. A clock that gives no date would allow
 * for ever, or never.
 */
export function clockTime(clock: (() => Date) | undefined): number {
  return clock === undefined
    ? Date.now()
    : momentTime(typeof clock === "function" && clock(), "a function that returns a Date");
}

/** The milliseconds of a moment that was given. */
export function momentTime(moment: unknown, expected = "a Date"): number {
  const time = dateTime(moment);
  return time >= 0 ? time : fail("ERR_OPTION_INVALID", "now", `expected ${expected}`);
}

/**
 * NaN for what is no Date, of this realm or another one: asked for by the Date itself, since any object can
 * call itself one.
 */
function dateTime(value: unknown): number {
  try {
    return Date.prototype.getTime.call(value);
  } catch {
    return Number.NaN;
  }
}
