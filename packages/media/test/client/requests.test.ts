import { renewingGrant } from "cloudfront-sign-media/client";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  type AskedRequests,
  answeredRequests,
  cookieAnswer,
  folder,
  queryAnswer,
} from "../support/client-fetch.ts";

/** The requests that a service worker gets from the browser, for elements and navigations. */

let asked: AskedRequests;
let ended: AbortController;
beforeEach(() => {
  asked = answeredRequests();
  ended = new AbortController();
});
afterEach(() => {
  ended.abort();
  vi.restoreAllMocks();
});

const file = `${folder}a.ts`;
const signed = `${file}?${queryAnswer(1).query}`;

/** A request that only a browser can make. */
function browserRequest(members: Partial<Request>, headers: Record<string, string> = {}): Request {
  const request = {
    url: file,
    method: "GET",
    headers: new Headers(headers),
    destination: "",
    mode: "cors",
    credentials: "same-origin",
    cache: "default",
    redirect: "follow",
    referrer: "https://app.example.com/",
    referrerPolicy: "strict-origin-when-cross-origin",
    integrity: "",
    keepalive: false,
    signal: new AbortController().signal,
    ...members,
  };
  return request as Request;
}

const image = () =>
  browserRequest(
    { mode: "no-cors", credentials: "include", destination: "image" },
    { Accept: "image/webp,*/*" },
  );
const video = (mode: RequestMode) =>
  browserRequest(
    { mode, credentials: mode === "cors" ? "same-origin" : "include", destination: "video" },
    { Accept: "*/*", Range: "bytes=100-", "Icy-Metadata": "1" },
  );
/** Chromium accepts so much that the header would cause a preflight. */
const navigation = () =>
  browserRequest(
    { mode: "navigate", credentials: "include", destination: "document", redirect: "manual" },
    { Accept: `text/html,${"image/webp,".repeat(12)}*/*`, "Upgrade-Insecure-Requests": "1" },
  );

const headersOf = (options: RequestInit | undefined) => Object.fromEntries(new Headers(options?.headers));

describe("with a grant in the query", () => {
  const grant = () => renewingGrant({ load: () => queryAnswer(1), signal: ended.signal });

  it("an image keeps its mode, which needs no CORS", async () => {
    const request = image();
    await grant().fetch(request);
    expect(asked.urls).toEqual([signed]);
    expect(asked.options[0]).toMatchObject({
      mode: "no-cors",
      credentials: "include",
      referrer: "https://app.example.com/",
      referrerPolicy: "strict-origin-when-cross-origin",
      signal: request.signal,
    });
    expect(headersOf(asked.options[0])).toEqual({ accept: "image/webp,*/*" });
  });

  it.each(["no-cors", "cors"] as const)(
    "a video of mode %s keeps its Range, without a preflight",
    async (mode) => {
      await grant().fetch(video(mode));
      expect(asked.options[0]).toMatchObject({ mode: "cors", credentials: "same-origin" });
      expect(headersOf(asked.options[0])).toEqual({ accept: "*/*", range: "bytes=100-" });
    },
  );

  // WebKit's first request of a video has none.
  it("a video without a Range is of mode cors, too", async () => {
    const request = browserRequest({ mode: "no-cors", credentials: "include", destination: "audio" });
    await grant().fetch(request);
    expect(asked.options[0]).toMatchObject({ mode: "cors", credentials: "same-origin" });
  });

  it("a video with credentials keeps them", async () => {
    await grant().fetch(browserRequest({ mode: "cors", credentials: "include", destination: "video" }));
    expect(asked.options[0]).toMatchObject({ mode: "cors", credentials: "include" });
  });

  it("a navigation is a request that scripts can make, without a preflight", async () => {
    await grant().fetch(navigation());
    expect(asked.options[0]).toMatchObject({ mode: "cors", credentials: "same-origin", redirect: "manual" });
    expect(headersOf(asked.options[0])).toEqual({});
  });

  it("a request for another URL is made like the given one", async () => {
    await grant().fetch(file, video("no-cors"));
    expect(asked.urls).toEqual([signed]);
    expect(asked.options[0]).toMatchObject({ mode: "cors", credentials: "same-origin" });
    expect(headersOf(asked.options[0])).toEqual({ accept: "*/*", range: "bytes=100-" });
  });

  it("a request of a script keeps everything", async () => {
    const members = {
      method: "HEAD",
      cache: "reload",
      integrity: "sha256-AAAA",
      keepalive: true,
      redirect: "manual",
    } as const;
    await grant().fetch(browserRequest(members, { "X-A": "1", Range: "bytes=0-" }));
    expect(asked.options[0]).toMatchObject({ ...members, mode: "cors", credentials: "same-origin" });
    expect(headersOf(asked.options[0])).toEqual({ "x-a": "1", range: "bytes=0-" });
  });

  it("options replace what the request has, as with fetch", async () => {
    const given = { cache: "no-store", headers: { "X-B": "2" }, method: undefined } as unknown as RequestInit;
    await grant().fetch(browserRequest({ method: "HEAD" }, { "X-A": "1" }), given);
    expect(asked.options[0]).toMatchObject({ method: "HEAD", cache: "no-store", mode: "cors" });
    expect(headersOf(asked.options[0])).toEqual({ "x-b": "2" });
  });

  it("a body is sent", async () => {
    await grant().fetch(
      new Request(file, { method: "POST", body: "text", headers: { "Content-Type": "a/b" } }),
    );
    expect(new TextDecoder().decode(asked.options[0]?.body as ArrayBuffer)).toBe("text");
    expect(headersOf(asked.options[0])).toMatchObject({ "content-type": "a/b" });
  });

  it("another host gets the same request", async () => {
    const request = { ...video("no-cors"), url: "https://other.example/a.mp4" };
    await grant().fetch(request);
    expect(asked.inputs).toEqual([request]);
    expect(asked.inputs[0]).toBe(request);
  });
});

describe("with a grant in cookies", () => {
  const grant = () => renewingGrant({ load: cookieAnswer, signal: ended.signal });

  it.each([
    ["an image", image()],
    ["a video", video("no-cors")],
    ["a navigation", navigation()],
  ])("the same request is sent when it has cookies: %s", async (_, request) => {
    await grant().fetch(request);
    expect(asked.inputs[0]).toBe(request);
    expect(asked.options[0]).toBeUndefined();
  });

  it("a video without credentials gets them", async () => {
    await grant().fetch(video("cors"));
    expect(asked.urls).toEqual([file]);
    expect(asked.options[0]).toMatchObject({ mode: "cors", credentials: "include" });
    expect(headersOf(asked.options[0])).toEqual({ accept: "*/*", range: "bytes=100-" });
  });
});
