import { end } from "../support/signers.ts";
import type { Fault } from "./fault.ts";
import { refusedTerms } from "./refused.ts";

/** A time that is none, or not in the future: `dateLessThan` stands for every option that is a time. */
export const instantFaults: readonly Fault[] = [
  refusedTerms(
    "dateLessThan: 1900000000000",
    { dateLessThan: 1900000000000 },
    "ERR_DATE_INVALID",
    "dateLessThan: 1900000000000 is in milliseconds; divide by 1000: 1900000000",
  ),
  refusedTerms(
    "dateLessThan: 1900000000.5",
    { dateLessThan: 1900000000.5 },
    "ERR_DATE_INVALID",
    "dateLessThan: 1900000000.5 is not a whole number of epoch seconds; round it to whole seconds",
  ),
  refusedTerms(
    "dateLessThan: -1",
    { dateLessThan: -1 },
    "ERR_DATE_INVALID",
    "dateLessThan: -1 is negative; pass whole epoch seconds such as 1900000000",
  ),
  refusedTerms(
    "dateLessThan: Number.NaN",
    { dateLessThan: Number.NaN },
    "ERR_DATE_INVALID",
    "dateLessThan: is NaN; check how it was calculated",
  ),
  refusedTerms(
    "dateLessThan: Number.POSITIVE_INFINITY",
    { dateLessThan: Number.POSITIVE_INFINITY },
    "ERR_DATE_INVALID",
    "dateLessThan: is Infinity; check how it was calculated",
  ),
  refusedTerms(
    'dateLessThan: new Date("x")',
    { dateLessThan: new Date("x") },
    "ERR_DATE_INVALID",
    "dateLessThan: is an invalid Date; check what it was made from",
  ),
  refusedTerms(
    "dateLessThan: new Date(-1)",
    { dateLessThan: new Date(-1) },
    "ERR_DATE_INVALID",
    "dateLessThan: is before 1970; check what it was made from",
  ),
  refusedTerms(
    "dateLessThan: new Date(2e14)",
    { dateLessThan: new Date(2e14) },
    "ERR_DATE_INVALID",
    "dateLessThan: is in the year 8307; check whether milliseconds were multiplied by 1000",
  ),
  refusedTerms(
    'dateLessThan: "2030-01-01"',
    { dateLessThan: "2030-01-01" },
    "ERR_DATE_INVALID",
    'dateLessThan: "2030-01-01" has no time and no zone; write "2030-01-01T00:00:00Z"',
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
    'dateLessThan: "2030-01-01 00:00:00Z" is not spelled as ISO 8601 requires; write "2030-01-01T00:00:00Z"',
  ),
  refusedTerms(
    'dateLessThan: "2030-01-01T02:00:00+0200"',
    { dateLessThan: "2030-01-01T02:00:00+0200" },
    "ERR_DATE_INVALID",
    'dateLessThan: "2030-01-01T02:00:00+0200" is not spelled as ISO 8601 requires; write "2030-01-01T02:00:00+02:00"',
  ),
  refusedTerms(
    'dateLessThan: "2030-02-30T00:00:00Z"',
    { dateLessThan: "2030-02-30T00:00:00Z" },
    "ERR_DATE_INVALID",
    "dateLessThan: there is no 2030-02-30; that month has 28 days",
  ),
  refusedTerms(
    'dateLessThan: "2030-13-01T00:00:00Z"',
    { dateLessThan: "2030-13-01T00:00:00Z" },
    "ERR_DATE_INVALID",
    "dateLessThan: has the month 13; months go from 01 to 12",
  ),
  refusedTerms(
    'dateLessThan: "2030-01-01T24:00:00Z"',
    { dateLessThan: "2030-01-01T24:00:00Z" },
    "ERR_DATE_INVALID",
    "dateLessThan: has the hour 24; hours go from 00 to 23",
  ),
  refusedTerms(
    'dateLessThan: "2030-01-01T00:60:00Z"',
    { dateLessThan: "2030-01-01T00:60:00Z" },
    "ERR_DATE_INVALID",
    "dateLessThan: has the minute 60; minutes go from 00 to 59",
  ),
  refusedTerms(
    'dateLessThan: "2030-06-30T23:59:60Z"',
    { dateLessThan: "2030-06-30T23:59:60Z" },
    "ERR_DATE_INVALID",
    "dateLessThan: has the second 60; seconds go from 00 to 59",
  ),
  refusedTerms(
    'dateLessThan: "2030-01-01T00:00:00+24:00"',
    { dateLessThan: "2030-01-01T00:00:00+24:00" },
    "ERR_DATE_INVALID",
    "dateLessThan: has the zone +24:00, which does not exist; write Z for UTC, or an offset such as +02:00",
  ),
  refusedTerms(
    'dateLessThan: " 2030-01-01T00:00:00Z"',
    { dateLessThan: " 2030-01-01T00:00:00Z" },
    "ERR_DATE_INVALID",
    "dateLessThan: has white space before or after the date; remove it",
  ),
  refusedTerms(
    'dateLessThan: "Tue, 01 Jan 2030 00:00:00 GMT"',
    { dateLessThan: "Tue, 01 Jan 2030 00:00:00 GMT" },
    "ERR_DATE_INVALID",
    'dateLessThan: is text that is no ISO 8601 date; write it like "2030-01-01T00:00:00Z"',
  ),
  refusedTerms(
    'dateLessThan: "1900000000"',
    { dateLessThan: "1900000000" },
    "ERR_DATE_INVALID",
    "dateLessThan: is a number in quotes; remove the quotes: 1900000000",
  ),
  refusedTerms(
    'dateLessThan: "1h"',
    { dateLessThan: "1h" },
    "ERR_DATE_INVALID",
    "dateLessThan: is a length of time, not a date; pass it as expiresIn, or pass the date itself",
  ),
  refusedTerms(
    'dateLessThan: ""',
    { dateLessThan: "" },
    "ERR_DATE_INVALID",
    'dateLessThan: is an empty string; is a variable not set? Pass a time such as "2030-01-01T00:00:00Z"',
  ),
  refusedTerms(
    "dateLessThan: null",
    { dateLessThan: null },
    "ERR_DATE_INVALID",
    'dateLessThan: is null; pass a Date, ISO 8601 text such as "2030-01-01T00:00:00Z", or whole epoch seconds',
  ),
  refusedTerms(
    "dateLessThan: 1900000000n",
    { dateLessThan: 1900000000n },
    "ERR_DATE_INVALID",
    'dateLessThan: is a bigint; pass a Date, ISO 8601 text such as "2030-01-01T00:00:00Z", or whole epoch seconds',
  ),
  refusedTerms(
    "dateLessThan: [1900000000]",
    { dateLessThan: [1900000000] },
    "ERR_DATE_INVALID",
    'dateLessThan: is an array; pass a Date, ISO 8601 text such as "2030-01-01T00:00:00Z", or whole epoch seconds',
  ),
  refusedTerms(
    "dateLessThan: 1700000000",
    { dateLessThan: 1700000000 },
    "ERR_DATE_PAST",
    "dateLessThan: 2023-11-14T22:13:20Z is not in the future; give a later time, or check the clock and the zone",
  ),
  refusedTerms(
    "dateLessThan: 3600",
    { dateLessThan: 3600 },
    "ERR_DATE_PAST",
    "dateLessThan: 1970-01-01T01:00:00Z is not in the future; give epoch seconds, or a number of seconds from now as expiresIn",
  ),
  refusedTerms(
    'dateLessThan: "2025-12-31T23:59:59Z"',
    { dateLessThan: "2025-12-31T23:59:59Z" },
    "ERR_DATE_PAST",
    "dateLessThan: 2025-12-31T23:59:59Z is not in the future; give a later time, or check the clock and the zone",
  ),
  refusedTerms(
    "dateLessThan: 1900000000, dateGreaterThan: 1900000001",
    { dateLessThan: end, dateGreaterThan: end + 1 },
    "ERR_DATE_ORDER",
    "dateGreaterThan: 2030-03-17T17:46:41Z is not before the expiry time 2030-03-17T17:46:40Z; give an earlier start or a later expiry",
  ),
];
