import { type RenewingGrant, signVideoJsPlayer } from "cloudfront-sign-media/client";
import { expect, it } from "vitest";
import { FakeXhr } from "../../support/fake-xhr.ts";
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

/** The hook for video.js, on requests that are opened and sent as @videojs/xhr does. */

withinPage();
withoutRandomPauses();

interface Options {
  uri: string;
  headers?: Record<string, string>;
  beforeSend?: (xhr: FakeXhr) => void;
}

/** A player of which `addSource()` gives each source an xhr function of its own. */
function player(grant: RenewingGrant) {
  let hooks: ((options: Options) => Options)[] = [];
  let listener = () => {};
  let tech: object | undefined;
  signVideoJsPlayer(grant, {
    on: (_, given) => {
      listener = given;
    },
    tech: () => tech,
  });
  const addSource = () => {
    hooks = [];
    tech = { vhs: { xhr: { onRequest: (hook: (options: Options) => Options) => hooks.push(hook) } } };
    listener();
  };
  const request = (xhr: FakeXhr, given: Options): string[] => {
    const calls: string[] = [];
    let options = given;
    for (const hook of hooks) options = hook(options);
    xhr.onload = () => calls.push(`load ${xhr.status}`);
    xhr.onreadystatechange = () => calls.push("readystatechange");
    xhr.onerror = (error) => calls.push(`error ${(error as Error).message}`);
    xhr.open("GET", options.uri);
    for (const [name, value] of Object.entries(options.headers ?? {})) xhr.setRequestHeader(name, value);
    options.beforeSend?.(xhr);
    xhr.send(null);
    return calls;
  };
  return { addSource, request, hooks: () => hooks.length };
}

const url = `${folder}a.ts`;

it("signs what the grant covers, with the headers of the request", async () => {
  const grant = numberedGrant();
  const { addSource, request } = player(grant);
  addSource();
  const [xhr, foreign] = [new FakeXhr(), new FakeXhr()];
  const calls = request(xhr, { uri: url, headers: { Range: "bytes=0-9" } });
  request(foreign, { uri: foreignUrl });
  await settle();
  expect([xhr.sent, calls]).toEqual([[`${signedBy(1, url)} Range: bytes=0-9`], ["load 200"]]);
  expect(foreign.sent).toEqual([foreignUrl]);
  grant.close();
});

it("sends credentials, and leaves the URL alone, for a grant in cookies", async () => {
  const grant = cookieGrant();
  const { addSource, request } = player(grant);
  addSource();
  const xhr = new FakeXhr();
  request(xhr, { uri: url });
  await settle();
  expect(xhr.sent).toEqual([`${url} with credentials`]);
  grant.close();
});

it.each([
  ["200 after 403", [403, 200], ["load 200"], 2],
  ["403 after 403", [403, 403, 200], ["load 403"], 2],
  ["404", [404, 200], ["load 404"], 1],
  ["200 after a status that the browser hides", [0, 200], ["load 200"], 2],
  ["another hidden status", [0, 0, 200], ["error error"], 2],
  ["a hidden status after 403", [403, 0, 200], ["error error"], 2],
])("tries a 403 once more, with the next grant: %s", async (_, statuses, expected, requests) => {
  const grant = numberedGrant();
  const { addSource, request } = player(grant);
  addSource();
  const xhr = new FakeXhr(...statuses);
  const calls = request(xhr, { uri: url });
  await settle();
  expect([xhr.sent, calls]).toEqual([[signedBy(1, url), signedBy(2, url)].slice(0, requests), expected]);
  grant.close();
});

it("gives video.js a network error, and sends nothing, when there is no grant", async () => {
  const { addSource, request } = player(refusedGrant());
  addSource();
  const xhr = new FakeXhr();
  const calls = request(xhr, { uri: url });
  await settle();
  expect([xhr.sent, calls]).toEqual([[], [`error ${refusal}`]]);
});

it("waits for a grant that comes late", async () => {
  const { grant, give } = lateGrant();
  const { addSource, request } = player(grant);
  addSource();
  const xhr = new FakeXhr();
  request(xhr, { uri: url });
  await settle();
  expect(xhr.sent).toEqual([]);
  give();
  await settle();
  expect(xhr.sent).toEqual([signedBy(1, url)]);
  grant.close();
});

it("sends nothing that was aborted during the wait for the first or the next grant", async () => {
  const { grant, give } = lateGrant();
  const { addSource, request } = player(grant);
  addSource();
  const [first, second] = [new FakeXhr(), new FakeXhr(403)];
  const calls = [request(first, { uri: url }), request(second, { uri: url })];
  await settle();
  first.abort();
  give();
  await settle();
  expect([first.isAborted, first.sent, second.sent]).toEqual([true, [], [signedBy(1, url)]]);
  second.abort();
  give();
  await settle();
  expect([second.sent.length, calls]).toEqual([1, [[], []]]);
  grant.close();
});

it("hooks each new source once, and one that the player has already", () => {
  const grant = refusedGrant();
  const { addSource, hooks } = player(grant);
  expect(hooks()).toBe(0);
  addSource();
  expect(hooks()).toBe(1);
  addSource();
  expect(hooks()).toBe(1);

  let added = 0;
  const tech = { vhs: { xhr: { onRequest: () => added++ } } };
  signVideoJsPlayer(grant, { on: () => {}, tech: () => tech });
  expect(added).toBe(1);
});

it("runs the beforeSend of the request", async () => {
  const grant = numberedGrant();
  const { addSource, request } = player(grant);
  addSource();
  const seen: FakeXhr[] = [];
  const xhr = new FakeXhr();
  request(xhr, { uri: url, beforeSend: (given) => seen.push(given) });
  await settle();
  expect(seen).toEqual([xhr]);
  grant.close();
});

it("replaces the next grant, too, after a request that worked with the one before", async () => {
  const grant = numberedGrant();
  const { addSource, request } = player(grant);
  addSource();
  for (const number of [1, 2, 3]) {
    const xhr = new FakeXhr(403, 200);
    const calls = request(xhr, { uri: url });
    await settle();
    expect([xhr.sent, calls]).toEqual([[signedBy(number, url), signedBy(number + 1, url)], ["load 200"]]);
  }
  grant.close();
});
