import { fail } from "../errors.ts";
import { earliestPlausible } from "../policy/limits.ts";
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
    refuseOrder(dateGreaterThan, dateLessThan, source);
}

function refusePast(end: number, source: TimeSource): never {
  const time = isoTime(end);
  switch (source) {
    case "policy":
      return fail("ERR_DATE_PAST", "policy", `DateLessThan is ${time}, not in the future; give a later time`);
    case "terms":
      return fail(
        "ERR_DATE_PAST",
        "dateLessThan",
        end < earliestPlausible
          ? `${time} is not in the future; give epoch seconds, or a number of seconds from now as expiresIn`
          : `${time} is not in the future; give a later time, or check the clock and the zone`,
      );
    default:
      return fail("ERR_DATE_PAST", source.option, `${time} is not in the future; give a later time`);
  }
}

function refuseOrder(start: number, end: number, source: TimeSource): never {
  const [startTime, endTime] = [isoTime(start), isoTime(end)];
  return source === "policy"
    ? fail(
        "ERR_DATE_ORDER",
        "policy",
        `DateGreaterThan, ${startTime}, is not before DateLessThan, ${endTime}; give an earlier start or a later end`,
      )
    : fail(
        "ERR_DATE_ORDER",
        "dateGreaterThan",
        `${startTime} is not before the expiry time ${endTime}; give an earlier start or a later expiry`,
      );
}

/** Epoch seconds as ISO 8601 text. */
function isoTime(seconds: number): string {
  return new Date(seconds * 1000).toISOString().replace(".000Z", "Z");
}
