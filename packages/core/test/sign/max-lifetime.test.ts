import { policyUntil } from "@cloudfront-sign-webcrypto/testing/faults/refused.ts";
import { refusedAs } from "@cloudfront-sign-webcrypto/testing/support/refusal.ts";
import { host, moment, momentSeconds, recorder } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { describe, expect, it } from "vitest";

/** `maxLifetime`: nothing is signed that gives access for longer. */

const url = `${host}/a.jpg`;
const resource = `${host}/*`;

describe("maxLifetime", () => {
  it.each([
    ["expiresIn", { expiresIn: "2h" }],
    ["dateLessThan", { dateLessThan: momentSeconds + 7200 }],
    ["a ready policy", { policy: policyUntil(momentSeconds + 7200) }],
    ["cacheWindow", { expiresIn: "1h", cacheWindow: "1h" }],
  ])("allows exactly as much as it says: %s", async (_, terms) => {
    const { signer, policies } = recorder({ maxLifetime: "2h" });
    await signer.signUrl(url, terms as { expiresIn: "2h" });
    expect(policies).toHaveLength(1);
  });

  it.each([
    ["expiresIn", { expiresIn: 7201 }],
    ["dateLessThan", { dateLessThan: momentSeconds + 7201 }],
    ["policy", { policy: policyUntil(momentSeconds + 7201) }],
    ["cacheWindow", { expiresIn: "2h", cacheWindow: 7199 }],
  ])("refuses a second more, wherever %s is given", async (option, terms) => {
    const { signer, policies } = recorder({ maxLifetime: 7200 });
    const all = option === "policy" ? terms : { ...terms, resource };
    for (const sign of [
      () => signer.signUrl(url, all as never),
      () => signer.signCookies(all as { policy: string }),
      () => signer.grant(all as never),
      () => signer.signUrls([url], all as never).next(),
    ])
      expect(await refusedAs(sign)).toBe(`ERR_DATE_INVALID ${option}`);
    expect(policies).toEqual([]);
  });

  it("counts from the signer's clock, to the fraction of a second", async () => {
    const { signer } = recorder({ maxLifetime: 60, now: () => new Date(moment.getTime() + 500) });
    const signed = signer.signUrl(url, { dateLessThan: momentSeconds + 60 });
    await expect(signed).resolves.toContain("Expires=");
    expect(await refusedAs(() => signer.signUrl(url, { dateLessThan: momentSeconds + 61 }))).toBe(
      "ERR_DATE_INVALID dateLessThan",
    );
  });

  it("refuses a window that would exceed it at another time", async () => {
    for (const second of [10, 590])
      await expect(
        recorder({ maxLifetime: "1h", now: () => new Date(moment.getTime() + second * 1000) }).signer.signUrl(
          url,
          {
            expiresIn: "55m",
            cacheWindow: "10m",
          },
        ),
      ).rejects.toMatchObject({ code: "ERR_DATE_INVALID", option: "cacheWindow" });
  });

  it("limits nothing unless it is given", async () => {
    const { signer, policies } = recorder();
    await signer.signUrl(url, { expiresIn: "3650d" });
    expect(policies).toHaveLength(1);
  });
});
