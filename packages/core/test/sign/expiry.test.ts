import { policyUntil } from "@cloudfront-sign-webcrypto/testing/faults/refused.ts";
import { clientRequest } from "@cloudfront-sign-webcrypto/testing/support/client.ts";
import { refusedAs } from "@cloudfront-sign-webcrypto/testing/support/refusal.ts";
import { runs } from "@cloudfront-sign-webcrypto/testing/support/runs.ts";
import { host, moment, momentSeconds, recorder } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

/**
 * Windows in which a URL stays the same, so that caches hit: how long they guarantee, and how they are spread
 * over resources.
 */

interface WindowTerms {
  readonly expiresIn: number;
  readonly cacheWindow: number;
  readonly staggerWindows?: boolean | undefined;
}

/** The end of access that one URL gets at some seconds after `moment`. */
async function endAt(url: string, terms: WindowTerms, later: number): Promise<number> {
  const { signer } = recorder({ now: () => new Date(moment.getTime() + later * 1000) });
  return Number(new URL(await signer.signUrl(url, terms)).searchParams.get("Expires"));
}

const windows = fc
  .record({
    path: fc.stringMatching(/^[a-z0-9/]{0,30}$/),
    expiresIn: fc.integer({ min: 1, max: 100_000 }),
    cacheWindow: fc.integer({ min: 1, max: 100_000 }),
    staggerWindows: fc.constantFrom(true, false, undefined),
    later: fc.integer({ min: 0, max: 1e8 }),
  })
  .map((terms) => ({ ...terms, cacheWindow: Math.min(terms.cacheWindow, terms.expiresIn) }))
  // It could be in milliseconds.
  .filter(({ expiresIn, cacheWindow }) => expiresIn !== 60_000 && cacheWindow !== 60_000);

describe("cacheWindow", () => {
  it("grants expiresIn at least, and less than a window more, whatever the offset", async () => {
    await fc.assert(
      fc.asyncProperty(windows, async ({ path, later, ...terms }) => {
        const left = (await endAt(`${host}/${path}`, terms, later)) - (momentSeconds + later);
        expect(left).toBeGreaterThanOrEqual(terms.expiresIn);
        expect(left).toBeLessThan(terms.expiresIn + terms.cacheWindow);
      }),
      runs(20260101, 300),
    );
  });

  it("gives ends that lie whole windows apart, so that each call of a window gives the same URL", async () => {
    await fc.assert(
      fc.asyncProperty(windows, fc.integer({ min: 0, max: 1e6 }), async ({ path, later, ...terms }, more) => {
        const url = `${host}/${path}`;
        const first = await endAt(url, terms, later);
        const second = await endAt(url, terms, later + more);
        expect((second - first) % terms.cacheWindow).toBe(0);
        // Until the guarantee would be cut, it is the same one.
        const stays = first - terms.expiresIn - (momentSeconds + later);
        expect(second === first).toBe(more <= stays);
      }),
      runs(20260101, 300),
    );
  });
});

describe("staggerWindows", () => {
  const terms = { expiresIn: 3600, cacheWindow: 3600, staggerWindows: true } as const;
  const thumbnails = Array.from({ length: 600 }, (_, i) => `${host}/thumbnails/${i}.jpg`);

  it("spreads the ends of many resources evenly over the window", async () => {
    const ends = await Promise.all(thumbnails.map((url) => endAt(url, terms, 0)));
    const perTenth = Array.from(
      { length: 10 },
      (_, i) => ends.filter((end) => Math.floor((end % 3600) / 360) === i).length,
    );
    // 60 expected in each; 30 to 90 is four standard deviations.
    for (const count of perTenth) {
      expect(count).toBeGreaterThan(30);
      expect(count).toBeLessThan(90);
    }
  });

  it.each([undefined, false])("%s: all roll over at once", async (staggerWindows) => {
    const ends = await Promise.all(
      thumbnails
        .slice(0, 20)
        .map((url) => endAt(url, { expiresIn: 3600, cacheWindow: 3600, staggerWindows }, 0)),
    );
    expect(new Set(ends).size).toBe(1);
  });

  it("is the same in every process and runtime", async () => {
    // FNV-1a of the resource, as Python has it: 0x811c9dc5, then for each byte h = (h ^ byte) * 0x01000193
    // mod 2^32.
    expect((await endAt(`${host}/a.jpg`, terms, 0)) % 3600).toBe(829);
    expect((await endAt(`${host}/thumbnails/1.jpg`, terms, 0)) % 3600).toBe(1);
  });

  it("goes by the resource, not by the URL", async () => {
    const { signer } = recorder();
    const resource = `${host}/thumbnails/*`;
    const ends = await Promise.all(
      thumbnails
        .slice(0, 20)
        .map(async (url) => clientRequest(await signer.signUrl(url, { ...terms, resource })).policy),
    );
    expect(new Set(ends).size).toBe(1);
  });

  it("holds for cookies and grants", async () => {
    const { signer } = recorder();
    const resource = `${host}/course/42/*`;
    const grant = await signer.grant({ ...terms, resource });
    expect((await signer.signCookies({ ...terms, resource })).values).toEqual(grant.cookies.values);
    expect(grant.expiresAt.getTime() / 1000).toBeGreaterThanOrEqual(momentSeconds + 3600);
  });

  it.each(["resource", "true", null, 0, 1])("refuses %j", async (staggerWindows) => {
    const { signer } = recorder();
    expect(await refusedAs(() => signer.signUrl(`${host}/a`, { ...terms, staggerWindows } as never))).toBe(
      "ERR_OPTION_INVALID staggerWindows",
    );
  });

  it("changes nothing without cacheWindow", async () => {
    const { signer } = recorder();
    expect(await signer.signUrl(`${host}/a`, { expiresIn: 60, staggerWindows: true })).toBe(
      await signer.signUrl(`${host}/a`, { expiresIn: 60 }),
    );
  });
});

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
