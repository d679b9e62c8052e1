import { type DashRequest, type DashResponse, signDashPlayer } from "cloudfront-sign-media/client";
import { expect, it } from "vitest";
import {
  cookieGrant,
  folder,
  foreignUrl,
  lateGrant,
  numberedGrant,
  refusedGrant,
  settle,
  signedBy,
  withoutRandomPauses,
} from "../../support/numbered-grants.ts";

/** The interceptors for dash.js. */

withoutRandomPauses();

class Player {
  intercept: (request: DashRequest) => Promise<DashRequest> = async (request) => request;
  answered: (response: DashResponse) => Promise<DashResponse> = async (response) => response;

  addRequestInterceptor(
    interceptor: <Request extends DashRequest>(request: Request) => Promise<Request>,
  ): void {
    this.intercept = interceptor;
  }
  addResponseInterceptor(
    interceptor: <Response extends DashResponse>(response: Response) => Promise<Response>,
  ): void {
    this.answered = interceptor;
  }
}

const url = `${folder}a.m4s`;

it("signs what the grant covers, in the request of dash.js itself", async () => {
  const grant = numberedGrant();
  const player = new Player();
  signDashPlayer(grant, player);
  const request = { url, credentials: "omit" };
  expect(await player.intercept(request)).toBe(request);
  expect(request).toEqual({ url: signedBy(1, url), credentials: "omit" });
  expect(await player.intercept({ url: foreignUrl })).toEqual({ url: foreignUrl });
  grant.close();
});

it("sends credentials, and leaves the URL alone, for a grant in cookies", async () => {
  const grant = cookieGrant();
  const player = new Player();
  signDashPlayer(grant, player);
  expect(await player.intercept({ url, credentials: "omit" })).toEqual({ url, credentials: "include" });
  expect(await player.intercept({ url: foreignUrl })).toEqual({ url: foreignUrl });
  grant.close();
});

it.each([
  [403, 2],
  [404, 1],
  [200, 1],
])("after %d dash.js's next attempt has grant %d", async (status, number) => {
  const grant = numberedGrant();
  const player = new Player();
  signDashPlayer(grant, player);
  const response = { request: await player.intercept({ url }), status };
  expect(await player.answered(response)).toBe(response);
  expect(await player.intercept({ url })).toEqual({ url: signedBy(number, url) });
  grant.close();
});

it("gives dash.js a URL that fails without a request when there is no grant", async () => {
  const player = new Player();
  signDashPlayer(refusedGrant(), player);
  expect(await player.intercept({ url })).toEqual({ url: "data:" });
  expect(await player.answered({ request: { url: "data:" }, status: 0 })).toBeTruthy();
});

it("waits for a grant that comes late", async () => {
  const { grant, give } = lateGrant();
  const player = new Player();
  signDashPlayer(grant, player);
  let request: DashRequest | undefined;
  void player.intercept({ url }).then((signed) => {
    request = signed;
  });
  await settle();
  expect(request).toBeUndefined();
  give();
  await settle();
  expect(request).toEqual({ url: signedBy(1, url) });
  grant.close();
});

it("replaces the next grant, too, after a request that worked with the one before", async () => {
  const grant = numberedGrant();
  const player = new Player();
  signDashPlayer(grant, player);
  for (const number of [1, 2, 3]) {
    await player.answered({ request: await player.intercept({ url }), status: 403 });
    const request = await player.intercept({ url });
    expect(request).toEqual({ url: signedBy(number + 1, url) });
    await player.answered({ request, status: 200 });
  }
  // Without a request that worked.
  for (const _ of [1, 2, 3]) {
    await player.answered({ request: await player.intercept({ url }), status: 403 });
    expect(await player.intercept({ url })).toEqual({ url: signedBy(5, url) });
  }
  grant.close();
});
