import { fail } from "../errors.ts";
import { describeSeconds } from "../policy/describe-time.ts";
import { readDuration } from "../policy/duration.ts";
import type { ResourceTerms, UrlTerms } from "./policy-terms.ts";

/**
 * Throws when terms grant access until `end` (epoch seconds), which is longer from `now` (milliseconds) than
 * `maximum` seconds.
 *
 * @throws `ERR_DATE_INVALID`
 */
export function checkLifetime(
  end: number,
  terms: UrlTerms | ResourceTerms,
  now: number,
  maximum: number,
): void {
  const granted = end - now / 1000;
  if (granted <= maximum) return;
  const comparison = describeComparison(Math.ceil(granted), maximum);
  if (terms.policy !== undefined)
    fail("ERR_DATE_INVALID", "policy", `grants access ${comparison}; ${remedyOfEnd(granted, maximum)}`);
  if (terms.expiresIn === undefined)
    fail("ERR_DATE_INVALID", "dateLessThan", `grants access ${comparison}; ${remedyOfEnd(granted, maximum)}`);
  const asked = readDuration(terms.expiresIn, "expiresIn");
  if (typeof asked === "number" && asked > maximum)
    fail(
      "ERR_DATE_INVALID",
      "expiresIn",
      `grants access ${comparison}; ${remedyOfDuration(terms.expiresIn, asked, maximum)}`,
    );
  fail(
    "ERR_DATE_INVALID",
    "cacheWindow",
    `moves the expiry so that access is granted ${comparison}; choose an earlier expiry or a smaller window, or raise the maximum lifetime`,
  );
}

/** Both lengths in words, or in seconds where the words are the same. */
function describeComparison(granted: number, maximum: number): string {
  const [access, limit] = [describeSeconds(granted), describeSeconds(maximum)];
  return access === limit
    ? `for ${granted} seconds, and the maximum lifetime is ${maximum} seconds`
    : `for ${access}, and the maximum lifetime is ${limit}`;
}

const shorten = "choose an earlier expiry, or raise the maximum lifetime";

function remedyOfDuration(given: unknown, seconds: number, maximum: number): string {
  const suggestion = secondsOfMilliseconds(seconds, maximum);
  if (suggestion === undefined) return shorten;
  if (typeof given === "number") return `did you mean ${suggestion}?`;
  return `${given}`.endsWith("s") ? `did you mean "${suggestion}s"?` : shorten;
}

/** Seconds that may have passed since the caller read the clock to compute an expiry time. */
const clockTolerance = 10;

function remedyOfEnd(granted: number, maximum: number): string {
  const milliseconds = Math.round(granted / 1000) * 1000;
  const suggestion =
    Math.abs(milliseconds - granted) <= clockTolerance
      ? secondsOfMilliseconds(milliseconds, maximum)
      : undefined;
  return suggestion === undefined ? shorten : `did you mean ${suggestion} seconds from now?`;
}

/** In seconds: the lifetimes that people choose are multiples of half a minute. */
const usualStep = 30;

/** A lifetime in seconds that was given in milliseconds, if it is one that somebody would choose. */
function secondsOfMilliseconds(milliseconds: number, maximum: number): number | undefined {
  const seconds = milliseconds / 1000;
  return seconds > 0 && seconds % usualStep === 0 && seconds <= maximum ? seconds : undefined;
}
