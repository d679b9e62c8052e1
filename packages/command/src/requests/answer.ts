import type { ResponseHeadersInput } from "cloudfront-sign-diagnosis";
import { readAnswer, readHttpDate } from "cloudfront-sign-diagnosis/internals";

/** What came back. Everything in it is untrusted. */
export interface Answer {
  readonly status: number;
  /** The value of a header, by its name in any case. */
  header(name: string): string | undefined;
  readonly headers: ResponseHeadersInput;
  /** The beginning of the body; empty for a compressed one. */
  readonly body: string;
  /** When the answer came, by the clock of this machine. */
  readonly receivedAt: Date;
  /** The address of this machine if it connected over IPv6, where no NAT hides it. */
  readonly ipv6Address: string | undefined;
}

/** Why nothing came back: the code of an error of Node.js, or `TIMEOUT`. */
export interface NoAnswer {
  readonly failure: string;
}

/** Whether an answer denies nothing. CloudFront's error pages can have any status, and say so in X-Cache. */
export function isAllowed({
  status,
  headers,
}: {
  readonly status: number | undefined;
  readonly headers: ResponseHeadersInput | undefined;
}): boolean {
  return readAnswer(status, undefined, headers).isAllowed;
}

/** The time of an answer by the clock of its server. A cached one has the time when it was made, and an age. */
export function serverTime({ header }: Answer): Date | undefined {
  const time = readHttpDate(header("date") ?? "");
  const age = Number(header("age") ?? 0);
  return time && new Date(time.getTime() + (age >= 0 && age < 1e9 ? age * 1000 : 0));
}

/** The seconds by which the clock of this machine is ahead of the server's. */
export function clockDifference(answer: Answer): number | undefined {
  const time = serverTime(answer);
  return time && Math.round((answer.receivedAt.getTime() - time.getTime()) / 1000);
}
