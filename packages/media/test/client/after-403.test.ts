import { host } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { renewingGrant } from "cloudfront-sign-media/client";
import { describe, expect, it } from "vitest";
import { type Device, endEvent, onDevice } from "../support/device.ts";
import { withFetch } from "../support/device-fetch.ts";
import { begunGrant, grantEndpoint, loadOf, resource, segment, signedBy } from "../support/grant-endpoint.ts";
import { watch } from "../support/settled.ts";

/** What happens after CloudFront answered 403 to a signed request. */

/** Another grant is loaded after a random part of so many seconds. */
const spread = 5;

describe("after a 403", () => {
  it("retryUrl loads one grant for all who ask, and signs their URLs with it", () =>
    onDevice(async (device) => {
      const { endpoint, grant } = await begunGrant(device);
      const names = Array.from({ length: 200 }, (_, i) => `${host}/film/${i}.ts?v=${i}`);
      const retries = names.map((name) => watch(grant.retryUrl(grant.signUrlNow(name))));
      await device.pass(spread);
      expect(endpoint.loads).toHaveLength(2);
      await endpoint.loads[1]?.answer();
      expect(retries.map(({ now }) => now.value)).toEqual(names.map((name) => signedBy(2, name)));
      expect(endpoint.loads).toHaveLength(2);
      grant.close();
    }));

  it("retryUrl loads nothing for a URL of an older grant", () =>
    onDevice(async (device) => {
      const { endpoint, grant } = await begunGrant(device);
      const old = grant.signUrlNow(segment);
      endpoint.onLoad = (load) => load.answer();
      await device.pass(80.1);
      expect(await grant.retryUrl(old)).toBe(signedBy(2));
      expect(endpoint.loads).toHaveLength(2);
      grant.close();
    }));

  it("retryUrl waits for the renewal in progress", () =>
    onDevice(async (device) => {
      const { endpoint, grant } = await begunGrant(device);
      await device.pass(80.1);
      const retry = watch(grant.retryUrl(signedBy(1)));
      await endEvent();
      expect(endpoint.loads).toHaveLength(2);
      await endpoint.loads[1]?.answer();
      expect(retry.now.value).toBe(signedBy(2));
      grant.close();
    }));

  it("while the endpoint fails there is nothing newer, and no load more", () =>
    onDevice(async (device) => {
      const { endpoint, grant } = await begunGrant(device);
      const retry = watch(grant.retryUrl(signedBy(1)));
      await device.pass(spread);
      await endpoint.loads[1]?.fail();
      expect(retry.now).toEqual({ status: "fulfilled", value: undefined });
      expect(await grant.retryUrl(signedBy(1))).toBeUndefined();
      expect(endpoint.loads).toHaveLength(2);
      grant.close();
    }));

  it("to a request that a sleep delayed, the next grant signs it, also if the last one came after a 403", () =>
    onDevice(async (device) => {
      const { endpoint, grant } = await begunGrant(device);
      const first = watch(grant.retryUrl(signedBy(1)));
      await device.pass(spread);
      await endpoint.loads[1]?.answer();
      expect(first.now.value).toBe(signedBy(2));
      await device.sleep(600);
      const retry = watch(grant.retryUrl(signedBy(2)));
      await endEvent();
      await endpoint.loads[2]?.answer();
      expect(retry.now.value).toBe(signedBy(3));
      grant.close();
    }));

  it("after a refusal there is nothing newer, and nothing is loaded", () =>
    onDevice(async (device) => {
      const { endpoint, grant } = await begunGrant(device);
      endpoint.onLoad = (load) => load.reply(new Response(null, { status: 401 }));
      await device.pass(80.1);
      await device.readBodies();
      expect(await grant.retryUrl(signedBy(1))).toBeUndefined();
      await device.pass(100);
      expect(await grant.retryUrl(signedBy(1))).toBeUndefined();
      expect(endpoint.loads).toHaveLength(2);
      grant.close();
    }));

  it.each(["https://example.com/film/1.ts?Signature=s1", "/film/1.ts", "", "https://", "about:blank"])(
    "to %j, which the grant does not cover, retryUrl gives nothing",
    (url) =>
      onDevice(async (device) => {
        const { endpoint, grant } = await begunGrant(device);
        expect(await grant.retryUrl(url)).toBeUndefined();
        expect(endpoint.loads).toHaveLength(1);
        grant.close();
      }),
  );
});

it("the load asks the endpoint by POST with cookies and without a body, which nothing caches", () =>
  onDevice(async (device) => {
    const answer = {
      resource,
      query: "Signature=s1",
      now: new Date(device.serverTime),
      expiresAt: new Date(device.serverTime + 60_000),
    };
    await withFetch(
      () => new Response(JSON.stringify(answer)),
      async (calls) => {
        const load = new URL("https://app.example.com/grant");
        for (const grant of [renewingGrant({ load }), renewingGrant({ load: load.href })]) {
          const signed = watch(grant.signUrl(segment));
          await device.readBodies();
          expect(signed.now.value).toBe(`${segment}?Signature=s1`);
          grant.close();
        }
        for (const { url, method, body, credentials } of calls)
          expect([url, method, body, credentials]).toEqual([load.href, "POST", "", "include"]);
        expect(calls).toHaveLength(2);
      },
    );
  }));

/** A grant that replaced a denied one may be denied, too: after it has worked, it is replaced as well. */

const other = `${host}/film/2.ts`;

/** What `retryUrl` gives within the time after which a load begins. */
async function retried(device: Device, retry: Promise<string | undefined>): Promise<string | undefined> {
  const outcome = watch(retry);
  await device.pass(spread);
  expect(outcome.now.status).toBe("fulfilled");
  return outcome.now.value;
}

