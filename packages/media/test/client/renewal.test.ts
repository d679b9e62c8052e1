import { type GrantState, type RenewingGrant, renewingGrant } from "cloudfront-sign-media/client";
import { afterEach, describe, expect, it, vi } from "vitest";
import { endEvent, onDevice, type PageEvent } from "../support/device.ts";
import { begunGrant, grantEndpoint, segment, signedBy } from "../support/grant-endpoint.ts";
import { watch } from "../support/settled.ts";

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
