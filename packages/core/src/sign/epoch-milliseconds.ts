import { fail } from "../errors.ts";
import { dateTime } from "../options/clock.ts";
import { describeType } from "../options/type-name.ts";

/** The first and the last epoch seconds (1973, 5138) that are not more likely another unit. */
const earliest = 1e8;
const limit = 1e11;

/**
 * Epoch seconds of `expireTimeEpochMs`; a fraction of a second is dropped.
 *
 * @throws `ERR_DATE_INVALID` for seconds, microseconds and anything else.
 */
export function readEpochMilliseconds(value: unknown): number {
  if (typeof value !== "number" || !Number.isFinite(value)) {
    const remedy = dateTime(value) === undefined ? ", such as Date.now() + 3_600_000" : ": date.getTime()";
    return refuse(`is ${describeType(value)}; pass epoch milliseconds${remedy}`);
  }
  const seconds = Math.floor(value / 1000);
  if (seconds >= limit)
    return refuse(`${value} is later than the year 5138; pass milliseconds, not microseconds`);
  if (seconds >= earliest) return seconds;
  return value >= earliest
    ? refuse(`${value} is in seconds; multiply by 1000: ${value * 1000}`)
    : refuse(`${value} is before 1973; pass epoch milliseconds, such as Date.now() + 3_600_000`);
}

function refuse(message: string): never {
  return fail("ERR_DATE_INVALID", "expireTimeEpochMs", message);
}
