import { renewingGrant } from "cloudfront-sign-media/client";
import { describe, expect, it } from "vitest";
import { onDevice } from "../support/device.ts";
import { begunGrant, grantEndpoint, segment, signedBy } from "../support/grant-endpoint.ts";

/** When a valid grant is renewed, and until when it is used. */

describe("a grant is renewed", () => {
  const day = 86_400;
  it.each([2, 15, 300, 3600, day, 30 * day, 365 * day])(
    "at 50 to 80 %% of its lifetime of %s seconds, and is loaded once",
    (lifetime) =>
      onDevice(async (device) => {
        const { endpoint, grant } = await begunGrant(device, { lifetime });
        for (let number = 2; number < 12; number++) {
          const { begun } = endpoint.loads[number - 2] ?? expect.unreachable();
          endpoint.onLoad = (load) => load.answer();
          await device.pass(begun + lifetime * 0.499 - device.seconds);
          expect(endpoint.loads).toHaveLength(number - 1);
          await device.pass(lifetime * 0.302);
          expect(endpoint.loads).toHaveLength(number);
          expect(grant.signUrlNow(segment)).toBe(signedBy(number));
          expect(device.numTimers).toBe(1);
        }
        // A timer of more than 24 days has to be set again.
        expect(device.delays.length).toBeLessThan(300);
        grant.close();
      }),
  );

  it("once a second at the most, however short it is", () =>
    onDevice(async (device) => {
      const { endpoint, grant } = await begunGrant(device, { lifetime: 0.1 });
      endpoint.onLoad = (load) => load.answer();
      await device.pass(60);
      expect(endpoint.loads.length).toBeGreaterThan(50);
      expect(endpoint.loads.length).toBeLessThan(62);
      grant.close();
    }));

  it("at moments that are spread evenly", () =>
    onDevice(async (device) => {
      const shares: number[] = [];
      for (let i = 0; i < 300; i++) {
        const { endpoint, grant } = await begunGrant(device);
        const start = device.seconds;
        endpoint.onLoad = (load) => load.answer();
        await device.pass(80.1);
        shares.push(((endpoint.loads[1]?.begun ?? Number.NaN) - start) / 100);
        grant.close();
      }
      const tenths = Array.from({ length: 3 }, (_, i) =>
        shares.filter((share) => share >= 0.5 + i / 10 && share < 0.6 + i / 10),
      );
      for (const tenth of tenths) expect(tenth.length).toBeGreaterThan(70);
      expect(Math.min(...shares)).toBeLessThan(0.51);
      expect(Math.max(...shares)).toBeGreaterThan(0.79);
    }));

  it("earlier if its answer took long, because it was made when the request arrived at the latest", () =>
    onDevice(async (device) => {
      const endpoint = grantEndpoint(device);
      const grant = renewingGrant({ load: endpoint.load, timeout: 60, maxWait: 60 });
      const ready = grant.ready();
      await device.pass(40);
      // The server made it at once, and the network was slow.
      const answer = {
        now: new Date(device.serverTime - 40_000),
        expiresAt: new Date(device.serverTime + 60_000),
      };
      await endpoint.loads[0]?.answer(answer);
      await ready;
      expect(grant.state).toEqual({ status: "valid", expiresAt: answer.expiresAt });
      await device.pass(41);
      expect(endpoint.loads).toHaveLength(2);
      await device.pass(16.9);
      expect(grant.signUrlNow(segment)).toBe(signedBy(1));
      await device.pass(0.2);
      expect(() => grant.signUrlNow(segment)).toThrow();
      grant.close();
    }));
});

describe("a grant is used", () => {
  it.each([
    [1, 0.9],
    [15, 13.5],
    [100, 98],
    [3600, 3598],
  ])("of %s seconds for %s, so that requests arrive before its end", (lifetime, end) =>
    onDevice(async (device) => {
      const { grant } = await begunGrant(device, { lifetime });
      await device.pass(end - 0.01);
      expect(grant.signUrlNow(segment)).toBe(signedBy(1));
      await device.pass(0.02);
      expect(() => grant.signUrlNow(segment)).toThrow();
      grant.close();
    }),
  );
});

it("a grant in cookies is renewed alike, and URLs stay as they are", () =>
  onDevice(async (device) => {
    const { endpoint, grant } = await begunGrant(device, { hasCookies: true });
    expect([grant.needsCookies(segment), grant.needsCookies("https://example.com/")]).toEqual([true, false]);
    expect(await grant.signUrl(segment)).toBe(segment);
    await device.pass(80.1);
    expect(endpoint.loads).toHaveLength(2);
    grant.close();
  }));
