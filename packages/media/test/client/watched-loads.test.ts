import { recordEvents } from "@cloudfront-sign-webcrypto/testing/support/recorded-events.ts";
import { renewingGrant } from "cloudfront-sign-media/client";
import { expect, it } from "vitest";
import { endEvent, onDevice } from "../support/device.ts";
import { grantEndpoint, segment } from "../support/grant-endpoint.ts";

/** What onEvent hears of a renewing grant. */

it("tells of each load with its outcome, and of each 403", () =>
  onDevice(async (device) => {
    const { events, onEvent } = recordEvents();
    const endpoint = grantEndpoint(device);
    const grant = renewingGrant({ load: endpoint.load, onEvent });
    grant.ready().catch(() => {});
    await endEvent();
    await endpoint.loads[0]?.fail();
    const failed = (code: string) => ({
      type: "grant-load-failed",
      error: expect.objectContaining({ code }),
    });
    expect(events.splice(0)).toEqual([failed("ERR_GRANT_LOAD_FAILED")]);
    await device.pass(2);
    await endpoint.loads[1]?.answer();
    expect(events.splice(0)).toEqual([{ type: "grant-renewed" }]);
    const denied = await grant.signUrl(segment);
    void grant.retryUrl(denied);
    void grant.retryUrl("https://other.example.com/a.ts");
    expect(events.splice(0)).toEqual([{ type: "request-denied" }]);
    void grant.renew().catch(() => {});
    await endEvent();
    await endpoint.loads[2]?.reply(Response.json({ code: "forbidden" }, { status: 403 }));
    await device.readBodies();
    expect(events.splice(0)).toContainEqual(failed("ERR_GRANT_REFUSED"));
    grant.close();
  }));

it("tells nothing of a load that close() has ended", () =>
  onDevice(async (device) => {
    const { events, onEvent } = recordEvents();
    const endpoint = grantEndpoint(device);
    const grant = renewingGrant({ load: endpoint.load, onEvent });
    grant.ready().catch(() => {});
    await endEvent();
    grant.close();
    await endpoint.loads[0]?.fail();
    expect(events).toEqual([]);
  }));

it("works on if the hook throws", () =>
  onDevice(async (device) => {
    const endpoint = grantEndpoint(device);
    const onEvent = () => {
      throw new Error("hook");
    };
    const grant = renewingGrant({ load: endpoint.load, onEvent });
    const ready = grant.ready();
    await endEvent();
    await endpoint.loads[0]?.answer();
    await ready;
    expect(grant.state.status).toBe("valid");
    grant.close();
  }));
