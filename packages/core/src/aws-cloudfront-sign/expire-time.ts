import { fail } from "../errors.ts";
import { dateTime } from "../options/clock.ts";
import { describeType } from "../options/type-name.ts";
import { secondsOfMilliseconds } from "../sign/access-period.ts";

/** Milliseconds until expiry without `expireTime`. */
const defaultLifetime = 1_800_000;

/**
 * Epoch seconds of `expireTime`, rounded to the nearest second.
 *
 * @throws `ERR_DATE_INVALID` for anything that is no number of milliseconds, and for seconds.
 */
export function readExpireTime(value: unknown, now: number): number {
  if (value === undefined) return Math.round((now + defaultLifetime) / 1000);
  const milliseconds = millisecondsOf(value);
  return milliseconds === undefined
    ? fail(
        "ERR_DATE_INVALID",
        "expireTime",
        `${problemOf(value)}; pass epoch milliseconds, such as Date.now() + 3_600_000, or a Date`,
      )
    : secondsOfMilliseconds("expireTime", milliseconds, Math.round);
}

function problemOf(value: unknown): string {
  if (typeof value === "string" && value !== "") return "is text that is no number of milliseconds";
  return dateTime(value) === undefined ? `is ${describeType(value)}` : "is an invalid Date";
}

function millisecondsOf(value: unknown): number | undefined {
  const milliseconds = typeof value === "string" ? numberOfDigits(value) : primitiveOf(value);
  return typeof milliseconds === "number" && Number.isFinite(milliseconds) ? milliseconds : undefined;
}

function numberOfDigits(text: string): number | undefined {
  return /^\d{1,16}$/.test(text) ? Number(text) : undefined;
}

/** What a Date, a Moment or a number is when it is used as a number; `undefined` if it has two such values. */
function primitiveOf(value: unknown): unknown {
  try {
    const primitive = (value as object).valueOf();
    return Number(value) === primitive ? primitive : undefined;
  } catch {
    // null, an object without a prototype, or a proxy that throws.
    return undefined;
  }
}
