import { type GrantState, renewingGrant } from "cloudfront-sign-media/client";
import { afterEach, describe, expect, it, vi } from "vitest";
import { endEvent, onDevice } from "../support/device.ts";
import { begunGrant, grantEndpoint, segment } from "../support/grant-endpoint.ts";

/** The states of a grant, and those who listen to them. */

describe("the state of a grant", () => {
  it("is the same frozen object until it changes", () =>
    onDevice(async (device) => {
      const { endpoint, grant } = await begunGrant(device);
      const { state } = grant;
      expect(Object.isFrozen(state)).toBe(true);
      for (let i = 0; i < 40; i++) {
        grant.signUrlNow(segment);
        await device.pass(1);
        await device.dispatch("visibilitychange");
        expect(grant.state).toBe(state);
      }
      await device.pass(41);
      expect(grant.state).toBe(state);
      await endpoint.loads[1]?.answer();
      expect(grant.state).not.toBe(state);
      expect(Object.isFrozen(grant.state)).toBe(true);
      grant.close();
    }));
});

describe("a listener", () => {
  afterEach(() => {
    vi.restoreAllMocks();
  });

  it("that throws disturbs neither the others nor the grant, and its error goes to the console", () =>
    onDevice(async (device) => {
      const fault = new Error("from the page");
      const log = vi.spyOn(console, "error").mockImplementation(() => {});
      const endpoint = grantEndpoint(device);
      const grant = renewingGrant({ load: endpoint.load });
      const heard: string[] = [];
      grant.subscribe(() => {
        throw fault;
      });
      grant.subscribe(({ status }) => heard.push(status));
      const ready = grant.ready();
      await endEvent();
      await endpoint.loads[0]?.answer();
      await ready;
      endpoint.onLoad = (load) => load.answer();
      await device.pass(80.1);
      expect(endpoint.loads).toHaveLength(2);
      expect(heard).toEqual(["loading", "valid", "valid"]);
      expect(log.mock.calls).toEqual([[fault], [fault], [fault]]);
      grant.close();
    }));

  it("that was removed is not called any more, even in the middle of a change", () =>
    onDevice(async (device) => {
      const endpoint = grantEndpoint(device);
      const grant = renewingGrant({ load: endpoint.load });
      const heard: string[] = [];
      const removals: (() => void)[] = [];
      for (const name of ["a", "b", "c"])
        removals.push(
          grant.subscribe(({ status }) => {
            heard.push(`${name} ${status}`);
            if (name === "a") for (const remove of removals.slice(0, 2)) remove();
          }),
        );
      const ready = grant.ready();
      await endEvent();
      await endpoint.loads[0]?.answer();
      await ready;
      grant.close();
      expect(heard).toEqual(["a loading", "c loading", "c valid", "c closed"]);
    }));

  it("that is added twice is called twice, and each is removed alone", () =>
    onDevice(async (device) => {
      const endpoint = grantEndpoint(device);
      const grant = renewingGrant({ load: endpoint.load });
      const heard: string[] = [];
      const listener = ({ status }: GrantState) => heard.push(status);
      const remove = grant.subscribe(listener);
      grant.subscribe(listener);
      const ready = grant.ready();
      await endEvent();
      remove();
      remove();
      await endpoint.loads[0]?.answer();
      await ready;
      expect(heard).toEqual(["loading", "loading", "valid"]);
      grant.close();
    }));

  it("that changes the state itself changes no order for the others", () =>
    onDevice(async (device) => {
      const endpoint = grantEndpoint(device);
      const grant = renewingGrant({ load: endpoint.load });
      const heard: string[] = [];
      grant.subscribe(({ status }) => {
        if (status === "valid") grant.close();
      });
      grant.subscribe(({ status }) => heard.push(status));
      grant.ready().catch(() => {});
      await endEvent();
      await endpoint.loads[0]?.answer();
      expect(heard).toEqual(["loading", "valid", "closed"]);
      expect(await device.leftTimers()).toBe(0);
    }));

  it("may use the grant while it is called", () =>
    onDevice(async (device) => {
      const endpoint = grantEndpoint(device);
      const grant = renewingGrant({ load: endpoint.load });
      let renewals = 0;
      grant.subscribe(({ status }) => {
        if (status === "valid") grant.signUrlNow(segment);
        if (status === "refused" && renewals++ < 3) grant.renew().catch(() => {});
      });
      grant.ready().catch(() => {});
      endpoint.onLoad = (load) => load.reply({ status: 401, headers: new Headers(), json: async () => ({}) });
      await device.pass(60);
      expect(endpoint.loads).toHaveLength(4);
      expect(grant.state.status).toBe("refused");
      grant.close();
    }));
});
