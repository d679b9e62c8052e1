import { fail, readInstant } from "cloudfront-sign-webcrypto/internals";
import type { Arguments } from "./command.ts";
import type { Clock } from "./describe-time.ts";

/** Text that is a number means seconds, or epoch seconds. */
export function numberOrText(text: string | undefined): string | number | undefined {
  return text !== undefined && /^-?\d+(?:\.\d+)?$/.test(text) ? Number(text) : text;
}

/** A point in time. Without a zone it is UTC, and without a time midnight, as in the AWS CLI. */
export function instantOf(text: string | undefined): string | number | undefined {
  if (text !== undefined && /^\d{4}-\d\d-\d\d$/.test(text)) return `${text}T00:00:00Z`;
  if (text !== undefined && /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?$/.test(text)) return `${text}Z`;
  return numberOrText(text);
}

/** The time that `--now` gives. */
export function readNow(args: Arguments<"now">): Date | undefined {
  const text = args.value("now");
  if (text === undefined) return undefined;
  const seconds = readInstant(instantOf(text));
  if (typeof seconds === "number") return new Date(seconds * 1000);
  const problem = seconds.isDuration
    ? "is a length of time; write a date such as 2030-01-01T00:00:00Z"
    : seconds.sentence;
  return fail("ERR_DATE_INVALID", "now", problem);
}

/** The time of `--now`, or that of the system. */
export function readClock(args: Arguments<"now">): Clock {
  const given = readNow(args);
  return { now: given ?? new Date(), isGiven: given !== undefined };
}