async function begun(device: Device, options = {}) {
  const { endpoint, grant } = await begunGrant(device, options);
  endpoint.onLoad = (load) => load.answer();
  return { endpoint, grant, retry: (url: string) => retried(device, grant.retryUrl(url)) };
}

describe("after a 403, the next grant is replaced", () => {
  it("when the denied URL has worked since, as often as that happens", () =>
    onDevice(async (device) => {
      const { endpoint, grant, retry } = await begun(device, { lifetime: 3600 });
      for (let number = 1; number < 20; number++) {
        expect(await retry(signedBy(number))).toBe(signedBy(number + 1));
        grant.reportSuccess(signedBy(number + 1));
      }
      expect(endpoint.loads).toHaveLength(20);
      grant.close();
    }));

  it("also when the URL that has worked differs in its query, as CMCD makes it", () =>
    onDevice(async (device) => {
      const { grant, retry } = await begun(device);
      expect(await retry(signedBy(1, `${segment}?CMCD=bl%3D1`))).toBe(signedBy(2, `${segment}?CMCD=bl%3D1`));
      grant.reportSuccess(signedBy(2, `${segment}?CMCD=bl%3D2`));
      expect(await retry(signedBy(2, other))).toBe(signedBy(3, other));
      grant.close();
    }));

  it("also a grant in cookies", () =>
    onDevice(async (device) => {
      const { endpoint, grant, retry } = await begun(device, { hasCookies: true });
      for (let number = 2; number < 5; number++) {
        expect(await retry(segment)).toBe(segment);
        expect(endpoint.loads).toHaveLength(number);
        grant.reportSuccess(segment);
      }
      grant.close();
    }));

  it("also one that renew() has loaded", () =>
    onDevice(async (device) => {
      const { grant, retry } = await begun(device);
      await grant.renew();
      expect(await retry(signedBy(2))).toBe(signedBy(3));
      grant.close();
    }));

  it("not while the denied URL stays denied, however many others work: a missing object", () =>
    onDevice(async (device) => {
      const { endpoint, grant, retry } = await begun(device, { lifetime: 3600 });
      expect(await retry(signedBy(1))).toBe(signedBy(2));
      for (let round = 0; round < 50; round++) {
        grant.reportSuccess(signedBy(2, `${host}/film/${round + 2}.ts`));
        expect(await retry(signedBy(2))).toBeUndefined();
        expect(await retry(signedBy(2, other))).toBeUndefined();
      }
      expect(endpoint.loads).toHaveLength(2);
      grant.close();
    }));

  it("once more for a missing object after a denied grant, and then not", () =>
    onDevice(async (device) => {
      const { endpoint, grant, retry } = await begun(device, { lifetime: 3600 });
      const playlist = `${host}/film/index.m3u8`;
      // The grant is over: the playlist is denied, and the missing object as before.
      const both = [grant.retryUrl(signedBy(1, playlist)), grant.retryUrl(signedBy(1))];
      await device.pass(spread);
      expect(await Promise.all(both)).toEqual([signedBy(2, playlist), signedBy(2)]);
      for (let round = 0; round < 50; round++) {
        grant.reportSuccess(signedBy(endpoint.loads.length, playlist));
        await retry(signedBy(endpoint.loads.length));
      }
      expect(endpoint.loads).toHaveLength(3);
      grant.close();
    }));

  it("and what a URL reports that nobody asked about, or after close(), changes nothing", () =>
    onDevice(async (device) => {
      const { endpoint, grant, retry } = await begun(device, { lifetime: 3600 });
      await retry(signedBy(1));
      for (const url of [other, "", "a b", "https://example.com/film/1.ts", null, {}, Symbol("url")])
        expect(grant.reportSuccess(url as never)).toBeUndefined();
      expect(await retry(signedBy(2))).toBeUndefined();
      expect(endpoint.loads).toHaveLength(2);
      grant.close();
      expect(grant.reportSuccess(segment)).toBeUndefined();
    }));
});

it("fetch loses no request to a signer whose clock is 25 seconds behind", () =>
  onDevice(async (device) => {
    // The grants say that they last 60 seconds, and CloudFront denies them after 35.
    const endpoint = grantEndpoint(device, { lifetime: 60 });
    const made = new Map<number, number>();
    endpoint.onLoad = (load) => {
      made.set(load.number, device.seconds);
      return load.answer();
    };
    const grant = renewingGrant({ load: endpoint.load });
    const statuses: number[] = [];
    await withFetch(
      ({ url }) => {
        const age = device.seconds - (made.get(loadOf(url)) ?? Number.NEGATIVE_INFINITY);
        return new Response("", { status: age < 35 ? 200 : 403 });
      },
      async () => {
        for (let request = 0; request < 119; request++) {
          void grant.fetch(`${host}/film/${request}.ts`).then(({ status }) => statuses.push(status));
          await device.readBodies();
          await device.pass(2);
        }
        await device.pass(spread);
        await device.readBodies();
      },
    );
    expect(statuses).toEqual(Array(119).fill(200));
    grant.close();
  }));

it("a process waits for the load that a 403 has caused", () =>
  onDevice(async (device) => {
    const { grant } = await begun(device);
    const timers: object[] = [];
    const { setTimeout: set } = globalThis;
    globalThis.setTimeout = ((fire: () => void, delay: number) => {
      const timer = {
        id: set(fire, delay),
        isKept: true,
        unref: () => Object.assign(timer, { isKept: false }),
      };
      timers.push(timer);
      return timer;
    }) as never;
    try {
      void grant.retryUrl(signedBy(1));
      await undefined;
      expect(timers.at(-1)).toMatchObject({ isKept: true });
    } finally {
      globalThis.setTimeout = set;
    }
    grant.close();
  }));
