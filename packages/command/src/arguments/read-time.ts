import { fail, readInstant } from "cloudfront-sign-webcrypto/internals";
import type { Arguments } from "../command.ts";
import type { Clock } from "../output/describe-time.ts";

/** Text that is a number means seconds, or epoch seconds. */
export function numberOrText(text: string | undefined): string | number | undefined {
  return text !== undefined && /^-?\d+(?:\.\d+)?$/.test(text) ? Number(text) : text;
}

/** The time that a text is, or what is wrong with it. */
export function readDate(text: string): Date | string {
  const seconds = readInstant(numberOrText(text));
  if (typeof seconds === "number") return new Date(seconds * 1000);
  return seconds.isDuration
    ? "is a length of time; write a date such as 2030-01-01T00:00:00Z"
    : seconds.sentence;
}

/** The time that `--now` gives. */
export function readNow(args: Arguments<"now">): Date | undefined {
  const text = args.value("now");
  const now = text === undefined ? undefined : readDate(text);
  return typeof now === "string" ? fail("ERR_DATE_INVALID", "now", now) : now;
}

/** The time of `--now`, or that of the system. */
export function readClock(args: Arguments<"now">): Clock {
  const given = readNow(args);
  return { now: given ?? new Date(), isGiven: given !== undefined };
}
