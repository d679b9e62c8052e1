import { type RenewingGrant, renewingGrant } from "cloudfront-sign-media/client";
import { afterEach, describe, expect, it, vi } from "vitest";
import { answeredRequests } from "../support/client-fetch.ts";

/** URLs and other values that no URL parser has read: they reach no other host with a signature. */

afterEach(() => vi.restoreAllMocks());

const good = {
  resource: "https://cdn.example.com/film/*",
  query: "Policy=p&Signature=s&Key-Pair-Id=K",
  now: "2026-01-01T00:00:00Z",
  expiresAt: "2026-01-01T00:05:00Z",
};

const begun = async (fields: object): Promise<RenewingGrant> => {
  const grant = renewingGrant({ load: () => ({ ...good, ...fields }) });
  await grant.ready();
  return grant;
};

describe("a grant for https://*.example.com/film/*", () => {
  // The Request of React Native has the text that it was made of as its url.
  it.each([
    "https://evil.example\\.example.com/film/1.ts",
    "https:\\\\evil.example\\.example.com/film/1.ts",
    "https://evil.example\t\\.example.com/film/1.ts",
    "https://evil.example\n/.example.com/film/1.ts",
  ])("sends no signature for a Request whose url no parser has read: %j", async (url) => {
    const asked = answeredRequests();
    const grant = await begun({ resource: "https://*.example.com/film/*" });
    const request = { url, method: "GET", headers: new Headers() } as Request;
    await grant.fetch(request);
    expect(asked.inputs).toEqual([request]);
    grant.close();
  });

  it.each([
    "https://evil.example\\.example.com/film/1.ts",
    "https://evil.example\t.example.com/film/1.ts",
    "https://evil.example%2F.example.com/film/1.ts",
    "https://evil.example@cdn.example.com/film/1.ts",
    "https://evil.example／.example.com/film/1.ts",
    "https://cdn.example.com/film/\ud800/../../../1.ts",
  ])("signs nothing that a URL class such as React Native's leaves as it is: %j", async (url) => {
    const { URL: platformUrl } = globalThis;
    const grant = await begun({ resource: "https://*.example.com/film/*" });
    globalThis.URL = class {
      readonly href: string;
      constructor(text: string) {
        this.href = text;
      }
    } as unknown as typeof URL;
    const results = [grant.covers(url), grant.signUrlNow(url), await grant.signUrl(url)];
    globalThis.URL = platformUrl;
    expect(results).toEqual([false, url, url]);
    grant.close();
  });
});

it.each([undefined, null, 42, {}, Symbol("url")])(
  "covers nothing that is not a URL, and leaves it to fetch: %s",
  async (value) => {
    const asked = answeredRequests();
    const grant = await begun({});
    const load = globalThis.fetch as unknown as ReturnType<typeof vi.fn>;
    load.mockResolvedValue(new Response());
    expect(grant.covers(value as never)).toBe(false);
    expect(grant.needsCookies(value as never)).toBe(false);
    expect(await grant.retryUrl(value as never)).toBeUndefined();
    await grant.fetch(value as never);
    expect(load.mock.calls).toEqual([[value, undefined]]);
    expect(asked.urls).toEqual([]);
    grant.close();
  },
);

it.each(["a\ud800.ts", "\udc00/a.ts", "a.ts?x=\ud800", "a.ts?\udc00\ud800#t"])(
  "signs a lone surrogate as URL parsers escape it: %j",
  async (path) => {
    const grant = await begun({});
    const url = `https://cdn.example.com/film/${path}`;
    const [start = "", fragment] = new URL(url).href.split("#");
    const signed = `${start}${start.includes("?") ? "&" : "?"}${good.query}${fragment ? `#${fragment}` : ""}`;
    expect(grant.covers(url)).toBe(true);
    expect(grant.signUrlNow(url)).toBe(signed);
    expect(await grant.signUrl(url)).toBe(signed);
    grant.close();
  },
);

it("a fetch whose signal is none rejects alone: other requests get the grant", async () => {
  const asked = answeredRequests();
  let answer: (value: typeof good) => void = () => {};
  const load = () =>
    new Promise<typeof good>((resolve) => {
      answer = resolve;
    });
  const grant = renewingGrant({ load });
  const first = grant.ready();
  const url = "https://cdn.example.com/film/1.ts";
  await expect(grant.fetch(url, { signal: {} as AbortSignal })).rejects.toMatchObject({
    code: "ERR_OPTION_INVALID",
    option: "signal",
  });
  const last = grant.fetch(url);
  answer(good);
  await first;
  await last;
  expect(asked.urls).toEqual([`${url}?${good.query}`]);
  expect(grant.state.status).toBe("valid");
  grant.close();
});
