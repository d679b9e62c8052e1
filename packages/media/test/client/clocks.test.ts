import { renewingGrant } from "cloudfront-sign-media/client";
import { describe, expect, it } from "vitest";
import { endEvent, onDevice, type SleepKind } from "../support/device.ts";
import { begunGrant, grantEndpoint, segment, signedBy } from "../support/grant-endpoint.ts";
import { watch } from "../support/settled.ts";

/** Clocks that are wrong, are set or stand still, and devices that sleep: no grant is used after its real end. */

const hour = 3600;
const year = 365 * 24 * hour;

describe.each([0, hour, -hour, 30 * year, -30 * year])(
  "with a clock that is %s seconds ahead",
  (clockError) => {
    it("a grant is renewed and used as with a right one", () =>
      onDevice(
        async (device) => {
          const { endpoint, grant } = await begunGrant(device);
          expect(grant.state).toMatchObject({ status: "valid", expiresAt: new Date(Date.now() + 100_000) });
          await device.pass(49.9);
          expect(endpoint.loads).toHaveLength(1);
          await device.pass(30.2);
          expect(endpoint.loads).toHaveLength(2);
          await device.pass(9.8);
          expect(grant.signUrlNow(segment)).toBe(signedBy(1));
          grant.close();
        },
        { clockError },
      ));
  },
);

describe("a clock that is set while the grant is valid", () => {
  it.each([-hour, -60, -1, 1])("by %s seconds changes nothing", (seconds) =>
    onDevice(async (device) => {
      const { endpoint, grant } = await begunGrant(device);
      await device.pass(20);
      device.moveClock(seconds);
      await device.pass(27.9);
      expect(endpoint.loads).toHaveLength(1);
      await device.pass(32.2);
      expect(endpoint.loads).toHaveLength(2);
      await endpoint.loads[1]?.fail();
      await device.pass(16);
      expect(grant.signUrlNow(segment)).toBe(signedBy(1));
      await device.pass(3);
      expect(() => grant.signUrlNow(segment)).toThrow();
      grant.close();
    }),
  );
});

describe.each(["Date", "performance"] as const)("when the clock of %s stands still", (clock) => {
  it("the other one counts", () =>
    onDevice(async (device) => {
      const { endpoint, grant } = await begunGrant(device);
      device.stopped = clock;
      await device.pass(49.9);
      expect(endpoint.loads).toHaveLength(1);
      await device.pass(30.2);
      expect(endpoint.loads).toHaveLength(2);
      await endpoint.loads[1]?.fail();
      await device.pass(15);
      expect(grant.signUrlNow(segment)).toBe(signedBy(1));
      await device.pass(4);
      expect(() => grant.signUrlNow(segment)).toThrow();
      grant.close();
    }));
});

const sleeps: SleepKind[] = [true, false].flatMap((stopsPerformance) =>
  [true, false].map((delaysTimers) => ({ stopsPerformance, delaysTimers })),
);

describe.each(sleeps)("a device that slept, %j", (kind) => {
  it("in the middle of a load does not count as time of the load if timers are delayed", () =>
    onDevice(async (device) => {
      const { endpoint, grant } = await begunGrant(device, {}, { timeout: 20 });
      await device.pass(81);
      expect(endpoint.loads).toHaveLength(2);
      await device.sleep(600, kind);
      const waiting = watch(grant.signUrl(segment));
      await endEvent();
      expect(endpoint.pending()).toHaveLength(kind.delaysTimers ? 1 : 0);
      await device.pass(1.1);
      for (const load of endpoint.pending()) await load.answer();
      await device.pass(2);
      for (const load of endpoint.pending()) await load.answer();
      expect(waiting.now.status).toBe("fulfilled");
      expect(endpoint.accepts(waiting.now.value ?? "")).toBe(true);
      grant.close();
    }));

  it("is not deceived by a clock that was set back before", () =>
    onDevice(async (device) => {
      const { endpoint, grant } = await begunGrant(device);
      await device.pass(5);
      device.moveClock(-hour);
      expect(grant.signUrlNow(segment)).toBe(signedBy(1));
      await device.sleep(200, kind);
      const waiting = watch(grant.signUrl(segment));
      await endEvent();
      expect(waiting.now.status).toBe("pending");
      for (const load of endpoint.pending()) await load.answer();
      expect(endpoint.accepts(waiting.now.value ?? "")).toBe(true);
      grant.close();
    }));
});

/** The last moment that a Date holds. */
const last = new Date(8.64e15).toISOString();

it("a grant that ends at the last moment of all is valid until then", () =>
  onDevice(async (device) => {
    const { grant } = await begunGrant(device);
    expect(Number.isFinite((grant.state as { expiresAt: Date }).expiresAt.getTime())).toBe(true);
    grant.close();
  }));

it.each([0, 3600])(
  "a grant that ends after every Date, by the clock of the device (%d s ahead), is an error, and no Invalid Date",
  (clockError) =>
    onDevice(
      async (device) => {
        const endpoint = grantEndpoint(device);
        const grant = renewingGrant({ load: endpoint.load });
        grant.ready().catch(() => {});
        await endEvent();
        await endpoint.loads[0]?.answer({ now: "2025-12-31T00:00:00Z", expiresAt: last });
        expect(grant.state).toMatchObject({
          status: "unavailable",
          error: {
            code: "ERR_GRANT_LOAD_FAILED",
            message:
              "load: its answer has an expiresAt that is later than any Date; send the expiry time of the grant",
          },
        });
        grant.close();
      },
      { clockError },
    ),
);
