import { renewingGrant } from "cloudfront-sign-media/client";
import { CloudFrontSignError } from "cloudfront-sign-webcrypto";
import { describe, expect, it } from "vitest";
import { endEvent, onDevice } from "../support/device.ts";
import { begunGrant, grantEndpoint, segment, signedBy } from "../support/grant-endpoint.ts";
import { watch } from "../support/settled.ts";

/** An endpoint that fails: the grant is used to its end, and the endpoint is asked with growing pauses. */

const html = () => new Response("<!doctype html>", { headers: { "Content-Type": "text/html" } });
const brokenOff = (status: number) => ({
  status,
  headers: new Headers(),
  json: () => Promise.reject(new TypeError("terminated")),
});
const json = (value: unknown) => new Response(JSON.stringify(value));

/** What may pass by itself, and is asked for again after a second. */
const transientAnswers: [string, () => unknown][] = [
  ["500", () => new Response("broken", { status: 500 })],
  ["503 without a body", () => new Response(null, { status: 503 })],
  ["429", () => new Response("", { status: 429 })],
  ["a network error", () => Promise.reject(new TypeError("fetch failed"))],
  [
    "an error of a signer",
    () => Promise.reject(new CloudFrontSignError("ERR_DATE_PAST", "dateLessThan", "is in the past")),
  ],
  ["an error that is not an Error", () => Promise.reject(undefined)],
  ["a body that breaks off", () => brokenOff(200)],
];

/** What somebody has to mend first, and is asked for again with the longest pause. */
const lastingAnswers: [string, () => unknown][] = [
  ["404", () => new Response("", { status: 404 })],
  ["404 with a body that breaks off", () => brokenOff(404)],
  ["a redirect that was not followed", () => new Response(null, { status: 302 })],
  ["HTML", html],
  ["nothing", () => new Response("")],
  ["204", () => new Response(null, { status: 204 })],
  ["half of its JSON", () => new Response('{"resource":"https://')],
  ["null", () => json(null)],
  ["a list", () => json([])],
  ["an empty object", () => json({})],
  ["undefined", () => undefined],
];

const answers: [string, () => unknown, number][] = [
  ...transientAnswers.map(([name, answer]): [string, () => unknown, number] => [name, answer, 1]),
  ...lastingAnswers.map(([name, answer]): [string, () => unknown, number] => [name, answer, 30]),
];

describe.each(answers)("an endpoint that answers %s", (_, answer, longestPause) => {
  it("is asked again, and the requests wait for a grant or hear of it", () =>
    onDevice(async (device) => {
      const endpoint = grantEndpoint(device);
      const grant = renewingGrant({ load: endpoint.load });
      const waiting = watch(grant.signUrl(segment));
      await endEvent();
      await endpoint.loads[0]?.reply(answer());
      await device.readBodies();
      expect(grant.state).toMatchObject({ status: "unavailable", error: { code: "ERR_GRANT_LOAD_FAILED" } });
      await device.pass(longestPause / 2 - 0.01);
      expect(endpoint.loads).toHaveLength(1);
      // Answered as it comes, whatever the random part of the pause: a runner in a browser takes random numbers, too.
      endpoint.onLoad = (load) => load.answer();
      await device.pass(longestPause / 2 + 0.02);
      expect(endpoint.loads).toHaveLength(2);
      expect(grant.state.status).toBe("valid");
      if (waiting.now.status === "fulfilled") expect(waiting.now.value).toBe(signedBy(2));
      else expect(waiting.now).toEqual({ status: "rejected", code: "ERR_GRANT_LOAD_FAILED" });
      grant.close();
    }));
});

