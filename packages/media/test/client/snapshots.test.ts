import { renewingGrant } from "cloudfront-sign-media/client";
import { afterEach, describe, expect, it, vi } from "vitest";
import { answeredRequests, folder, queryAnswer } from "../support/client-fetch.ts";

/** A URL is what it was at the call, as it is for `fetch`, however long its grant takes. */

afterEach(() => vi.restoreAllMocks());

const numbers = [1, 2, 3];
const { query } = queryAnswer(1);

describe.each([
  ["before the first grant", false],
  ["with a valid grant", true],
])("a URL that changes after the call, %s", (_, isReady) => {
  async function grantNow() {
    const grant = renewingGrant({ load: () => queryAnswer(1) });
    if (isReady) await grant.ready();
    return grant;
  }

  it("is signed as it was", async () => {
    const grant = await grantNow();
    const url = new URL(folder);
    const signed = numbers.map((number) => {
      url.pathname = `${new URL(folder).pathname}${number}.ts`;
      return grant.signUrl(url);
    });
    expect(await Promise.all(signed)).toEqual(numbers.map((number) => `${folder}${number}.ts?${query}`));
    grant.close();
  });

  it.each([
    [`${folder}a.ts`, `${folder}a.ts?${query}`],
    ["https://other.example.org/a.ts", "https://other.example.org/a.ts"],
  ])("is requested as it was: %s", async (given, requested) => {
    const asked = answeredRequests();
    const grant = await grantNow();
    const url = new URL(given);
    const response = grant.fetch(url);
    url.pathname = "/OTHER.ts";
    await response;
    expect(asked.urls.map(String)).toEqual([requested]);
    grant.close();
  });
});

it("an abort leaves nothing on the signal", async () => {
  const controller = new AbortController();
  const { signal } = controller;
  const added = vi.spyOn(signal, "addEventListener");
  const removed = vi.spyOn(signal, "removeEventListener");
  const grant = renewingGrant({ load: () => new Promise<never>(() => {}) });
  const response = grant.fetch(`${folder}a.ts`, { signal });
  controller.abort();
  await expect(response).rejects.toMatchObject({ name: "AbortError" });
  expect(added).toHaveBeenCalled();
  expect(removed).toHaveBeenCalledTimes(added.mock.calls.length);
  grant.close();
});

it("however many requests wait, their signal has one listener: Node.js warns of more than ten", async () => {
  const controller = new AbortController();
  const added = vi.spyOn(controller.signal, "addEventListener");
  const grant = renewingGrant({ load: () => new Promise<never>(() => {}) });
  const urls = Array.from({ length: 20 }, (_, i) => `${folder}${i}.ts`);
  const responses = urls.map((url) => grant.fetch(url, { signal: controller.signal }));
  const settled = Promise.allSettled(responses);
  await Promise.resolve();
  controller.abort();
  expect((await settled).map(({ status }) => status)).toEqual(urls.map(() => "rejected"));
  expect(added.mock.calls.filter(([type]) => type === "abort").length).toBe(1);
  grant.close();
});
