import { describeSeconds, readDuration } from "cloudfront-sign-webcrypto/internals";
import { numberOrText } from "./read-time.ts";
import { refuse } from "./refusal.ts";

/** From here to the library's own limit, 1,000,000, whole minutes of milliseconds are refused. Our own limit: ten minutes. */
const leastMilliseconds = 600_000;

/** The seconds of a length of time that a flag gives. */
export function readSeconds(flag: string, text: string): number {
  const value = numberOrText(text);
  const seconds = readDuration(value, flag);
  if (typeof seconds === "object") return refuse(`--${flag}: ${seconds.sentence}`);
  if (typeof value === "number" && seconds >= leastMilliseconds && seconds % 60_000 === 0)
    return refuse(
      `--${flag}: ${value} could be milliseconds; write ${value / 1000}s then, or ${value}s if it is ${describeSeconds(value)}`,
    );
  return seconds;
}