describe("while the endpoint fails", () => {
  it("the pauses grow from a second to half a minute, each with a part at random", () =>
    onDevice(async (device) => {
      const longest = [1, 2, 4, 8, 16, 30, 30, 30];
      const pauses: number[][] = longest.map(() => []);
      for (let i = 0; i < 40; i++) {
        const endpoint = grantEndpoint(device);
        endpoint.onLoad = (load) => load.fail();
        const grant = renewingGrant({ load: endpoint.load });
        grant.ready().catch(() => {});
        await device.pass(130);
        const { loads } = endpoint;
        for (const [index, all] of pauses.entries())
          all.push((loads[index + 1]?.begun ?? 0) - (loads[index]?.begun ?? 0));
        grant.close();
      }
      for (const [index, all] of pauses.entries()) {
        const most = longest[index] ?? 0;
        expect(Math.max(...all)).toBeLessThanOrEqual(most + 0.002);
        expect(Math.min(...all)).toBeGreaterThanOrEqual(most / 2);
        expect(Math.max(...all) - Math.min(...all)).toBeGreaterThan(most / 3);
      }
    }));
});

describe("an endpoint that never answers", () => {
  it.each([undefined, 3])("is given up after the timeout of %s seconds, and asked again", (timeout) =>
    onDevice(async (device) => {
      const endpoint = grantEndpoint(device);
      const grant = renewingGrant({ load: endpoint.load, timeout });
      const waiting = watch(grant.signUrl(segment));
      await device.pass((timeout ?? 10) - 0.1);
      expect(endpoint.loads[0]?.isAborted).toBe(false);
      await device.pass(0.2);
      expect(endpoint.loads[0]?.isAborted).toBe(true);
      expect(grant.state).toMatchObject({ status: "unavailable" });
      await device.pass(1);
      expect(endpoint.loads).toHaveLength(2);
      // An answer that comes too late is not taken.
      await endpoint.loads[0]?.answer();
      expect(waiting.now.status).toBe("pending");
      await endpoint.loads[1]?.answer();
      expect(waiting.now.value).toBe(signedBy(2));
      grant.close();
    }),
  );
});

describe("Retry-After", () => {
  const hour = 3600;
  it.each([
    ["5", 5],
    ["0", 0],
    ["120", 120],
    ["99999999999999999999", hour],
    ["86400", hour],
    ["-5", 0],
    ["1e9", 0],
    ["soon", 0],
    ["", 0],
    ["3, 3", 3],
    [" 7 ,9", 7],
    ["3.0", 3],
    ["3.", 3],
    ["3 s", 0],
    ["Thu, 01 Jan 2026 00:01:00 GMT", 60],
    ["Thu, 01 Jan 2026 00:01:00 GMT, Thu, 01 Jan 2026 00:01:00 GMT", 60],
    ["Thursday, 01-Jan-26 00:01:00 GMT", 60],
    ["Thu Jan  1 00:01:00 2026", 60],
    ["Wed, 31 Dec 2025 23:59:59 GMT", 0],
    ["Wed, 31 Dec 2098 23:59:59 GMT", hour],
    ["Thu, 99 Jan 2026 00:01:00 GMT", 0],
  ])(
    "of %j is a pause of %s seconds, a random part of it up to a half, and the usual one",
    (value, seconds) =>
      onDevice(async (device) => {
        const { endpoint, grant } = await begunGrant(device, { lifetime: 10 * hour });
        const headers = new Headers({ "Retry-After": value, Date: "Thu, 01 Jan 2026 00:00:00 GMT" });
        // The body of a real Response takes turns of the event loop, in which the time of the device passes.
        endpoint.onLoad = (load) => load.reply({ status: 503, headers, json: async () => undefined });
        await device.pass(9.5 * hour);
        const [, first, second] = endpoint.loads;
        const pause = (second?.begun ?? 0) - (first?.begun ?? 0);
        expect(pause).toBeGreaterThanOrEqual(seconds + 0.5);
        expect(pause).toBeLessThanOrEqual(seconds * 1.5 + 1.01);
        grant.close();
      }),
  );

  it("as a date counts from the clock of the device where CORS hides the server's", () =>
    onDevice(async (device) => {
      const { endpoint, grant } = await begunGrant(device, { lifetime: 10 * hour });
      endpoint.onLoad = (load) => {
        const headers = new Headers({ "Retry-After": new Date(Date.now() + 600_000).toUTCString() });
        load.reply({ status: 503, headers, json: async () => undefined });
      };
      await device.pass(9.5 * hour);
      const [, first, second] = endpoint.loads;
      expect((second?.begun ?? 0) - (first?.begun ?? 0)).toBeGreaterThanOrEqual(598);
      grant.close();
    }));
});
