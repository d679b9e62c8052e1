import { endpointRequest, type Sent } from "@cloudfront-sign-webcrypto/testing/support/endpoint-requests.ts";
import { recordEvents } from "@cloudfront-sign-webcrypto/testing/support/recorded-events.ts";
import { host, moment, recorder } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { type GrantHandlerOptions, grantHandler } from "cloudfront-sign-media/server";
import { expect, it } from "vitest";

/** What onEvent hears of the grant endpoint: each grant, and each request that got none. */

const { signer } = recorder();
const authorize = () => ({ resource: `${host}/course/42/*`, expiresIn: "10m" }) as const;

/** What is told of one request. */
async function told(options: Partial<GrantHandlerOptions>, sent: Sent = {}): Promise<object[]> {
  const { events, onEvent } = recordEvents();
  const handler = grantHandler({
    signer,
    authorize,
    onError: () => {},
    now: () => moment,
    onEvent,
    ...options,
  });
  await handler(endpointRequest(sent));
  return events;
}

const refused = (status: number) => [{ type: "grant-refused", status }];

it("tells of grants", async () => {
  expect(await told({})).toEqual([{ type: "grant-issued" }]);
});

it("tells of refusals and errors, with their status", async () => {
  expect(await told({ authorize: () => ({ refused: "signed-out" }) })).toEqual(refused(401));
  expect(await told({ authorize: () => ({ refused: "forbidden" }) })).toEqual(refused(403));
  expect(await told({ authorize: () => Promise.reject(new Error("x")) })).toEqual(refused(500));
  expect(await told({}, { method: "GET" })).toEqual(refused(405));
});

it("tells nothing of OPTIONS", async () => {
  expect(await told({}, { method: "OPTIONS" })).toEqual([]);
});

it("answers the same if the hook throws", async () => {
  const onEvent = () => {
    throw new Error("hook");
  };
  const handler = grantHandler({ signer, authorize, now: () => moment, onEvent });
  expect((await handler(endpointRequest({}))).status).toBe(200);
});
