import { type RenewingGrant, renewingGrant } from "cloudfront-sign-media/client";
import { describe, expect, it } from "vitest";
import { endEvent, onDevice } from "../support/device.ts";
import { grantEndpoint, segment, signedBy } from "../support/grant-endpoint.ts";
import { watch } from "../support/settled.ts";

/** A renewing grant before its first grant, and the calls that get it. */

const ways: [string, (grant: RenewingGrant) => Promise<unknown>][] = [
  ["signUrl", (grant) => grant.signUrl(segment)],
  ["ready", (grant) => grant.ready()],
  ["renew", (grant) => grant.renew()],
];

describe("before its first use, a renewing grant", () => {
  it("loads nothing, sets no timer and listens to nothing", () =>
    onDevice(async (device) => {
      const endpoint = grantEndpoint(device);
      const grant = renewingGrant({ load: endpoint.load });
      await device.pass(3600);
      await device.dispatch("online");
      expect([endpoint.loads.length, await device.leftTimers(), device.numListeners]).toEqual([0, 0, 0]);
      expect(grant.state).toEqual({ status: "idle" });
      expect(Object.isFrozen(grant.state)).toBe(true);
    }));

  it("covers nothing and signs nothing now", () =>
    onDevice(async (device) => {
      const endpoint = grantEndpoint(device);
      const grant = renewingGrant({ load: endpoint.load });
      expect([grant.covers(segment), grant.needsCookies(segment)]).toEqual([false, false]);
      expect(() => grant.signUrlNow(segment)).toThrow();
      grant.close();
    }));
});

describe("the first use of a renewing grant", () => {
  it.each(ways)("by %s begins the load at once, and ends with it", (_, use) =>
    onDevice(async (device) => {
      const endpoint = grantEndpoint(device);
      const grant = renewingGrant({ load: endpoint.load });
      const used = watch(use(grant));
      await endEvent();
      expect(endpoint.loads).toHaveLength(1);
      expect(grant.state).toEqual({ status: "loading" });
      await device.pass(3);
      expect(used.now.status).toBe("pending");
      await endpoint.loads[0]?.answer();
      expect(used.now.status).toBe("fulfilled");
      expect(grant.state).toEqual({ status: "valid", expiresAt: new Date(device.serverTime + 97_000) });
      grant.close();
    }),
  );

  it("by many callers at once is one load for all of them", () =>
    onDevice(async (device) => {
      const endpoint = grantEndpoint(device);
      const grant = renewingGrant({ load: endpoint.load });
      const calls = [grant.ready(), grant.ready(), grant.ready()].map(watch);
      const urls = [1, 2, 3].map((name) => watch(grant.signUrl(`${segment}?${name}`)));
      await endEvent();
      expect(endpoint.loads).toHaveLength(1);
      await endpoint.loads[0]?.answer();
      expect(calls.map(({ now }) => now.status)).toEqual(calls.map(() => "fulfilled"));
      expect(urls.map(({ now }) => now.value)).toEqual(
        [1, 2, 3].map((name) => signedBy(1, `${segment}?${name}`)),
      );
      expect(endpoint.loads).toHaveLength(1);
      grant.close();
    }));

  it("signs from then on without a load, now and later", () =>
    onDevice(async (device) => {
      const endpoint = grantEndpoint(device);
      const grant = renewingGrant({ load: endpoint.load });
      const first = grant.signUrl(segment);
      await endEvent();
      await endpoint.loads[0]?.answer();
      await first;
      for (let second = 0; second < 49; second++) {
        expect(await grant.signUrl(segment)).toBe(signedBy(1));
        expect(grant.signUrlNow(new URL(segment))).toBe(signedBy(1));
        await device.pass(1);
      }
      expect(endpoint.loads).toHaveLength(1);
      grant.close();
    }));

  it("leaves a URL that the grant does not cover as it is", () =>
    onDevice(async (device) => {
      const endpoint = grantEndpoint(device);
      const grant = renewingGrant({ load: endpoint.load });
      const other = "https://example.com/film/1.ts";
      const signed = grant.signUrl(other);
      await endEvent();
      await endpoint.loads[0]?.answer();
      expect(await signed).toBe(other);
      expect([grant.covers(other), grant.covers(segment)]).toEqual([false, true]);
      grant.close();
    }));
});

describe("a request that waits for a grant", () => {
  it("waits maxWait seconds, 30 by default, and the load goes on", () =>
    onDevice(async (device) => {
      for (const maxWait of [undefined, 5]) {
        const endpoint = grantEndpoint(device);
        const grant = renewingGrant({ load: endpoint.load, timeout: 60, maxWait });
        const waiting = watch(grant.signUrl(segment));
        await device.pass((maxWait ?? 30) - 0.1);
        expect(waiting.now.status).toBe("pending");
        await device.pass(0.2);
        expect(waiting.now).toEqual({ status: "rejected", code: "ERR_GRANT_LOAD_FAILED" });
        expect(endpoint.pending()).toHaveLength(1);
        await endpoint.loads[0]?.answer();
        expect(await grant.signUrl(segment)).toBe(signedBy(1));
        grant.close();
      }
    }));

  it("never waits without an end when the endpoint fails again and again", () =>
    onDevice(async (device) => {
      const endpoint = grantEndpoint(device);
      const grant = renewingGrant({ load: endpoint.load, maxWait: 20 });
      const waiting = watch(grant.signUrl(segment));
      for (let second = 0; second < 21; second++) {
        for (const load of endpoint.pending()) await load.fail();
        await device.pass(1);
      }
      expect(waiting.now).toEqual({ status: "rejected", code: "ERR_GRANT_LOAD_FAILED" });
      grant.close();
    }));
});
