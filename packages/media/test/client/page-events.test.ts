import { renewingGrant } from "cloudfront-sign-media/client";
import { describe, expect, it } from "vitest";
import { endEvent, onDevice, type PageEvent } from "../support/device.ts";
import { begunGrant, grantEndpoint } from "../support/grant-endpoint.ts";

/** Events after which timers may be late, and the network may be back. */

const events: PageEvent[] = ["visibilitychange", "pageshow", "resume", "online"];

describe.each(events)("after a sleep, %s", (event) => {
  it.each([
    ["renews a grant that has ended", 300],
    ["renews a grant whose renewal is due", 85],
  ])("%s, once", (_, seconds) =>
    onDevice(async (device) => {
      const { endpoint, grant } = await begunGrant(device);
      await device.sleep(seconds);
      expect(endpoint.loads).toHaveLength(1);
      for (const type of [event, ...events]) await device.dispatch(type);
      expect(endpoint.loads).toHaveLength(2);
      await endpoint.loads[1]?.answer();
      for (const type of events) await device.dispatch(type);
      expect(endpoint.loads).toHaveLength(2);
      grant.close();
    }),
  );

  it("leaves a fresh grant alone", () =>
    onDevice(async (device) => {
      const { endpoint, grant } = await begunGrant(device);
      await device.sleep(45);
      await device.dispatch(event);
      expect(endpoint.loads).toHaveLength(1);
      grant.close();
    }));
});

it("online ends the pause after a failure; the other events do not", () =>
  onDevice(async (device) => {
    const endpoint = grantEndpoint(device);
    const grant = renewingGrant({ load: endpoint.load });
    grant.ready().catch(() => {});
    for (let failure = 0; failure < 8; failure++) {
      await device.dispatch("online");
      await endpoint.pending()[0]?.fail();
    }
    const { length } = endpoint.loads;
    for (const type of events.filter((event) => event !== "online")) await device.dispatch(type);
    expect(endpoint.loads).toHaveLength(length);
    await device.dispatch("online");
    expect(endpoint.loads).toHaveLength(length + 1);
    grant.close();
  }));

it("no event reaches a grant that was closed, or loads for one that nobody has used", () =>
  onDevice(async (device) => {
    const endpoint = grantEndpoint(device);
    const closed = renewingGrant({ load: endpoint.load });
    closed.ready().catch(() => {});
    await endEvent();
    closed.close();
    renewingGrant({ load: endpoint.load });
    expect(device.numListeners).toBe(0);
    for (const type of events) await device.dispatch(type);
    expect(endpoint.loads).toHaveLength(1);
  }));
