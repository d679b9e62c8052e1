import { type RenewingGrant, type ShakaRequest, signShakaPlayer } from "cloudfront-sign-media/client";
import { expect, it } from "vitest";
import {
  cookieGrant,
  folder,
  foreignUrl,
  lateGrant,
  numberedGrant,
  refusal,
  refusedGrant,
  settle,
  signedBy,
  withinPage,
  withoutRandomPauses,
} from "../../support/numbered-grants.ts";

/** The request filter for Shaka. */

withinPage();
withoutRandomPauses();

type Filter = (type: number, request: ShakaRequest) => Promise<void>;

function player(grant: RenewingGrant) {
  let filter: Filter = async () => {};
  let listener: (event: object) => void = () => {};
  let succeed: (originalUri: string) => void = () => {};
  signShakaPlayer(grant, {
    getNetworkingEngine: () => ({
      registerRequestFilter: (given) => {
        filter = given;
      },
      registerResponseFilter: (given) => {
        succeed = (originalUri) => given(1, { originalUri });
      },
    }),
    addEventListener: (_, given) => {
      listener = given;
    },
  });
  return {
    filter: (request: ShakaRequest) => filter(1, request),
    succeed: (uri: string) => succeed(uri),
    fail: (request: ShakaRequest, httpResponseCode: number, code = 1001, aborted = false) =>
      listener({ request, httpResponseCode, error: { code }, aborted }),
  };
}

const url = `${folder}a.m4s`;
const requestFor = (...uris: string[]): ShakaRequest => ({ uris, allowCrossSiteCredentials: false });

it("signs each URI that the grant covers", async () => {
  const grant = numberedGrant();
  const request = requestFor(url, foreignUrl);
  await player(grant).filter(request);
  expect(request).toEqual(requestFor(signedBy(1, url), foreignUrl));
  grant.close();
});

it("sends credentials, and leaves the URIs alone, for a grant in cookies", async () => {
  const grant = cookieGrant();
  const { filter } = player(grant);
  const [request, foreign] = [requestFor(url), requestFor(foreignUrl)];
  await filter(request);
  await filter(foreign);
  expect(request).toEqual({ uris: [url], allowCrossSiteCredentials: true });
  expect(foreign).toEqual(requestFor(foreignUrl));
  grant.close();
});

it.each([
  ["403", 403, 1001, false, 2],
  ["404", 404, 1001, false, 1],
  ["a status that the browser hides", 0, 1002, false, 2],
  ["a timeout", 0, 1003, false, 1],
  ["an end of the request", 0, 7001, true, 1],
])("after %s, Shaka's next attempt has the right grant", async (_, status, code, aborted, number) => {
  const grant = numberedGrant();
  const { filter, fail } = player(grant);
  const request = requestFor(url);
  await filter(request);
  fail(request, status, code, aborted);
  await filter(request);
  expect(request.uris).toEqual([signedBy(number, url)]);
  grant.close();
});

it("rejects with the grant's error, and leaves the URIs unsigned, when there is no grant", async () => {
  const request = requestFor(url);
  await expect(player(refusedGrant()).filter(request)).rejects.toThrow(refusal);
  expect(request).toEqual(requestFor(url));
});

it("can be aborted at once while it waits for the grant", async () => {
  const { grant, give } = lateGrant();
  const request = requestFor(url);
  const waiting = player(grant).filter(request) as Promise<void> & { abort(): Promise<void> };
  await waiting.abort();
  expect(request).toEqual(requestFor(url));
  give();
  await waiting;
  expect(request).toEqual(requestFor(signedBy(1, url)));
  grant.close();
});

it("does nothing to a player that was destroyed", () => {
  const destroyed = { getNetworkingEngine: () => null, addEventListener: () => {} };
  expect(signShakaPlayer(refusedGrant(), destroyed)).toBeUndefined();
});

it("loads no grant before the first request", async () => {
  const grant = numberedGrant();
  player(grant);
  await settle();
  expect(grant.state.status).toBe("idle");
});

it("replaces the next grant, too, after a request that worked with the one before", async () => {
  const grant = numberedGrant();
  const { filter, fail, succeed } = player(grant);
  for (const number of [1, 2, 3]) {
    const request = requestFor(url);
    await filter(request);
    fail(request, 403);
    await filter(request);
    expect(request.uris).toEqual([signedBy(number + 1, url)]);
    succeed(signedBy(number + 1, url));
  }
  grant.close();
});
