import { renewingGrant } from "cloudfront-sign-media/client";
import { afterEach, describe, expect, it, vi } from "vitest";
import { answeredRequests, cookieAnswer, folder, queryAnswer } from "../support/client-fetch.ts";
import { withoutRandomPauses } from "../support/numbered-grants.ts";

afterEach(() => vi.restoreAllMocks());
withoutRandomPauses();

const file = `${folder}a.ts`;

describe("a URL that the grant covers", () => {
  it.each([
    ["a string", file],
    ["a URL", new URL(file)],
    ["an object with an href", { href: file } as URL],
    ["a Request", new Request(file)],
  ])("is signed: %s", async (_, input) => {
    const asked = answeredRequests();
    const grant = renewingGrant({ load: () => queryAnswer(1) });
    const response = await grant.fetch(input);
    expect(response.status).toBe(200);
    expect(asked.urls).toEqual([`${file}?${queryAnswer(1).query}`]);
    grant.close();
  });

  it("gets the parameters of the grant instead of older ones", async () => {
    const asked = answeredRequests();
    const grant = renewingGrant({ load: () => queryAnswer(2) });
    await grant.fetch(new Request(`${file}?x=1&${queryAnswer(1).query}`));
    expect(asked.urls).toEqual([`${file}?x=1&${queryAnswer(2).query}`]);
    grant.close();
  });

  it("is asked for with all options that were given", async () => {
    const asked = answeredRequests();
    const grant = renewingGrant({ load: () => queryAnswer(1) });
    const init = { cache: "no-store", headers: { "X-A": "1" }, redirect: "error", priority: "low" } as const;
    await grant.fetch(file, init);
    expect(asked.options).toEqual([init]);
    grant.close();
  });

  it("is asked for with options that were inherited, as fetch reads them", async () => {
    const asked = answeredRequests();
    const grant = renewingGrant({ load: () => queryAnswer(1) });
    await grant.fetch(file, Object.create({ method: "DELETE" }));
    expect(asked.options).toEqual([{ method: "DELETE" }]);
    grant.close();
  });

  it("passes a stream on as it is", async () => {
    const asked = answeredRequests();
    const grant = renewingGrant({ load: () => queryAnswer(1) });
    const init = { method: "PUT", body: new Response("a stream").body, duplex: "half" };
    await grant.fetch(file, init);
    expect(asked.options[0]?.body).toBe(init.body);
    expect(asked.options).toEqual([init]);
    grant.close();
  });

  it("is not sent anywhere when there is no grant", async () => {
    const asked = answeredRequests();
    const grant = renewingGrant({ load: () => new Response("{}", { status: 401 }) });
    await expect(grant.fetch(file)).rejects.toMatchObject({ code: "ERR_GRANT_REFUSED" });
    grant.close();
    await expect(grant.fetch(file)).rejects.toMatchObject({ code: "ERR_GRANT_CLOSED" });
    expect(asked.urls).toEqual([]);
  });
});

describe("any other URL", () => {
  it.each([
    ["a string", "https://other.example/a.ts"],
    ["a URL", new URL("https://other.example/a.ts")],
    ["a Request", new Request("https://other.example/a.ts", { headers: { "X-A": "1" } })],
    ["what is not a URL", "no URL"],
  ])("is passed on with the same arguments: %s", async (_, input) => {
    const asked = answeredRequests();
    const grant = renewingGrant({ load: () => queryAnswer(1) });
    const init = { cache: "no-store" } as const;
    await grant.fetch(input, init);
    // A URL as it was at the call.
    expect(asked.inputs[0]).toBe(input instanceof URL ? input.href : input);
    expect(asked.options[0]).toBe(init);
    await grant.fetch(input);
    expect(asked.options[1]).toBeUndefined();
    grant.close();
  });
});

