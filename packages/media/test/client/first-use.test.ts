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
});
