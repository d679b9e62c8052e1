import { describeSeconds } from "cloudfront-sign-webcrypto/internals";

/** When the request was made. */
export interface TimeOfRequest {
  /** In epoch milliseconds. */
  readonly time: number;
  /** Whether the question has it; otherwise it is now. */
  readonly isGiven: boolean;
}

/** `2030-01-01T00:00:00Z`: without milliseconds, which policies do not have. */
export function utcTime(date: Date): string {
  return date.toISOString().replace(/\.\d+Z$/, "Z");
}

/** Epoch seconds, such as a policy has, as a date. */
export function utcTimeOf(seconds: number): string {
  return utcTime(new Date(seconds * 1000));
}

export function describeRequestTime({ time, isGiven }: TimeOfRequest): string {
  return `${isGiven ? "the request came at" : "now it is"} ${utcTime(new Date(time))}`;
}

/** `The signature expired 23 hours ago.` */
export function describeExpiry(end: number, { time, isGiven }: TimeOfRequest): string {
  const length = describeSeconds(Math.floor(time / 1000) - end);
  return isGiven
    ? `The signature had expired ${length} before the request.`
    : `The signature expired ${length} ago.`;
}

/** `The signature becomes valid in 5 minutes.` */
export function describeStart(start: number, request: TimeOfRequest): string {
  const length = describeSeconds(secondsUntil(start, request));
  return request.isGiven
    ? `The request came ${length} before the signature became valid.`
    : `The signature becomes valid in ${length}.`;
}

/** Seconds until access begins, which is in the second after that of the policy. */
export function secondsUntil(start: number, { time }: TimeOfRequest): number {
  return Math.max(1, start - Math.floor(time / 1000));
}

/** A date as in a `Date` header (RFC 9110, section 5.6.7); `undefined` for any other text, and before 1970. */
export function readHttpDate(text: string): Date | undefined {
  if (!/^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/.test(text.trim())) return undefined;
  const date = new Date(text.trim());
  return date.getTime() >= 0 ? date : undefined;
}