describe("after a 403", () => {
  it.each(["GET", "HEAD", "get"])("is tried once more with a new grant: %s", async (method) => {
    let loads = 0;
    const asked = answeredRequests(403, 200);
    const grant = renewingGrant({ load: () => queryAnswer(++loads) });
    const response = await grant.fetch(file, { method });
    expect(response.status).toBe(200);
    expect(asked.urls).toEqual([`${file}?${queryAnswer(1).query}`, `${file}?${queryAnswer(2).query}`]);
    expect(asked.options).toEqual([{ method }, { method }]);
    expect(asked.cancelled).toEqual([true, false]);
    grant.close();
  });

  it("returns a second 403", async () => {
    let loads = 0;
    const asked = answeredRequests(403, 403, 403);
    const grant = renewingGrant({ load: () => queryAnswer(++loads) });
    const response = await grant.fetch(file);
    expect([response.status, await response.text()]).toEqual([403, "answer 2"]);
    expect((await grant.fetch(file)).status).toBe(403);
    // The second grant had replaced a refused one.
    expect([asked.urls.length, loads]).toEqual([3, 2]);
    grant.close();
  });

  it.each(["POST", "PUT", "DELETE"])("returns it for %s", async (method) => {
    let loads = 0;
    const asked = answeredRequests(403, 200);
    const grant = renewingGrant({ load: () => queryAnswer(++loads) });
    expect((await grant.fetch(file, { method })).status).toBe(403);
    expect((await grant.fetch(new Request(file, { method }))).status).toBe(200);
    expect([asked.urls.length, loads]).toEqual([2, 1]);
    grant.close();
  });

  it("returns it when there is no other grant", async () => {
    let loads = 0;
    const asked = answeredRequests(403);
    const grant = renewingGrant({
      load: () => (loads++ === 0 ? queryAnswer(1) : new Response("{}", { status: 500 })),
    });
    const response = await grant.fetch(file);
    expect([response.status, await response.text()]).toEqual([403, "answer 1"]);
    expect([asked.urls.length, loads]).toEqual([1, 2]);
    grant.close();
  });

  it("signs the URL that a redirect led to", async () => {
    let loads = 0;
    const asked = answeredRequests({ status: 403, redirectedTo: `${folder}b.ts` }, 200);
    const grant = renewingGrant({ load: () => queryAnswer(++loads) });
    expect((await grant.fetch(file)).status).toBe(200);
    expect(asked.urls).toEqual([`${file}?${queryAnswer(1).query}`, `${folder}b.ts?${queryAnswer(1).query}`]);
    grant.close();
  });

  it("sends Authorization to another origin that a redirect led to as little as fetch does", async () => {
    for (const [redirectedTo, expected] of [
      [`${folder}b.ts`, { authorization: "Bearer of-ada", "x-other": "kept" }],
      ["https://b.example.com/course/42/b.ts", { "x-other": "kept" }],
    ] as const) {
      const asked = answeredRequests({ status: 403, redirectedTo }, 200);
      const first = redirectedTo.startsWith(folder) ? file : "https://a.example.com/course/42/a.ts";
      const resource = redirectedTo.startsWith(folder) ? `${folder}*` : "https://*.example.com/course/42/*";
      const grant = renewingGrant({ load: () => ({ ...queryAnswer(1), resource }) });
      const headers = { Authorization: "Bearer of-ada", "X-Other": "kept" };
      await grant.fetch(first, { headers });
      expect(asked.urls).toHaveLength(2);
      expect(new Headers(asked.options[0]?.headers).get("Authorization")).toBe("Bearer of-ada");
      expect(Object.fromEntries(new Headers(asked.options[1]?.headers))).toEqual(expected);
      grant.close();
      vi.restoreAllMocks();
    }
  });

  it("signs no URL of another host that a redirect led to", async () => {
    let loads = 0;
    const asked = answeredRequests({ status: 403, redirectedTo: "https://other.example/b.ts" });
    const grant = renewingGrant({ load: () => queryAnswer(++loads) });
    expect((await grant.fetch(file)).status).toBe(403);
    expect([asked.urls.length, loads]).toEqual([1, 1]);
    grant.close();
  });
});

