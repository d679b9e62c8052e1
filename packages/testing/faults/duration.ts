import type { Fault } from "./fault.ts";
import { refusedTerms } from "./refused.ts";

/** A length of time that is none. */
export const durationFaults: readonly Fault[] = [
  refusedTerms(
    'expiresIn: "1 hour"',
    { expiresIn: "1 hour" },
    "ERR_DATE_INVALID",
    'expiresIn: is not a duration; pass whole seconds, or text such as "90s", "15m", "6h", "7d"',
  ),
  refusedTerms(
    'expiresIn: "3600"',
    { expiresIn: "3600" },
    "ERR_DATE_INVALID",
    "expiresIn: is a number in quotes; remove the quotes, or write Number(value), or add a unit: s, m, h or d",
  ),
  refusedTerms(
    'expiresIn: "115741d"',
    { expiresIn: "115741d" },
    "ERR_DATE_INVALID",
    "expiresIn: is not between 1 second and 317 years; check the number and the unit",
  ),
  refusedTerms(
    'expiresIn: "2030-01-01T00:00:00Z"',
    { expiresIn: "2030-01-01T00:00:00Z" },
    "ERR_DATE_INVALID",
    'expiresIn: is a point in time, not a length of time such as "1h"; for expiresIn, pass it as dateLessThan',
  ),
  refusedTerms(
    "expiresIn: 0",
    { expiresIn: 0 },
    "ERR_DATE_INVALID",
    "expiresIn: is 0; pass whole seconds, at least 1",
  ),
  refusedTerms(
    "expiresIn: -1",
    { expiresIn: -1 },
    "ERR_DATE_INVALID",
    "expiresIn: is -1; pass whole seconds, at least 1",
  ),
  refusedTerms(
    "expiresIn: 1.5",
    { expiresIn: 1.5 },
    "ERR_DATE_INVALID",
    "expiresIn: is 1.5; pass whole seconds, at least 1",
  ),
  refusedTerms(
    "expiresIn: 3600000000000",
    { expiresIn: 3600000000000 },
    "ERR_DATE_INVALID",
    "expiresIn: 3600000000000 is a time in milliseconds; pass seconds, such as 3600",
  ),
  refusedTerms(
    "expiresIn: 36000000000",
    { expiresIn: 36000000000 },
    "ERR_DATE_INVALID",
    "expiresIn: 36000000000 is a time in milliseconds; pass seconds, such as 3600",
  ),
  refusedTerms(
    "expiresIn: 3600 * 1000",
    { expiresIn: 3600 * 1000 },
    "ERR_DATE_INVALID",
    'expiresIn: is 3600000 seconds, 41 days 16 hours: pass "3600s" if you meant milliseconds, or "3600000s"',
  ),
  refusedTerms(
    "expiresIn: 30 * 24 * 3600 * 1000",
    { expiresIn: 30 * 24 * 3600 * 1000 },
    "ERR_DATE_INVALID",
    'expiresIn: is 2592000000 seconds, 82 years 70 days: pass "2592000s" if you meant milliseconds, or "2592000000s"',
  ),
  refusedTerms(
    "expiresIn: 15 * 60 * 1000",
    { expiresIn: 15 * 60 * 1000 },
    "ERR_DATE_INVALID",
    'expiresIn: is 900000 seconds, 10 days 10 hours: pass "900s" if you meant milliseconds, or "900000s"',
  ),
  refusedTerms(
    "expiresIn: 60 * 1000",
    { expiresIn: 60 * 1000 },
    "ERR_DATE_INVALID",
    'expiresIn: is 60000 seconds, 16 hours 40 minutes: pass "60s" if you meant milliseconds, or "60000s"',
  ),
  refusedTerms(
    "cacheWindow: 3600 * 1000",
    { expiresIn: "60d", cacheWindow: 3600 * 1000 },
    "ERR_DATE_INVALID",
    'cacheWindow: is 3600000 seconds, 41 days 16 hours: pass "3600s" if you meant milliseconds, or "3600000s"',
  ),
  refusedTerms(
    "expiresIn: Number.NaN",
    { expiresIn: Number.NaN },
    "ERR_DATE_INVALID",
    "expiresIn: is NaN; pass whole seconds, at least 1",
  ),
  refusedTerms(
    "expiresIn: Number.POSITIVE_INFINITY",
    { expiresIn: Number.POSITIVE_INFINITY },
    "ERR_DATE_INVALID",
    "expiresIn: is Infinity; pass whole seconds, at least 1",
  ),
  refusedTerms(
    'expiresIn: ""',
    { expiresIn: "" },
    "ERR_DATE_INVALID",
    'expiresIn: is an empty string; pass whole seconds, or text such as "90s", "15m", "6h", "7d"',
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
    'cacheWindow: is not a duration; pass whole seconds, or text such as "90s", "15m", "6h", "7d"',
  ),
  refusedTerms(
    'expiresIn: "1h", cacheWindow: "1d"',
    { expiresIn: "1h", cacheWindow: "1d" },
    "ERR_DATE_INVALID",
    "cacheWindow: is longer than the lifetime; choose a window of at most 1 hour, or a longer lifetime",
  ),
  refusedTerms(
    "cacheWindow: new Date()",
    { expiresIn: "1h", cacheWindow: new Date(0) },
    "ERR_DATE_INVALID",
    'cacheWindow: is a point in time, not a length of time such as "1h"; for expiresIn, pass it as dateLessThan',
  ),
];
