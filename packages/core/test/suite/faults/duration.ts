import type { Fault } from "./fault.ts";
import { refusedTerms } from "./refused.ts";

/** A length of time that is none. */
export const durationFaults: readonly Fault[] = [
  refusedTerms(
    'expiresIn: "1 hour"',
    { expiresIn: "1 hour" },
    "ERR_DATE_INVALID",
    'expiresIn: is not a duration; write whole seconds, or a number and a unit: "90s", "15m", "6h", "7d"',
  ),
  refusedTerms(
    'expiresIn: "3600"',
    { expiresIn: "3600" },
    "ERR_DATE_INVALID",
    'expiresIn: is a number in quotes; remove the quotes (for a variable: Number(value)), or add a unit: "3600s"',
  ),
  refusedTerms(
    'expiresIn: "115741d"',
    { expiresIn: "115741d" },
    "ERR_DATE_INVALID",
    "expiresIn: is longer than 317 years; check the unit",
  ),
  refusedTerms(
    'expiresIn: "2030-01-01T00:00:00Z"',
    { expiresIn: "2030-01-01T00:00:00Z" },
    "ERR_DATE_INVALID",
    "expiresIn: is a point in time, not a length of time; pass it as dateLessThan",
  ),
  refusedTerms(
    "expiresIn: 0",
    { expiresIn: 0 },
    "ERR_DATE_INVALID",
    "expiresIn: is 0; it must be at least 1 second",
  ),
  refusedTerms(
    "expiresIn: -1",
    { expiresIn: -1 },
    "ERR_DATE_INVALID",
    "expiresIn: is -1; it must be at least 1 second",
  ),
  refusedTerms(
    "expiresIn: 1.5",
    { expiresIn: 1.5 },
    "ERR_DATE_INVALID",
    "expiresIn: 1.5 is not a whole number of seconds; round it",
  ),
  refusedTerms(
    "expiresIn: 3600000000000",
    { expiresIn: 3600000000000 },
    "ERR_DATE_INVALID",
    "expiresIn: 3600000000000 is a point in time in milliseconds; pass seconds from now, such as 3600",
  ),
  refusedTerms(
    "expiresIn: 36000000000",
    { expiresIn: 36000000000 },
    "ERR_DATE_INVALID",
    'expiresIn: 36000000000 is in milliseconds; pass "416d"',
  ),
  refusedTerms(
    "expiresIn: 3600 * 1000",
    { expiresIn: 3600 * 1000 },
    "ERR_DATE_INVALID",
    'expiresIn: is 3600000 seconds, 41 days: pass 3600 if you meant milliseconds, or "41d"',
  ),
  refusedTerms(
    "expiresIn: 30 * 24 * 3600 * 1000",
    { expiresIn: 30 * 24 * 3600 * 1000 },
    "ERR_DATE_INVALID",
    'expiresIn: is 2592000000 seconds, 30000 days: pass "30d" if you meant milliseconds, or "30000d"',
  ),
  refusedTerms(
    "expiresIn: 15 * 60 * 1000",
    { expiresIn: 15 * 60 * 1000 },
    "ERR_DATE_INVALID",
    'expiresIn: is 900000 seconds, 10 days 10 hours: pass 900 if you meant milliseconds, or "900000s"',
  ),
  refusedTerms(
    "expiresIn: 60 * 1000",
    { expiresIn: 60 * 1000 },
    "ERR_DATE_INVALID",
    'expiresIn: is 60000 seconds, 16 hours 40 minutes: pass 60 if you meant milliseconds, or "60000s"',
  ),
  refusedTerms(
    "cacheWindow: 3600 * 1000",
    { expiresIn: "60d", cacheWindow: 3600 * 1000 },
    "ERR_DATE_INVALID",
    'cacheWindow: is 3600000 seconds, 41 days: pass 3600 if you meant milliseconds, or "41d"',
  ),
  refusedTerms(
    "expiresIn: Number.NaN",
    { expiresIn: Number.NaN },
    "ERR_DATE_INVALID",
    "expiresIn: is NaN; check how it was calculated",
  ),
  refusedTerms(
    "expiresIn: Number.POSITIVE_INFINITY",
    { expiresIn: Number.POSITIVE_INFINITY },
    "ERR_DATE_INVALID",
    "expiresIn: is Infinity; check how it was calculated",
  ),
  refusedTerms(
    'expiresIn: ""',
    { expiresIn: "" },
    "ERR_DATE_INVALID",
    'expiresIn: is an empty string; is a variable not set? Pass a length of time such as "1h"',
  ),
  refusedTerms(
    "expiresIn: null",
    { expiresIn: null },
    "ERR_DATE_INVALID",
    'expiresIn: is null; pass whole seconds, or text such as "90s", "15m", "6h", "7d"',
  ),
  refusedTerms(
    "expiresIn: true",
    { expiresIn: true },
    "ERR_DATE_INVALID",
    'expiresIn: is a boolean; pass whole seconds, or text such as "90s", "15m", "6h", "7d"',
  ),
  refusedTerms(
    'cacheWindow: "1 day"',
    { expiresIn: "1h", cacheWindow: "1 day" },
    "ERR_DATE_INVALID",
    'cacheWindow: is not a duration; write whole seconds, or a number and a unit: "90s", "15m", "6h", "7d"',
  ),
  refusedTerms(
    'expiresIn: "1h", cacheWindow: "1d"',
    { expiresIn: "1h", cacheWindow: "1d" },
    "ERR_DATE_INVALID",
    "cacheWindow: is longer than the lifetime that is asked for, so access could last 1 day 1 hour; choose a window of at most 1 hour, or a longer lifetime",
  ),
  refusedTerms(
    "cacheWindow: new Date()",
    { expiresIn: "1h", cacheWindow: new Date(0) },
    "ERR_DATE_INVALID",
    'cacheWindow: is a point in time; pass a length of time such as "1h"',
  ),
];