describe("a signal", () => {
  const reason = new Error("left the page");
  /** A load that never ends. */
  const never = () => new Promise<Response>(() => {});

  it.each([
    ["of the options", (signal: AbortSignal) => [file, { signal }] as const],
    ["of the Request", (signal: AbortSignal) => [new Request(file, { signal })] as const],
    [
      "of the options before that of the Request",
      (signal: AbortSignal) =>
        [new Request(file, { signal: new AbortController().signal }), { signal }] as const,
    ],
  ])("ends the wait for a grant: %s", async (_, make) => {
    const asked = answeredRequests();
    const grant = renewingGrant({ load: never });
    const controller = new AbortController();
    const [input, init] = make(controller.signal);
    const response = grant.fetch(input, init);
    controller.abort(reason);
    await expect(response).rejects.toBe(reason);
    expect(asked.answers).toBe(0);
    grant.close();
  });

  it("that is null in the options does not end it, whatever that of the Request does", async () => {
    answeredRequests();
    const grant = renewingGrant({ load: () => queryAnswer(1) });
    const request = new Request(file, { signal: AbortSignal.abort(reason) });
    expect((await grant.fetch(request, { signal: null })).status).toBe(200);
    await expect(grant.fetch(request, { signal: undefined as unknown as null })).rejects.toBe(reason);
    grant.close();
  });

  it("ends the wait for another grant after a 403", async () => {
    let loads = 0;
    const asked = answeredRequests(403);
    const controller = new AbortController();
    const grant = renewingGrant({
      load: () => {
        if (loads++ === 0) return queryAnswer(1);
        controller.abort(reason);
        return never();
      },
    });
    const response = await grant.fetch(file, { signal: controller.signal });
    expect([response.status, asked.urls.length]).toEqual([403, 1]);
    grant.close();
  });
});

describe("a grant in cookies", () => {
  it("sends credentials, and leaves the URL as it is", async () => {
    const asked = answeredRequests();
    const grant = renewingGrant({ load: cookieAnswer });
    await grant.fetch(file, { cache: "no-store", credentials: "omit" });
    await grant.fetch("https://other.example/a.ts");
    expect(asked.urls).toEqual([file, "https://other.example/a.ts"]);
    expect(asked.options[0]).toEqual({ cache: "no-store", credentials: "include" });
    expect(asked.options[1]).toBeUndefined();
    grant.close();
  });

  it("is tried once more after a 403, when new cookies are set", async () => {
    let loads = 0;
    const asked = answeredRequests(403, 200);
    const grant = renewingGrant({
      load: () => {
        loads++;
        return cookieAnswer();
      },
    });
    expect((await grant.fetch(file)).status).toBe(200);
    expect([asked.urls, loads]).toEqual([[file, file], 2]);
    grant.close();
  });
});

describe("what React Native lacks", () => {
  const { URL: platformUrl } = globalThis;
  afterEach(() => {
    globalThis.URL = platformUrl;
  });

  it.each([
    ["a.ts", `a.ts?${queryAnswer(1).query}`],
    ["a%20b.ts?x=%2F#t", `a%20b.ts?x=%2F&${queryAnswer(1).query}#t`],
    ["ä.ts", `%C3%A4.ts?${queryAnswer(1).query}`],
  ])("is not needed, since its URL would append a slash to %s", async (path, signed) => {
    const asked = answeredRequests();
    globalThis.URL = class {
      readonly href: string;
      constructor(text: string) {
        this.href = `${text}/`;
      }
    } as unknown as typeof URL;
    const grant = renewingGrant({ load: () => queryAnswer(1) });
    await grant.fetch(folder + path);
    expect(asked.urls).toEqual([folder + signed]);
    grant.close();
  });

  it("is not needed: a signal without a reason ends the wait for a grant", async () => {
    const asked = answeredRequests();
    const controller = new AbortController();
    const signal = Object.defineProperty(controller.signal, "reason", { value: undefined });
    const grant = renewingGrant({ load: () => new Promise<Response>(() => {}) });
    const response = grant.fetch(file, { signal });
    controller.abort();
    await expect(response).rejects.toBe(undefined);
    expect([asked.urls, asked.answers]).toEqual([[file], 0]);
    grant.close();
  });

  it("is not needed: a Request with a url, a method and headers alone", async () => {
    const asked = answeredRequests();
    const grant = renewingGrant({ load: () => queryAnswer(1) });
    const request = { url: file, method: "GET", headers: new Headers({ "X-A": "1" }), mode: null };
    await grant.fetch(request as unknown as Request);
    expect(asked.urls).toEqual([`${file}?${queryAnswer(1).query}`]);
    expect(asked.options[0]).toMatchObject({ method: "GET", mode: null });
    grant.close();
  });
});

/** A URL is what it was at the call, as it is for `fetch`, however long its grant takes. */
describe.each([
  ["before the first grant", false],
  ["with a valid grant", true],
])("a URL that changes after the call, %s", (_, isReady) => {
  const numbers = [1, 2, 3];
  const { query } = queryAnswer(1);

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
