import type { Fault } from "@cloudfront-sign-webcrypto/testing/faults/fault.ts";
import { refusedTerms } from "@cloudfront-sign-webcrypto/testing/faults/refused.ts";

/** A length of time that is none. */
export const durationFaults: readonly Fault[] = [
  refusedTerms(
    'expiresIn: "1 hour"',
    { expiresIn: "1 hour" },
    "ERR_DATE_INVALID",
    'expiresIn: "1 hour" is not a duration; pass seconds, or text such as "90s", "15m", "1.5h", "7d", "2w"',
  ),
  refusedTerms(
    'expiresIn: "3600"',
    { expiresIn: "3600" },
    "ERR_DATE_INVALID",
    "expiresIn: is a number in quotes; remove the quotes, or write Number(value), or add a unit: s, m, h, d or w",
  ),
  refusedTerms(
    'expiresIn: "2030-01-01T00:00:00Z"',
    { expiresIn: "2030-01-01T00:00:00Z" },
    "ERR_DATE_INVALID",
    'expiresIn: is a point in time, not a length of time such as "1h"; for expiresIn, pass it as dateLessThan',
  ),
  refusedTerms(
    "expiresIn: 253402300799",
    { expiresIn: 253_402_300_799 },
    "ERR_DATE_INVALID",
    "expiresIn: ends after the year 9999; pass seconds, not milliseconds",
  ),
  refusedTerms(
    "expiresIn: 0",
    { expiresIn: 0 },
    "ERR_DATE_INVALID",
    "expiresIn: is 0; pass seconds, at least 1",
  ),
  refusedTerms(
    "expiresIn: 3600000000000",
    { expiresIn: 3600000000000 },
    "ERR_DATE_INVALID",
    "expiresIn: 3600000000000 ends after the year 9999; pass seconds, not milliseconds",
  ),
  refusedTerms(
    "expiresIn: Number.NaN",
    { expiresIn: Number.NaN },
    "ERR_DATE_INVALID",
    "expiresIn: is NaN; pass seconds, at least 1",
  ),
  refusedTerms(
    'expiresIn: ""',
    { expiresIn: "" },
    "ERR_DATE_INVALID",
    'expiresIn: is an empty string; pass seconds, or text such as "90s", "15m", "1.5h", "7d", "2w"',
  ),
  refusedTerms(
    "expiresIn: null",
    { expiresIn: null },
    "ERR_DATE_INVALID",
    'expiresIn: is null; pass seconds, or text such as "90s", "15m", "1.5h", "7d", "2w"',
  ),
  refusedTerms(
    'cacheWindow: "1 day"',
    { expiresIn: "1h", cacheWindow: "1 day" },
    "ERR_DATE_INVALID",
    'cacheWindow: "1 day" is not a duration; pass seconds, or text such as "90s", "15m", "1.5h", "7d", "2w"',
  ),
  refusedTerms(
    "expiresIn: a text of 64 characters, perhaps a secret",
    { expiresIn: "k".repeat(64) },
    "ERR_DATE_INVALID",
    'expiresIn: a text of 64 characters is not a duration; pass seconds, or text such as "90s", "15m", "1.5h", "7d", "2w"',
  ),
];
