import { end } from "../support/signers.ts";
import type { Fault } from "./fault.ts";
import { refusedOneShot } from "./refused.ts";

/** The policy of the one-shot functions. */
export const oneShotFaults: readonly Fault[] = [
  refusedOneShot(
    "expireTimeEpochMs: 1900000000",
    { expireTimeEpochMs: 1900000000 },
    "ERR_DATE_INVALID",
    "expireTimeEpochMs: 1900000000 is in seconds; multiply by 1000: 1900000000000",
  ),
  refusedOneShot(
    "expireTimeEpochMs: 1900000000000000",
    { expireTimeEpochMs: 1900000000000000 },
    "ERR_DATE_INVALID",
    "expireTimeEpochMs: 1900000000000000 is later than the year 5138; pass milliseconds, not microseconds",
  ),
  refusedOneShot(
    'expireTimeEpochMs: new Date("2030-01-01T00:00:00Z")',
    { expireTimeEpochMs: new Date("2030-01-01T00:00:00Z") },
    "ERR_DATE_INVALID",
    "expireTimeEpochMs: is a Date; pass epoch milliseconds: date.getTime()",
  ),
  refusedOneShot(
    "expireTimeEpochMs: undefined",
    { expireTimeEpochMs: undefined },
    "ERR_DATE_INVALID",
    "expireTimeEpochMs: is undefined; pass epoch milliseconds, such as Date.now() + 3_600_000",
  ),
  refusedOneShot(
    'expireTimeEpochMs: "1900000000000"',
    { expireTimeEpochMs: "1900000000000" },
    "ERR_DATE_INVALID",
    "expireTimeEpochMs: is a string; pass epoch milliseconds, such as Date.now() + 3_600_000",
  ),
  refusedOneShot(
    "expireTimeEpochMs: 3600000",
    { expireTimeEpochMs: 3600000 },
    "ERR_DATE_INVALID",
    "expireTimeEpochMs: 3600000 is before 1973; pass epoch milliseconds, such as Date.now() + 3_600_000",
  ),
  refusedOneShot(
    "expireTimeEpochMs: 1700000000000",
    { expireTimeEpochMs: 1700000000000 },
    "ERR_DATE_PAST",
    "expireTimeEpochMs: 2023-11-14T22:13:20Z is not in the future; give a later time",
  ),
  refusedOneShot(
    "ipRange: undefined",
    { expireTimeEpochMs: end * 1000, ipRange: undefined },
    "ERR_IP_ADDRESS_INVALID",
    "ipRange: is undefined, and a restriction that got lost would open access; leave the option out on purpose, or fix the value",
  ),
];
