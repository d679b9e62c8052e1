import { describeSeconds, limits } from "cloudfront-sign-webcrypto/internals";
import { utcTimeOf } from "../time-words.ts";

/** What was done to an expiry time before it was signed, as far as its value shows it. */
export type ExpiryChange = "milliseconds" | "thousandth" | "time-zone" | "moved";

/** Time zones differ from UTC by whole quarters of an hour, by 14 hours at most. */
const stepOfOffsets = 900;
const largestOffset = 50_400;

export function expiryChange(signed: number, sent: number): ExpiryChange {
  if (signed >= limits.secondsLimit) return "milliseconds";
  if (signed === Math.floor(sent / 1000)) return "thousandth";
  const difference = Math.abs(signed - sent);
  return difference % stepOfOffsets === 0 && difference <= largestOffset ? "time-zone" : "moved";
}

/** Two expiry times, and how they differ. */
export function describeOtherExpiry(signed: number, sent: number): string {
  const numbers = `signed ${signed}, sent ${sent} (${utcTimeOf(sent)})`;
  const length = `${describeSeconds(Math.abs(signed - sent))} ${signed > sent ? "later" : "earlier"}`;
  switch (expiryChange(signed, sent)) {
    case "milliseconds":
      return `${numbers}: the signed number is in milliseconds`;
    case "thousandth":
      return `${numbers}: the signed number was divided by 1000`;
    case "time-zone":
      return `signed ${utcTimeOf(signed)}, sent ${utcTimeOf(sent)}: ${length}, perhaps a time zone`;
    case "moved":
      return `signed ${utcTimeOf(signed)}, sent ${utcTimeOf(sent)}: ${length}`;
  }
}
