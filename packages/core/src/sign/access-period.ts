import { fail } from "../errors.ts";
import { earliestPlausible, secondsLimit } from "../policy/limits.ts";
import type { PolicyTerms } from "../policy/policy.ts";

/** Where the times of a policy come from: the terms, a ready policy, or an option with the expiry time. */
export type TimeSource = "terms" | "policy" | { readonly option: string };

/**
 * Throws when access has ended at `now` (milliseconds), or ends before it starts.
 *
 * @throws `ERR_DATE_PAST`, `ERR_DATE_ORDER`
 */
export function checkAccessPeriod(terms: PolicyTerms, now: number, source: TimeSource): void {
  const { dateLessThan, dateGreaterThan } = terms;
  if (dateLessThan * 1000 <= now) refusePast(dateLessThan, source);
  if (dateGreaterThan !== undefined && dateLessThan <= dateGreaterThan)
    refuseOrder(isoTime(dateGreaterThan), isoTime(dateLessThan), source === "policy");
}

function refusePast(end: number, source: TimeSource): never {
  const time = isoTime(end);
  if (source === "policy")
    return fail("ERR_DATE_PAST", "policy", `DateLessThan is ${time}, not in the future; give a later time`);
  const isTerm = source === "terms";
  let step = "give a later time";
  if (isTerm)
    step =
      end < earliestPlausible
        ? "give epoch seconds, or a number of seconds from now as expiresIn"
        : "give a later time, or check the clock and the zone";
  return fail(
    "ERR_DATE_PAST",
    isTerm ? "dateLessThan" : source.option,
    `${time} is not in the future; ${step}`,
  );
}

function refuseOrder(start: string, end: string, isPolicy: boolean): never {
  return isPolicy
    ? fail(
        "ERR_DATE_ORDER",
        "policy",
        `DateGreaterThan, ${start}, is not before DateLessThan, ${end}; give an earlier start or a later end`,
      )
    : fail(
        "ERR_DATE_ORDER",
        "dateGreaterThan",
        `${start} is not before the expiry time ${end}; give an earlier start or a later expiry`,
      );
}

/** Epoch seconds as ISO 8601 text. */
function isoTime(seconds: number): string {
  return new Date(seconds * 1000).toISOString().replace(".000Z", "Z");
}

/** Milliseconds below this are more likely seconds (as seconds, before 1973). */
export const earliestSeconds = 1e8;

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
  const refuse = (problem: string) => fail("ERR_DATE_INVALID", option, problem);
  if (milliseconds < 0) return refuse("is before 1970; give a later date");
  const seconds = round(milliseconds / 1000);
  if (seconds >= secondsLimit)
    return refuse(`${milliseconds} is later than the year 5138; pass milliseconds, not microseconds`);
  return seconds < earliestSeconds && milliseconds >= earliestSeconds
    ? refuse(`${milliseconds} is in seconds; multiply by 1000: ${milliseconds * 1000}`)
    : seconds;
}
