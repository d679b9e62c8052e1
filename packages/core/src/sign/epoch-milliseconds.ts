import { fail } from "../errors.ts";
import { dateTime } from "../options/clock.ts";
import { describeType } from "../options/type-name.ts";

/** The first and the last epoch seconds (1973, 5138) that are not more likely another unit. */
const earliest = 1e8;
const limit = 1e11;

/** The option of the one-shot functions. */
export const expireTimeName = "expireTimeEpochMs";

/**
 * Epoch seconds of `expireTimeEpochMs`; a fraction of a second is dropped.
 *
 * @throws `ERR_DATE_INVALID` for seconds, microseconds and anything else.
 */
export function readEpochMilliseconds(value: unknown): number {
  if (typeof value !== "number" || !Number.isFinite(value)) {
    const remedy = dateTime(value) === undefined ? ", such as Date.now() + 3_600_000" : ": date.getTime()";
    return refuse(expireTimeName, `is ${describeType(value)}; pass epoch milliseconds${remedy}`);
  }
  const seconds = secondsOfMilliseconds(expireTimeName, value, Math.floor);
  return seconds >= earliest
    ? seconds
    : refuse(
        expireTimeName,
        `${value} is before 1973; pass epoch milliseconds, such as Date.now() + 3_600_000`,
      );
}

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
  if (milliseconds < 0) return refuse(option, "is before 1970; give a later date");
  const seconds = round(milliseconds / 1000);
  if (seconds >= limit)
    return refuse(option, `${milliseconds} is later than the year 5138; pass milliseconds, not microseconds`);
  return seconds < earliest && milliseconds >= earliest
    ? refuse(option, `${milliseconds} is in seconds; multiply by 1000: ${milliseconds * 1000}`)
    : seconds;
}

function refuse(option: string, message: string): never {
  return fail("ERR_DATE_INVALID", option, message);
}
