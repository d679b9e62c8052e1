import { fail } from "./errors.ts";
import { kindOf } from "./options.ts";

/** The milliseconds that a clock shows, the system's if there is none. A clock that gives no date would allow for ever, or never. */
export function clockTime(clock: (() => Date) | undefined): number {
  return clock === undefined ? Date.now() : momentTime(typeof clock === "function" && clock(), "a function that returns a Date");
}

/** The milliseconds of a moment that was given. */
export function momentTime(moment: unknown, expected = "a Date"): number {
  return kindOf(moment) === "Date" && Number(moment) >= 0 ? Number(moment) : fail("ERR_OPTION_INVALID", "now", `expected ${expected}`);
}
