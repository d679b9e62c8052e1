import type { Fault } from "@cloudfront-sign-webcrypto/testing/faults/fault.ts";
import {
  policyUntil,
  refusedLifetime,
  refusedSigner,
} from "@cloudfront-sign-webcrypto/testing/faults/refused.ts";
import {
  end,
  host,
  moment,
  momentSeconds,
  recorder,
} from "@cloudfront-sign-webcrypto/testing/support/signers.ts";

/** `maxLifetime`, and what would give access for longer. */
export const lifetimeFaults: readonly Fault[] = [
  refusedLifetime(
    'expiresIn: "3600000s", with maxLifetime: "12h"',
    { expiresIn: "3600000s" },
    "12h",
    "ERR_DATE_INVALID",
    "expiresIn: grants access for up to 41 days 16 hours (3600000 s), but the maximum lifetime is 12 hours (43200 s); choose an earlier expiry or a smaller window, or raise the maximum lifetime",
  ),
  refusedLifetime(
    'dateLessThan: "2027-01-01T00:00:00Z", with maxLifetime: "7d"',
    { dateLessThan: "2027-01-01T00:00:00Z" },
    "7d",
    "ERR_DATE_INVALID",
    "dateLessThan: grants access for up to 1 year (31536000 s), but the maximum lifetime is 7 days (604800 s); choose an earlier expiry or a smaller window, or raise the maximum lifetime",
  ),
  refusedLifetime(
    'expiresIn: "10h", cacheWindow: "10h", with maxLifetime: "12h"',
    { expiresIn: "10h", cacheWindow: "10h" },
    "12h",
    "ERR_DATE_INVALID",
    "cacheWindow: grants access for up to 20 hours (72000 s), but the maximum lifetime is 12 hours (43200 s); choose an earlier expiry or a smaller window, or raise the maximum lifetime",
  ),
  refusedLifetime(
    'a policy until 2030, with maxLifetime: "7d"',
    { policy: policyUntil(end) },
    "7d",
    "ERR_DATE_INVALID",
    "policy: grants access for up to 4 years 76 days (132774400 s), but the maximum lifetime is 7 days (604800 s); choose an earlier expiry or a smaller window, or raise the maximum lifetime",
  ),
  {
    given: 'signUrl of a grant that was made with expiresIn: "1h" two hours ago',
    run: async () => {
      let now = moment;
      const { signer } = recorder({ now: () => now });
      const grant = await signer.grant({ resource: `${host}/course/*`, expiresIn: "1h" });
      now = new Date((momentSeconds + 7200) * 1000);
      return grant.signUrl(`${host}/course/1.ts`);
    },
    code: "ERR_DATE_PAST",
    message:
      "grant: expired at 2026-01-01T01:00:00.000Z; sign again before that time, in a server for each request",
  },
  {
    given: 'toSetCookie() of cookies that were signed with expiresIn: "1h" two hours ago',
    run: async () => {
      let now = moment;
      const { signer } = recorder({ now: () => now });
      const cookies = await signer.signCookies({ resource: `${host}/course/*`, expiresIn: "1h" });
      now = new Date((momentSeconds + 7200) * 1000);
      return cookies.toSetCookie();
    },
    code: "ERR_DATE_PAST",
    message:
      "cookies: expired at 2026-01-01T01:00:00.000Z; sign again before that time, in a server for each request",
  },
  refusedSigner(
    "maxLifetime: undefined",
    { maxLifetime: undefined },
    "ERR_OPTION_INVALID",
    "maxLifetime: is undefined, which would drop the restriction; fix the value, or leave the option out on purpose",
  ),
  refusedSigner(
    'maxLifetime: "1 day"',
    { maxLifetime: "1 day" },
    "ERR_DATE_INVALID",
    'maxLifetime: "1 day" is not a duration; pass seconds, or text such as "90s", "15m", "1.5h", "7d", "2w"',
  ),
  refusedLifetime(
    'expiresIn: 43201, with maxLifetime: "12h"',
    { expiresIn: 43201 },
    "12h",
    "ERR_DATE_INVALID",
    "expiresIn: grants access for up to 12 hours (43201 s), but the maximum lifetime is 12 hours (43200 s); choose an earlier expiry or a smaller window, or raise the maximum lifetime",
  ),
];
