import { refusal } from "@cloudfront-sign-webcrypto/testing/support/refusal.ts";
import { type GrantState, renewingGrant } from "cloudfront-sign-media/client";
import { describe, expect, it } from "vitest";
import { endEvent, onDevice } from "../support/device.ts";
import { begunGrant, grantEndpoint, segment, signedBy } from "../support/grant-endpoint.ts";
import { watch } from "../support/settled.ts";

/** An endpoint that gives no grant: it is asked no more, until `renew()`. */

const refusals: [number, string][] = [
  [401, "signed-out"],
  [403, "forbidden"],
];

describe.each(refusals)("an endpoint that answers %s", (status, reason) => {
  const answer = () => Response.json({ code: reason, message: "ask the teacher" }, { status });

  it("to the first request is asked no more, whoever asks and whatever happens", () =>
    onDevice(async (device) => {
      const endpoint = grantEndpoint(device);
      const grant = renewingGrant({ load: endpoint.load });
      const calls = [watch<unknown>(grant.signUrl(segment)), watch<unknown>(grant.ready())];
      await endEvent();
      await endpoint.loads[0]?.reply(answer());
      await device.readBodies();
      for (const { now } of calls) expect(now).toEqual({ status: "rejected", code: "ERR_GRANT_REFUSED" });
      expect(grant.state).toMatchObject({ status: "refused", reason, error: { code: "ERR_GRANT_REFUSED" } });
      await expect(grant.signUrl(segment)).rejects.toMatchObject({ code: "ERR_GRANT_REFUSED" });
      expect(() => grant.signUrlNow(segment)).toThrow("ask the teacher");
      for (const type of ["visibilitychange", "pageshow", "online"] as const) await device.dispatch(type);
      await device.pass(7 * 86_400);
      expect(endpoint.loads).toHaveLength(1);
      expect(await device.leftTimers()).toBe(0);
      grant.close();
    }));

  it("and whose body alone is returned is asked no more", async () => {
    let loads = 0;
    const load = async () => {
      loads++;
      return (await answer().json()) as never;
    };
    const grant = renewingGrant({ load });
    await expect(grant.ready()).rejects.toMatchObject({ code: "ERR_GRANT_REFUSED" });
    expect(grant.state).toMatchObject({ status: "refused", reason });
    await expect(grant.ready()).rejects.toMatchObject({ code: "ERR_GRANT_REFUSED" });
    expect(loads).toBe(1);
    grant.close();
  });

  it("without a body that says why is understood alike", () =>
    onDevice(async (device) => {
      const endpoint = grantEndpoint(device);
      const grant = renewingGrant({ load: endpoint.load });
      const call = watch(grant.ready());
      await endEvent();
      await endpoint.loads[0]?.reply(new Response("<p>no</p>", { status }));
      await device.readBodies();
      expect(call.now).toEqual({ status: "rejected", code: "ERR_GRANT_REFUSED" });
      expect(grant.state).toMatchObject({ status: "refused", reason });
      grant.close();
    }));

  it("with a body that never ends is understood alike", async () => {
    let loads = 0;
    const load = () => {
      loads++;
      return new Response(new TransformStream().readable, { status });
    };
    const grant = renewingGrant({ load, timeout: 0.05 });
    await expect(grant.ready()).rejects.toMatchObject({ code: "ERR_GRANT_REFUSED" });
    expect(grant.state).toMatchObject({ status: "refused", reason });
    expect(loads).toBe(1);
    grant.close();
  });

  it("with control characters in its message shows none of them", async () => {
    const message = "Buy\u001b[2J\r\nit\u202e now\u0000.";
    const load = () => Response.json({ code: reason, message }, { status });
    const grant = renewingGrant({ load });
    const error = await refusal(() => grant.ready());
    expect(error.message).toContain(`: Buy [2J  it  now ; `);
    grant.close();
  });

  it("and has no json(), as the response of another HTTP client, is asked no more", async () => {
    let loads = 0;
    const load = () => {
      loads++;
      return { status, data: {} } as never;
    };
    const grant = renewingGrant({ load });
    await expect(grant.ready()).rejects.toMatchObject({ code: "ERR_GRANT_REFUSED" });
    await expect(grant.ready()).rejects.toMatchObject({ code: "ERR_GRANT_REFUSED" });
    expect(grant.state).toMatchObject({ status: "refused", reason });
    expect(loads).toBe(1);
    grant.close();
  });

  it("to a renewal leaves the grant to its end, and the state says so then", () =>
    onDevice(async (device) => {
      const { endpoint, grant } = await begunGrant(device);
      const states: GrantState[] = [];
      grant.subscribe((state) => states.push(state));
      await device.pass(80.1);
      await endpoint.loads[1]?.reply(answer());
      await device.readBodies();
      await device.pass(17.7);
      expect(await grant.signUrl(segment)).toBe(signedBy(1));
      await device.pass(0.3);
      await expect(grant.signUrl(segment)).rejects.toMatchObject({ code: "ERR_GRANT_REFUSED" });
      await device.pass(3600);
      expect(states).toMatchObject([
        { status: "valid", reason, error: { code: "ERR_GRANT_REFUSED" } },
        { status: "refused", reason },
      ]);
      expect(endpoint.loads).toHaveLength(2);
      grant.close();
    }));

  it("gives a grant after renew()", () =>
    onDevice(async (device) => {
      const { endpoint, grant } = await begunGrant(device);
      await device.pass(80.1);
      await endpoint.loads[1]?.reply(answer());
      await device.readBodies();
      await device.pass(100);
      const renewed = watch(grant.renew());
      const waiting = watch(grant.signUrl(segment));
      await endEvent();
      expect(grant.state).toEqual({ status: "loading" });
      expect(endpoint.loads).toHaveLength(3);
      await endpoint.loads[2]?.answer();
      expect([renewed.now.status, waiting.now.value]).toEqual(["fulfilled", signedBy(3)]);
      await device.pass(80.1);
      expect(endpoint.loads).toHaveLength(4);
      grant.close();
    }));
});

