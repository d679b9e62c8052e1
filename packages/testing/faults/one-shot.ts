import { createCloudFrontSignedCookies } from "cloudfront-sign-webcrypto";
import { keyText } from "../support/keys.ts";
import { end, keyPairId } from "../support/signers.ts";
import type { Fault } from "./fault.ts";
import { refusedOneShot } from "./refused.ts";

const cookiesFor = (url: string) =>
  createCloudFrontSignedCookies({
    policy: { url, expireTimeEpochMs: end * 1000 },
    key: { keyPairId, content: keyText("rsa2048.pkcs8.pem") },
  });

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
    "expireTimeEpochMs: is before 1970 or after 5138; check whether seconds, milliseconds and microseconds were mixed up",
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
    "ERR_DATE_INVALID",
    "expireTimeEpochMs: 3600000 is before 1973; pass epoch milliseconds, such as date.getTime() or Date.now() + 3_600_000",
  ),
  refusedOneShot(
    "expireTimeEpochMs: 1700000000000",
    { expireTimeEpochMs: 1700000000000 },
    "ERR_DATE_PAST",
    "expireTimeEpochMs: the expiry time 2023-11-14T22:13:20Z is not at least 10 s in the future; give a later time, or check the clock and the zone",
  ),
  {
    given: 'createCloudFrontSignedCookies: url: "https://cdn.example.com/course/"',
    run: () => cookiesFor("https://cdn.example.com/course/"),
    code: "ERR_RESOURCE_INVALID",
    message:
      "url: covers only that address, and nothing else of its folder; write /* after the folder, or give signer.signCookies a ready policy if that is meant",
  },
  {
    given: 'createCloudFrontSignedCookies: url: "https://*"',
    run: () => cookiesFor("https://*"),
    code: "ERR_RESOURCE_INVALID",
    message:
      "url: its domain * covers hosts that are not yours, too; write one host name, or *. and your domain for all of its hosts, or give signer.signCookies a ready policy if that is meant",
  },
  refusedOneShot(
    "ipRange: undefined",
    { expireTimeEpochMs: end * 1000, ipRange: undefined },
    "ERR_IP_ADDRESS_INVALID",
    "ipRange: is undefined, and losing a restriction would open access; leave the option out on purpose, or fix the value",
  ),
];
