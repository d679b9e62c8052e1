import type { Fault } from "@cloudfront-sign-webcrypto/testing/faults/fault.ts";
import { refusedOneShot } from "@cloudfront-sign-webcrypto/testing/faults/refused.ts";
import { end } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";

/** The policy of the one-shot functions. */
export const oneShotFaults: readonly Fault[] = [
  refusedOneShot(
    "expireTimeEpochMs: 1900000000",
    { expireTimeEpochMs: 1900000000 },
    "ERR_DATE_PAST",
    "expireTimeEpochMs: the expiry time 1970-01-22T23:46:40Z has passed; check the unit: seconds, milliseconds or a duration",
  ),
  refusedOneShot(
    "expireTimeEpochMs: 1900000000000000",
    { expireTimeEpochMs: 1900000000000000 },
    "ERR_DATE_INVALID",
    "expireTimeEpochMs: is before 1970 or after 9999; check the unit: seconds, milliseconds or microseconds",
  ),
  refusedOneShot(
    'expireTimeEpochMs: new Date("2030-01-01T00:00:00Z")',
    { expireTimeEpochMs: new Date("2030-01-01T00:00:00Z") },
    "ERR_DATE_INVALID",
    "expireTimeEpochMs: is a Date; pass epoch milliseconds, such as date.getTime() or Date.now() + 3_600_000",
  ),
  refusedOneShot(
    "expireTimeEpochMs: undefined",
    { expireTimeEpochMs: undefined },
    "ERR_DATE_INVALID",
    "expireTimeEpochMs: is undefined; pass epoch milliseconds, such as date.getTime() or Date.now() + 3_600_000",
  ),
  refusedOneShot(
    'expireTimeEpochMs: "1900000000000"',
    { expireTimeEpochMs: "1900000000000" },
    "ERR_DATE_INVALID",
    "expireTimeEpochMs: is a string; pass epoch milliseconds, such as date.getTime() or Date.now() + 3_600_000",
  ),
  refusedOneShot(
    "expireTimeEpochMs: 3600000",
    { expireTimeEpochMs: 3600000 },
    "ERR_DATE_PAST",
    "expireTimeEpochMs: the expiry time 1970-01-01T01:00:00Z has passed; check the unit: seconds, milliseconds or a duration",
  ),
  refusedOneShot(
    "expireTimeEpochMs: 1700000000000",
    { expireTimeEpochMs: 1700000000000 },
    "ERR_DATE_PAST",
    "expireTimeEpochMs: the expiry time 2023-11-14T22:13:20Z has passed; choose a later time, or check the clock and the time zone",
  ),
  refusedOneShot(
    "ipRange: undefined",
    { expireTimeEpochMs: end * 1000, ipRange: undefined },
    "ERR_IP_ADDRESS_INVALID",
    "ipRange: is undefined, which would drop the restriction; fix the value, or leave the option out on purpose",
  ),
];
