import { utcTime } from "cloudfront-sign-diagnosis/internals";
import { describeSeconds } from "cloudfront-sign-webcrypto/internals";

export interface Clock {
  readonly now: Date;
  readonly isGiven: boolean;
}

/** A point in time for a person: `in 3 hours: 2030-01-01T00:00:00Z, local time 2030-01-01T01:00:00+01:00`. */
export function describeTime(date: Date, { now, isGiven }: Clock): string {
  const local = date.getTimezoneOffset() === 0 ? "" : `, local time ${localTime(date)}`;
  return `${relativeTime(date, now, isGiven ? "--now" : undefined)}: ${utcTime(date)}${local}`;
}

/**
 * How far a point in time is from another one: `in 3 hours 20 minutes`, `2 days ago`, `now`; or from the time that
 * `reference` names: `2 days before --now`.
 */
export function relativeTime(date: Date, from: Date, reference?: string): string {
  const seconds = Math.floor(date.getTime() / 1000) - Math.floor(from.getTime() / 1000);
  if (seconds === 0) return reference === undefined ? "now" : `at ${reference}`;
  const length = describeSeconds(Math.abs(seconds));
  if (reference !== undefined) return `${length} ${seconds > 0 ? "after" : "before"} ${reference}`;
  return seconds > 0 ? `in ${length}` : `${length} ago`;
}

/** `2030-01-01T01:00:00+01:00`: the time of this machine's clock on the wall, with its zone. */
export function localTime(date: Date): string {
  const east = -date.getTimezoneOffset();
  const twoDigits = (value: number): string => String(value).padStart(2, "0");
  const [hours, minutes] = [Math.floor(Math.abs(east) / 60), Math.abs(east) % 60];
  const zone = `${east < 0 ? "-" : "+"}${twoDigits(hours)}:${twoDigits(minutes)}`;
  return utcTime(new Date(date.getTime() + east * 60_000)).replace("Z", zone);
}
