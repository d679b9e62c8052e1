import { host } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { renewingGrant } from "cloudfront-sign-media/client";
import { describe, expect, it } from "vitest";
import { endEvent, onDevice } from "../support/device.ts";
import { withFetch } from "../support/device-fetch.ts";
import { begunGrant, resource, segment, signedBy } from "../support/grant-endpoint.ts";
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
