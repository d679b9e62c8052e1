import { type GrantState, type RenewingGrant, renewingGrant } from "cloudfront-sign-media/client";
import { describe, expect, it } from "vitest";
import { type Device, endEvent, onDevice } from "../support/device.ts";
import { type GrantEndpoint, grantEndpoint, segment, signedBy } from "../support/grant-endpoint.ts";
import { watch } from "../support/settled.ts";

/** A grant that is closed, at every moment and in each way: nothing of it goes on. */

type Moment = (grant: RenewingGrant, endpoint: GrantEndpoint, device: Device) => Promise<void>;

const begin = async (grant: RenewingGrant) => {
  grant.ready().catch(() => {});
  await endEvent();
};

const moments: [string, Moment][] = [
  ["before its first use", async () => {}],
  ["in its first load", begin],
  [
    "in the pause after a failure",
    async (grant, endpoint) => {
      await begin(grant);
      await endpoint.loads[0]?.fail();
    },
  ],
  [
    "while it is valid",
    async (grant, endpoint) => {
      await begin(grant);
      await endpoint.loads[0]?.answer();
    },
  ],
  [
    "in a renewal",
    async (grant, endpoint, device) => {
      await begin(grant);
      await endpoint.loads[0]?.answer();
      await device.pass(81);
    },
  ],
  [
    "in a renewal after a 403",
    async (grant, endpoint) => {
      await begin(grant);
      await endpoint.loads[0]?.answer();
      void grant.retryUrl(signedBy(1));
      await endEvent();
    },
  ],
  [
    "when it has ended",
    async (grant, endpoint, device) => {
      await begin(grant);
      await endpoint.loads[0]?.answer();
      endpoint.onLoad = (load) => load.fail();
      await device.pass(200);
      endpoint.onLoad = undefined;
    },
  ],
  [
    "after a refusal",
    async (grant, endpoint, device) => {
      await begin(grant);
      await endpoint.loads[0]?.reply(new Response(null, { status: 401 }));
      await device.readBodies();
    },
  ],
  [
    "with a second load to follow the first",
    async (grant) => {
      await begin(grant);
      grant.renew().catch(() => {});
      await endEvent();
    },
  ],
];

const ways: [string, (grant: RenewingGrant, abort: () => void) => void][] = [
  ["close()", (grant) => grant.close()],
  ["its signal", (_, abort) => abort()],
  // Absent from older runtimes, in which nobody can call it.
  ["Symbol.dispose", (grant) => (Symbol.dispose ? grant[Symbol.dispose]() : grant.close())],
];

describe.each(ways)("a grant that is closed by %s", (_, close) => {
  it.each(moments)("%s leaves no timer, listener or request, and answers everybody", (_, arrange) =>
    onDevice(async (device) => {
      const endpoint = grantEndpoint(device);
      const controller = new AbortController();
      const grant = renewingGrant({ load: endpoint.load, signal: controller.signal });
      await arrange(grant, endpoint, device);
      const states: GrantState[] = [];
      grant.subscribe((state) => states.push(state));
      const isValid = grant.state.status === "valid";
      const calls = isValid ? [] : [watch<unknown>(grant.signUrl(segment)), watch<unknown>(grant.ready())];
      const renewal = watch(grant.renew());
      await endEvent();
      const numStates = states.length;
      const { length } = endpoint.loads;

      close(grant, () => controller.abort());
      expect(states.slice(numStates)).toEqual([{ status: "closed" }]);
      expect(grant.state).toEqual({ status: "closed" });
      await endEvent();
      for (const { now } of calls) expect(now.status).toBe("rejected");
      expect(renewal.now).toEqual({ status: "rejected", code: "ERR_GRANT_CLOSED" });
      expect(endpoint.pending()).toEqual([]);
      expect([await device.leftTimers(), device.numListeners]).toEqual([0, 0]);

      // Late answers come, and others go on to use it.
      for (const load of endpoint.loads) await load.answer();
      await device.dispatch("online");
      await device.pass(86_400);
      for (const call of [grant.signUrl(segment), grant.ready(), grant.renew(), grant.fetch(segment)])
        await expect(call).rejects.toMatchObject({ code: "ERR_GRANT_CLOSED" });
      expect(() => grant.signUrlNow(segment)).toThrow("is closed");
      expect(await grant.retryUrl(signedBy(1))).toBeUndefined();
      expect([grant.covers(segment), grant.needsCookies(segment)]).toEqual([false, false]);
      grant.close();
      controller.abort();
      expect(endpoint.loads).toHaveLength(length);
      expect(states).toHaveLength(numStates + 1);
      expect([await device.leftTimers(), device.numListeners]).toEqual([0, 0]);
    }),
  );
});

it("a signal that has aborted closes the grant at once", () =>
  onDevice(async (device) => {
    const endpoint = grantEndpoint(device);
    const grant = renewingGrant({ load: endpoint.load, signal: AbortSignal.abort() });
    expect(grant.state).toEqual({ status: "closed" });
    await expect(grant.signUrl(segment)).rejects.toMatchObject({ code: "ERR_GRANT_CLOSED" });
    expect(endpoint.loads).toEqual([]);
  }));

it("a request whose signal has aborted leaves no rejection behind, where there is no grant to wait for", () =>
  onDevice(async (device) => {
    const endpoint = grantEndpoint(device);
    const grant = renewingGrant({ load: endpoint.load });
    await begin(grant);
    await endpoint.loads[0]?.reply({ code: "signed-out" });
    const reason = new Error("gone");
    await expect(grant.fetch(segment, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    await expect(grant.fetch(segment, { signal: 5 as never })).rejects.toThrow();
    await endEvent();
  }));

it("a listener that closes the grant as its first load begins leaves nobody waiting", () =>
  onDevice(async (device) => {
    const endpoint = grantEndpoint(device);
    const grant = renewingGrant({ load: endpoint.load });
    grant.subscribe(({ status }) => {
      if (status === "loading") grant.close();
    });
    const calls = [watch<unknown>(grant.signUrl(segment)), watch<unknown>(grant.ready())];
    await endEvent();
    for (const { now } of calls) expect(now).toEqual({ status: "rejected", code: "ERR_GRANT_CLOSED" });
    expect([await device.leftTimers(), device.numListeners]).toEqual([0, 0]);
  }));

it("close() takes its listener off the signal", () => {
  const listeners = new Set<unknown>();
  const signal = {
    aborted: false,
    addEventListener: (_: string, listener: unknown) => listeners.add(listener),
    removeEventListener: (_: string, listener: unknown) => listeners.delete(listener),
  };
  const grant = renewingGrant({ load: "/grant", signal: signal as unknown as AbortSignal });
  expect(listeners.size).toBe(1);
  grant.close();
  expect(listeners.size).toBe(0);
});