describe("renew()", () => {
  it("replaces a grant that is valid", () =>
    onDevice(async (device) => {
      const { endpoint, grant } = await begunGrant(device);
      const renewed = watch(grant.renew());
      await endEvent();
      expect(await grant.signUrl(segment)).toBe(signedBy(1));
      await endpoint.loads[1]?.answer();
      expect(renewed.now.status).toBe("fulfilled");
      expect(grant.signUrlNow(segment)).toBe(signedBy(2));
      grant.close();
    }));

  it("brings a grant of a load that began after it: another user may have signed in meanwhile", () =>
    onDevice(async (device) => {
      const endpoint = grantEndpoint(device);
      const grant = renewingGrant({ load: endpoint.load });
      const ready = watch(grant.ready());
      await endEvent();
      const renewals = [grant.renew(), grant.renew()].map(watch);
      await endEvent();
      expect(endpoint.loads).toHaveLength(1);
      await endpoint.loads[0]?.answer();
      expect(ready.now.status).toBe("fulfilled");
      expect(renewals.map(({ now }) => now.status)).toEqual(["pending", "pending"]);
      expect(endpoint.loads).toHaveLength(2);
      await endpoint.loads[1]?.answer();
      expect(renewals.map(({ now }) => now.status)).toEqual(["fulfilled", "fulfilled"]);
      expect(grant.signUrlNow(segment)).toBe(signedBy(2));
      await device.pass(49);
      expect(endpoint.loads).toHaveLength(2);
      grant.close();
    }));

  it("loads also after the load before it was refused or failed", () =>
    onDevice(async (device) => {
      const endpoint = grantEndpoint(device);
      for (const outcome of [new Response("", { status: 401 }), new Response("", { status: 500 })]) {
        const grant = renewingGrant({ load: endpoint.load });
        grant.ready().catch(() => {});
        await endEvent();
        const renewed = watch(grant.renew());
        await endpoint.pending()[0]?.reply(outcome);
        await device.readBodies();
        await endpoint.pending()[0]?.answer();
        expect(renewed.now.status).toBe("fulfilled");
        grant.close();
      }
      expect(endpoint.loads).toHaveLength(4);
    }));

  it("does not wait for the pause after a failure", () =>
    onDevice(async (device) => {
      const endpoint = grantEndpoint(device);
      const grant = renewingGrant({ load: endpoint.load });
      endpoint.onLoad = (load) => load.fail();
      grant.ready().catch(() => {});
      await device.pass(100);
      const { length } = endpoint.loads;
      const renewed = watch(grant.renew());
      await endEvent();
      expect(endpoint.loads).toHaveLength(length + 1);
      expect(renewed.now).toEqual({ status: "rejected", code: "ERR_GRANT_LOAD_FAILED" });
      grant.close();
    }));
});
