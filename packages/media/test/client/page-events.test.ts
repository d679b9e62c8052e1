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
});

it("online shortens the pause after a failure, to 5 seconds at most; the other events do not", () =>
  onDevice(async (device) => {
    const endpoint = grantEndpoint(device);
    const grant = renewingGrant({ load: endpoint.load });
    grant.ready().catch(() => {});
    for (let failure = 0; failure < 8; failure++) {
      await device.dispatch("online");
      await device.pass(5);
      await endpoint.pending()[0]?.fail();
    }
    const { length } = endpoint.loads;
    for (const type of events.filter((event) => event !== "online")) await device.dispatch(type);
    expect(endpoint.loads).toHaveLength(length);
    await device.dispatch("online");
    await device.pass(5);
    expect(endpoint.loads).toHaveLength(length + 1);
    grant.close();
  }));

it.each([503, 429, 404])("no event shortens the pause after an answer: %s, for an hour", (status) =>
  onDevice(async (device) => {
    const endpoint = grantEndpoint(device);
    const grant = renewingGrant({ load: endpoint.load });
    grant.ready().catch(() => {});
    await endEvent();
    const headers = new Headers({ "Retry-After": "3600" });
    await endpoint.loads[0]?.reply({ status, headers, json: async () => ({}) });
    for (let second = 0; second < 3600; second += 18) {
      for (const type of events) await device.dispatch(type);
      await device.pass(18);
    }
    expect(endpoint.loads).toHaveLength(1);
    endpoint.onLoad = (load) => load.answer();
    await device.pass(1800 + 30);
    expect(endpoint.loads.length).toBeGreaterThan(1);
    expect(grant.state.status).toBe("valid");
    grant.close();
  }),
);
