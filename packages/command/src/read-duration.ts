import { readDuration } from "cloudfront-sign-webcrypto/internals";
import { numberOrText } from "./read-time.ts";
import { refuse } from "./refusal.ts";

/** The seconds of a length of time that a flag gives. */
export function readSeconds(flag: string, text: string): number {
  const seconds = readDuration(numberOrText(text), flag);
  return typeof seconds === "number" ? seconds : refuse(`--${flag}: ${seconds.sentence}`);
}
