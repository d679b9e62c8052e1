import { readDuration } from "cloudfront-sign-webcrypto/internals";
import { numberOrText } from "../arguments/read-time.ts";
import { refuse } from "../arguments/refusal.ts";
import { noteLength } from "./signing-notes.ts";

/** A shorter time without a unit was meant in days, hours or minutes. */
const shortestWithoutUnit = 60;

/** The seconds of a length of time that a flag of a plan gives. */
export function readSeconds(flag: string, text: string): number {
  if (/^[1-9]\d?$/.test(text) && Number(text) < shortestWithoutUnit)
    refuse(
      `--${flag}: is ${text} second${text === "1" ? "" : "s"} without a unit; write the unit: ${text}d, ${text}h, ${text}m, or ${text}s if that is meant`,
    );
  const seconds = readDuration(numberOrText(text));
  if (typeof seconds === "number") noteLength(flag, text);
  return typeof seconds === "number" ? seconds : refuse(`--${flag}: ${seconds.sentence}`);
}
