import type { Fault } from "@cloudfront-sign-webcrypto/testing/faults/fault.ts";
import { keyText } from "@cloudfront-sign-webcrypto/testing/support/keys.ts";
import { end, host, keyPairId } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { getSignedCookies, getSignedUrl } from "cloudfront-sign-webcrypto/aws-cloudfront-sign";

/** Options of `/aws-cloudfront-sign`. */

const options = {
  keypairId: keyPairId,
  privateKeyString: keyText("rsa2048.pkcs8.pem"),
  expireTime: end * 1000,
};

function refusedOptions(given: string, more: object, code: Fault["code"], message: string): Fault {
  const run = () => getSignedUrl(`${host}/a.jpg`, { ...options, ...more } as never);
  return { given: `/aws-cloudfront-sign, ${given}`, run, code, message };
}

export const awsCloudFrontSignFaults: readonly Fault[] = [
  {
    given: '/aws-cloudfront-sign, getSignedCookies with "*.mp4"',
    run: () => getSignedCookies("*.mp4", options),
    code: "ERR_RESOURCE_INVALID",
    message: "url: has neither a scheme nor a path; write both, as in https://cdn.example.com/*.mp4",
  },
  refusedOptions(
    'privateKeyPath: "key.pem"',
    { privateKeyPath: "key.pem" },
    "ERR_OPTION_INVALID",
    'privateKeyPath: is not supported; replace it with privateKeyString: readFileSync(path, "utf8")',
  ),
  refusedOptions(
    "privateKeyString: undefined",
    { privateKeyString: undefined },
    "ERR_KEY_INVALID",
    "privateKeyString: is undefined; check that the environment variable, field or secret exists",
  ),
  refusedOptions(
    "keypairId: undefined",
    { keypairId: undefined },
    "ERR_KEY_PAIR_ID_INVALID",
    "keypairId: is undefined, not the ID of a public key, such as K2JCJMDEHXQW5F; check where it is set",
  ),
  refusedOptions(
    "keyPairId",
    { keyPairId },
    "ERR_OPTION_UNKNOWN",
    "keyPairId: no such option; did you mean keypairId?",
  ),
  refusedOptions(
    "ipRange: null",
    { ipRange: null },
    "ERR_IP_ADDRESS_INVALID",
    "ipRange: is null; write one such as 203.0.113.7 or 203.0.113.0/24, without ::ffff:, a port or a leading zero",
  ),
  refusedOptions(
    "expireTime: null",
    { expireTime: null },
    "ERR_DATE_INVALID",
    "expireTime: received null; pass epoch milliseconds, such as Date.now() + 3_600_000, or a valid Date",
  ),
  refusedOptions(
    'expireTime: new Date("x")',
    { expireTime: new Date("x") },
    "ERR_DATE_INVALID",
    "expireTime: received a Date; pass epoch milliseconds, such as Date.now() + 3_600_000, or a valid Date",
  ),
  refusedOptions(
    'expireTime: "2030-01-01T00:00:00Z"',
    { expireTime: "2030-01-01T00:00:00Z" },
    "ERR_DATE_INVALID",
    "expireTime: received a string; pass epoch milliseconds, such as Date.now() + 3_600_000, or a valid Date",
  ),
  refusedOptions(
    "expireTime: 1900000000",
    { expireTime: end },
    "ERR_DATE_PAST",
    "expireTime: the expiry time 1970-01-22T23:46:40Z has passed; check the unit: seconds, milliseconds or a duration",
  ),
];
