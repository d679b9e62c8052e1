import type { Fault } from "@cloudfront-sign-webcrypto/testing/faults/fault.ts";
import { refusedSigner, refusedTerms } from "@cloudfront-sign-webcrypto/testing/faults/refused.ts";
import { end } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";

/** A time that is none, or not in the future: `dateLessThan` stands for every option that is a time. */
export const instantFaults: readonly Fault[] = [
  refusedTerms(
    "dateLessThan: 1900000000000",
    { dateLessThan: 1900000000000 },
    "ERR_DATE_INVALID",
    "dateLessThan: 1900000000000 is in milliseconds; divide by 1000: 1900000000",
  ),
  refusedTerms(
    "dateLessThan: -1",
    { dateLessThan: -1 },
    "ERR_DATE_INVALID",
    "dateLessThan: is -1; pass epoch seconds such as 1900000000",
  ),
  refusedTerms(
    "dateLessThan: Number.NaN",
    { dateLessThan: Number.NaN },
    "ERR_DATE_INVALID",
    "dateLessThan: is NaN; pass epoch seconds such as 1900000000",
  ),
  refusedTerms(
    'dateLessThan: new Date("x")',
    { dateLessThan: new Date("x") },
    "ERR_DATE_INVALID",
    "dateLessThan: is an invalid Date; check the value that it was created from",
  ),
  refusedTerms(
    "dateLessThan: new Date(-1)",
    { dateLessThan: new Date(-1) },
    "ERR_DATE_INVALID",
    "dateLessThan: is before 1970 or after 9999; check the unit: seconds, milliseconds or microseconds",
  ),
  refusedTerms(
    'dateLessThan: "2030-01-01T00:00:00"',
    { dateLessThan: "2030-01-01T00:00:00" },
    "ERR_DATE_INVALID",
    'dateLessThan: "2030-01-01T00:00:00" has no zone; write "2030-01-01T00:00:00Z" if it is in UTC',
  ),
  refusedTerms(
    'dateLessThan: "2030-01-01 00:00:00Z"',
    { dateLessThan: "2030-01-01 00:00:00Z" },
    "ERR_DATE_INVALID",
    'dateLessThan: "2030-01-01 00:00:00Z" is not an ISO 8601 date; write it like "2030-01-01T00:00:00Z" or "2030-01-01"',
  ),
  refusedTerms(
    'dateLessThan: "2030-02-30T00:00:00Z"',
    { dateLessThan: "2030-02-30T00:00:00Z" },
    "ERR_DATE_INVALID",
    'dateLessThan: "2030-02-30T00:00:00Z" is a date that does not exist; check its month, day and time',
  ),
  refusedTerms(
    'dateLessThan: "Tue, 01 Jan 2030 00:00:00 GMT"',
    { dateLessThan: "Tue, 01 Jan 2030 00:00:00 GMT" },
    "ERR_DATE_INVALID",
    'dateLessThan: a text of 29 characters is not an ISO 8601 date; write it like "2030-01-01T00:00:00Z" or "2030-01-01"',
  ),
  refusedTerms(
    'dateLessThan: "1900000000"',
    { dateLessThan: "1900000000" },
    "ERR_DATE_INVALID",
    "dateLessThan: is a number in quotes; remove the quotes, or write Number(value)",
  ),
  refusedTerms(
    'dateLessThan: "1h"',
    { dateLessThan: "1h" },
    "ERR_DATE_INVALID",
    "dateLessThan: is a duration, not a date; pass it as expiresIn, or pass a date",
  ),
  refusedTerms(
    'dateLessThan: ""',
    { dateLessThan: "" },
    "ERR_DATE_INVALID",
    'dateLessThan: is an empty string; pass a Date, ISO 8601 text such as "2030-01-01T00:00:00Z", or whole epoch seconds',
  ),
  refusedTerms(
    "dateLessThan: null",
    { dateLessThan: null },
    "ERR_DATE_INVALID",
    'dateLessThan: is null; pass a Date, ISO 8601 text such as "2030-01-01T00:00:00Z", or whole epoch seconds',
  ),
  refusedTerms(
    "dateLessThan: 1700000000",
    { dateLessThan: 1700000000 },
    "ERR_DATE_PAST",
    "dateLessThan: the expiry time 2023-11-14T22:13:20Z has passed; choose a later time, or check the clock and the time zone",
  ),
  refusedTerms(
    "dateLessThan: 3600",
    { dateLessThan: 3600 },
    "ERR_DATE_PAST",
    "dateLessThan: the expiry time 1970-01-01T01:00:00Z has passed; check the unit: seconds, milliseconds or a duration",
  ),
  refusedTerms(
    "dateLessThan: 1900000000, dateGreaterThan: 1900000001",
    { dateLessThan: end, dateGreaterThan: end + 1 },
    "ERR_DATE_ORDER",
    "dateGreaterThan: the start 2030-03-17T17:46:41Z is not before the expiry time 2030-03-17T17:46:40Z; choose an earlier start or a later expiry",
  ),
  refusedSigner(
    "createCloudFrontSigner({ now: () => new Date(Date.now() * 1000) })",
    { now: () => new Date(1.7e15) },
    "ERR_OPTION_INVALID",
    "now: returned a Date that is invalid, before 1970 or too late; check the value that it was created from",
  ),
  refusedTerms(
    'dateLessThan: "2025-12-31T23:59:59Z"',
    { dateLessThan: "2025-12-31T23:59:59Z" },
    "ERR_DATE_PAST",
    "dateLessThan: the expiry time 2025-12-31T23:59:59Z has passed; choose a later time, or check the clock and the time zone",
  ),
];
