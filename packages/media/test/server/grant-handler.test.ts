import {
  endpoint,
  endpointRequest,
  type Sent,
  wholeAnswer,
} from "@cloudfront-sign-webcrypto/testing/support/endpoint-requests.ts";
import { recordEvents } from "@cloudfront-sign-webcrypto/testing/support/recorded-events.ts";
import { refusedAs } from "@cloudfront-sign-webcrypto/testing/support/refusal.ts";
import { awsError, publicKeyOf } from "@cloudfront-sign-webcrypto/testing/support/remote-keys.ts";
import { host, keyPairId, moment, recorder } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { inVirtualTime } from "@cloudfront-sign-webcrypto/testing/support/virtual-time.ts";
import { renewingGrant } from "cloudfront-sign-media/client";
import { type GrantDecision, type GrantHandlerOptions, grantHandler } from "cloudfront-sign-media/server";
import { createCloudFrontSigner, type Grant, loadedKey } from "cloudfront-sign-webcrypto";
import { awsKmsKey } from "cloudfront-sign-webcrypto/remote";
import { describe, expect, it } from "vitest";

/** The endpoint that gives viewers their grants: whole answers. */

const resource = `${host}/course/42/*`;
const terms = { resource, expiresIn: "10m" } as const;
const page = "https://app.example.com";
const { signer } = recorder();
const { query, cookies } = await signer.grant(terms);

const asksNotToCache = { "cache-control": "private, no-store", vary: "Origin" };
const always = { ...asksNotToCache, "content-type": "application/json" };
const forPage = {
  "access-control-allow-origin": page,
  "access-control-allow-credentials": "true",
  "access-control-expose-headers": "Retry-After",
};
const granted = { resource, expiresAt: "2026-01-01T00:10:00.000Z", now: "2026-01-01T00:00:00.000Z" };

/** The whole answer to a request, and what `onError` heard. */
async function answer(options: Partial<GrantHandlerOptions>, sent: Sent = {}) {
  const errors: unknown[] = [];
  const handler = grantHandler({
    signer,
    authorize: () => terms,
    onError: (error) => errors.push(error),
    now: () => moment,
    ...options,
  });
  return { answer: await wholeAnswer(await handler(endpointRequest(sent))), errors };
}

async function answers(options: Partial<GrantHandlerOptions>, ...requests: readonly Sent[]) {
  const given = [];
  for (const sent of requests) {
    const { answer: whole, errors } = await answer(options, sent);
    expect(errors).toEqual([]);
    given.push(whole);
  }
  return given;
}

describe("a grant with an expiry time beyond what a Date holds", () => {
  it("is an error, and never an Invalid Date", async () => {
    const invalid = { ...(await signer.grant(terms)), expiresAt: new Date(Number.NaN) };
    const { answer: whole, errors } = await answer({ signer: { grant: async () => invalid } });
    expect(whole).toEqual([500, always, '{"code":"error"}']);
    expect(`${errors}`).toBe(
      "CloudFrontSignError: signer: made a grant with an invalid Date as its expiresAt; choose an expiry time before the year 275760",
    );
  });
});

describe("a grant", () => {
  it("is answered as JSON that no cache keeps", async () => {
    expect(await answers({}, {}, { site: "same-origin", origin: "https://www.example.com" })).toEqual(
      Array(2).fill([200, always, JSON.stringify({ ...granted, query })]),
    );
  });

  it("is for what authorize returns, which gets the request and the context of the runtime", async () => {
    const handler = grantHandler({
      signer,
      authorize: async (request: Request, course: string, { folder }: { folder: string }) => ({
        resource: `${host}/${folder}/${course}/${new URL(request.url).pathname.length}/*`,
        expiresIn: "1h",
      }),
      now: () => moment,
    });
    const response = await handler(new Request(endpoint, { method: "POST" }), "7", { folder: "course" });
    expect(await response.json()).toMatchObject({ resource: `${host}/course/7/14/*` });
  });

  it("comes with the time at which it was signed", async () => {
    let time = moment.getTime();
    const late = async () => {
      time += 4000;
      return terms;
    };
    const [[, , body]] = (await answers({ authorize: late, now: () => new Date(time) }, {})) as [
      [number, object, string],
    ];
    expect(JSON.parse(body).now).toBe("2026-01-01T00:00:04.000Z");
  });
});

describe("a grant with an ID", () => {
  const withId = { ...terms, grantId: "ada-7" } as const;

  it("is answered with the resource as it was given, and with the ID in its query", async () => {
    const grant = await signer.grant(withId);
    const body = JSON.stringify({ ...granted, query: grant.query });
    expect(await answers({ authorize: () => withId }, {})).toEqual([[200, always, body]]);
    expect(grant.query.startsWith("grant-id=ada-7&Policy=")).toBe(true);
  });

  it("is an error with the option cookies, which cannot carry it", async () => {
    const { answer: whole, errors } = await answer({ authorize: () => withId, cookies: {} });
    expect(whole).toEqual([500, always, '{"code":"error"}']);
    expect(errors).toMatchObject([{ code: "ERR_OPTION_CONFLICT", option: "grantId" }]);
  });
});

describe("a grant in cookies", () => {
  // Where the suite runs in a page, a Response has no Set-Cookie.
  const isKept = new Response(null, { headers: { "Set-Cookie": "a=b" } }).headers.has("Set-Cookie");
  async function cookieAnswer(options: Partial<GrantHandlerOptions>): Promise<unknown[]> {
    const response = await grantHandler({ signer, authorize: () => terms, now: () => moment, ...options })(
      endpointRequest({}),
    );
    return [response.status, response.headers.get("Set-Cookie"), await response.text()];
  }
  const sent = (lines: readonly string[]) => [
    200,
    isKept ? lines.join(", ") : null,
    JSON.stringify({ ...granted, cookies: true }),
  ];

  it("has Set-Cookie lines with the attributes, and no query", async () => {
    const attributes = { maxAge: 600, path: "/course/42/" };
    expect(await cookieAnswer({ cookies: attributes })).toEqual(sent(cookies.toSetCookie(attributes)));
    expect(await cookieAnswer({ cookies: {} })).toEqual(sent(cookies.toSetCookie()));
  });

  it("has the attributes of a function, which sees the request", async () => {
    const attributes = (request: Request) => ({ maxAge: 600 + new URL(request.url).pathname.length });
    const lines = cookies.toSetCookie({ maxAge: 600 + "/api/course/42".length });
    expect(await cookieAnswer({ cookies: attributes })).toEqual(sent(lines));
  });

  it("ends with cookies that a browser drops earlier, so that the client asks in time", async () => {
    const [, , body] = await cookieAnswer({ cookies: { maxAge: 60 } });
    expect(JSON.parse(body as string)).toEqual({
      ...granted,
      expiresAt: "2026-01-01T00:01:00.000Z",
      cookies: true,
    });
  });

  describe("that the page's own origin answers", () => {
    // Behind a proxy, the URL of the request has another host.
    const statusFor = async (
      attributes: object,
      origin: string,
      site: string,
      cdn = "https://cdn.example.com",
    ) => {
      const errors: unknown[] = [];
      const handler = grantHandler({
        signer,
        authorize: () => ({ resource: `${cdn}/course/42/*`, expiresIn: "10m" }),
        now: () => moment,
        cookies: attributes,
        allowedOrigins: ["https://www.example.org"],
        onError: (error) => errors.push(error),
      });
      const { status } = await handler(endpointRequest({ origin, site }));
      return [status, ...errors.map((error) => (error as Error).message)];
    };
    const unreached = (from: string, to: string) =>
      `cookies: set by ${from}, they never reach ${to}; pass a domain that covers both, or leave cookies out to send the query`;

    it.each<[object, string, string?]>([
      [{}, "https://www.example.com"],
      [{}, "https://example.com"],
      [{ domain: "cdn.example.com" }, "https://www.example.com"],
      [{ domain: "example.com" }, "http://localhost:5173"],
      [{}, "http://127.0.0.1:3000", "http://localhost:8080"],
    ])("is refused where they never reach the resource: %j from %s", async (attributes, origin, cdn) => {
      const to = new URL(cdn ?? "https://cdn.example.com").hostname;
      const given = cdn === undefined ? attributes : { ...attributes, secure: false };
      expect(await statusFor(given, origin, "same-origin", cdn)).toEqual([
        500,
        unreached(new URL(origin).hostname, to),
      ]);
    });

    it.each<[object, string, string, string?]>([
      [{ domain: "example.com" }, "https://www.example.com", "same-origin"],
      [{ domain: ".Example.com" }, "https://example.com:8443", "same-origin"],
      [{}, "https://cdn.example.com", "same-origin"],
      [{}, "https://www.example.com", "same-origin", "https://*.example.com"],
      [{}, "http://localhost:3000", "same-origin", "http://localhost:8080"],
      [{}, "http://[::1]:3000", "same-origin", "http://[::1]:8080"],
      // Which host answers a page of another origin is not known.
      [{}, "https://www.example.org", "cross-site"],
    ])("is sent where they may: %j to %s, %s", async (attributes, origin, site, cdn) => {
      expect(await statusFor(attributes, origin, site, cdn)).toEqual([200]);
    });
  });

  it("has the attributes as they were when the handler was made", async () => {
    const attributes = { path: "/course/42/" };
    const handler = grantHandler({ signer, authorize: () => terms, now: () => moment, cookies: attributes });
    attributes.path = "/";
    const lines = (await handler(endpointRequest({}))).headers.get("Set-Cookie");
    expect(lines).toBe(isKept ? cookies.toSetCookie({ path: "/course/42/" }).join(", ") : null);
  });

  it("leaves no cookie in an answer with an error", async () => {
    const past = { authorize: () => terms, now: () => new Date(moment.getTime() + 600_000), cookies: {} };
    const { answer: whole, errors } = await answer(past);
    expect(whole).toEqual([500, always, '{"code":"error"}']);
    expect(`${errors}`).toContain(
      "authorize: returned options whose grant expired at 2026-01-01T00:10:00.000Z",
    );
  });
});

describe("a refusal", () => {
  it.each([
    [{ refused: "signed-out" }, 401, "You are signed out."],
    [{ refused: "forbidden" }, 403, "You have no access."],
    [{ refused: "signed-out", message: "" }, 401, ""],
    [{ refused: "forbidden", message: 'Buy the "course" first.' }, 403, 'Buy the "course" first.'],
  ] as [GrantDecision, number, string][])("is answered: %j", async (decision, status, message) => {
    const body = JSON.stringify({ code: decision.refused, message });
    const requests = [{}, { origin: page, site: "same-site" }];
    expect(
      await answers({ authorize: () => decision, allowedOrigins: [page], cookies: {} }, ...requests),
    ).toEqual([
      [status, always, body],
      [status, { ...always, ...forPage }, body],
    ]);
  });
});

describe("a page of another origin", () => {
  const foreign = [
    403,
    always,
    '{"code":"origin-not-allowed","message":"Pages of this origin get no grants."}',
  ];

  it("is refused, also for its preflight, without CORS headers", async () => {
    const sent = { origin: page, site: "cross-site" };
    expect(await answers({}, sent, { ...sent, method: "OPTIONS" })).toEqual([foreign, foreign]);
  });

  it("gets a grant with CORS headers if it is allowed, from the same site or another", async () => {
    const body = JSON.stringify({ ...granted, query });
    const requests = ["same-site", "cross-site", undefined].map((site) => ({
      origin: page,
      ...(site === undefined ? {} : { site }),
    }));
    expect(await answers({ allowedOrigins: ["https://other.example.com", page] }, ...requests)).toEqual(
      Array(3).fill([200, { ...always, ...forPage }, body]),
    );
  });

  it("may read that something failed, if it is allowed", async () => {
    const failing = () => Promise.reject(new Error("the database is away"));
    const sent = { origin: page, site: "same-site" };
    const { answer: whole, errors } = await answer({ authorize: failing, allowedOrigins: [page] }, sent);
    expect(whole).toEqual([500, { ...always, ...forPage }, '{"code":"error"}']);
    expect(errors).toEqual([new Error("the database is away")]);
  });

  it("is told by its preflight that it may send any header, if it is allowed", async () => {
    const preflight = {
      method: "OPTIONS",
      origin: page,
      site: "same-site",
      headers: { "Access-Control-Request-Method": "POST" },
    };
    const requested = { "Access-Control-Request-Headers": "authorization,x-own" };
    const withHeaders = { ...preflight, headers: { ...preflight.headers, ...requested } };
    const headers = {
      ...asksNotToCache,
      ...forPage,
      allow: "OPTIONS, POST",
      "access-control-allow-methods": "POST",
      "access-control-max-age": "7200",
    };
    expect(await answers({ allowedOrigins: [page] }, preflight, withHeaders)).toEqual([
      [204, headers, ""],
      [204, { ...headers, "access-control-allow-headers": "authorization,x-own" }, ""],
    ]);
  });
});

describe("another method", () => {
  const allow = { allow: "OPTIONS, POST" };

  it("OPTIONS of its own origin lists the methods", async () => {
    const own = { method: "OPTIONS", site: "same-origin", origin: "https://www.example.com" };
    expect(await answers({}, own, { method: "OPTIONS" })).toEqual(
      Array(2).fill([204, { ...asksNotToCache, ...allow }, ""]),
    );
  });

  it.each(["GET", "PUT", "DELETE", "PATCH", "TRACE", "CONNECT", "QUERY", "post", "POST ", ""])(
    "is answered with 405: %j",
    async (method) => {
      const body = '{"code":"method-not-allowed","message":"Send a POST request."}';
      const override = { "X-HTTP-Method-Override": "POST" };
      expect(
        await answers({ allowedOrigins: [page] }, { method, headers: override }, { method, origin: page }),
      ).toEqual([
        [405, { ...always, ...allow }, body],
        [405, { ...always, ...allow, ...forPage }, body],
      ]);
    },
  );

  it("HEAD is answered with 405 and no body", async () => {
    expect(await answers({}, { method: "HEAD" })).toEqual([[405, { ...asksNotToCache, ...allow }, ""]]);
  });
});

describe("an error", () => {
  const secret = "the password of the database is correct-horse";
  const failure = new Error(secret, { cause: new Error(secret) });

  it.each([
    [
      "authorize throws",
      {
        authorize: () => {
          throw failure;
        },
      },
    ],
    ["authorize rejects", { authorize: () => Promise.reject(failure) }],
    ["the signer rejects", { signer: { grant: () => Promise.reject(failure) } }],
    [
      "the signer throws",
      {
        signer: {
          grant: (): Promise<Grant> => {
            throw failure;
          },
        },
      },
    ],
    [
      "cookies() throws",
      {
        cookies: () => {
          throw failure;
        },
      },
    ],
    ["the clock throws", { now: clockThatFailsLater() }],
  ] as [string, Partial<GrantHandlerOptions>][])("is answered without details: %s", async (_, options) => {
    const { answer: whole, errors } = await answer(options);
    expect(whole).toEqual([500, always, '{"code":"error"}']);
    expect(errors).toEqual([failure]);
  });

  function clockThatFailsLater(): () => Date {
    let calls = 0;
    return () => {
      if (calls++ > 0) throw failure;
      return moment;
    };
  }

  it.each([
    ["hangs", () => new Promise<never>(() => {})],
    ["throttles", () => Promise.reject(awsError("ThrottlingException"))],
  ])("of a KMS that %s is answered with 503 and Retry-After", async (_, sign) => {
    await inVirtualTime(async () => {
      const privateKey = awsKmsKey({ keyId: "alias/a", publicKey: publicKeyOf("RSA"), sign });
      const { answer: whole, errors } = await answer({
        signer: createCloudFrontSigner({ keyPairId, privateKey }),
      });
      expect(whole).toEqual([503, { ...always, "retry-after": "1" }, '{"code":"error"}']);
      expect(errors).toEqual([expect.objectContaining({ code: expect.stringMatching(/^ERR_SIGNING_/) })]);
    });
  });

  it("of a secret store that is down is answered with 503 and Retry-After, also to a page of another origin", async () => {
    const key = loadedKey({ load: () => Promise.reject(new Error("down")), onError: () => {} });
    const { answer: whole, errors } = await answer(
      { signer: createCloudFrontSigner({ key }), allowedOrigins: [page] },
      { origin: page, site: "same-site" },
    );
    expect(whole).toEqual([503, { ...always, ...forPage, "retry-after": "1" }, '{"code":"error"}']);
    expect(errors).toEqual([expect.objectContaining({ code: "ERR_KEY_LOAD_FAILED" })]);
  });

  it("of a KMS that denies access is answered with 500", async () => {
    const sign = () => Promise.reject(awsError("AccessDeniedException"));
    const privateKey = awsKmsKey({ keyId: "alias/a", publicKey: publicKeyOf("RSA"), sign });
    const { answer: whole } = await answer({ signer: createCloudFrontSigner({ keyPairId, privateKey }) });
    expect(whole).toEqual([500, always, '{"code":"error"}']);
  });

  it("goes to onError with the request and its context", async () => {
    const heard: unknown[] = [];
    const handler = grantHandler({
      signer,
      authorize: (_, _viewer: string) => Promise.reject(failure),
      onError: (...all) => heard.push(...all),
    });
    const request = endpointRequest({});
    await handler(request, "ada");
    expect(heard).toEqual([failure, request, "ada"]);
  });

  it.each([
    [
      "throws",
      () => {
        throw new Error("onError itself");
      },
    ],
    ["rejects", () => Promise.reject(new Error("onError itself"))],
    ["never settles", () => new Promise<void>(() => {})],
  ] as [string, () => void][])("is answered when onError %s", async (_, onError) => {
    const { answer: whole } = await answer({ authorize: () => Promise.reject(failure), onError });
    expect(whole).toEqual([500, always, '{"code":"error"}']);
  });

  it("is logged when there is no onError", async () => {
    const logged: unknown[] = [];
    const { error } = console;
    console.error = (...values) => logged.push(...values);
    try {
      await grantHandler({ signer, authorize: () => Promise.reject(failure) })(endpointRequest({}));
    } finally {
      console.error = error;
    }
    expect(logged).toEqual([failure]);
  });
});

describe("onEvent", () => {
  /** What is told of one request. */
  async function told(options: Partial<GrantHandlerOptions>, sent: Sent = {}): Promise<object[]> {
    const { events, onEvent } = recordEvents();
    await answer({ onEvent, ...options }, sent);
    return events;
  }

  const refused = (status: number) => [{ type: "grant-refused", status }];

  it("hears of grants", async () => {
    expect(await told({})).toEqual([{ type: "grant-issued" }]);
  });

  it("hears of refusals and errors, with their status", async () => {
    expect(await told({ authorize: () => ({ refused: "signed-out" }) })).toEqual(refused(401));
    expect(await told({ authorize: () => ({ refused: "forbidden" }) })).toEqual(refused(403));
    expect(await told({ authorize: () => Promise.reject(new Error("x")) })).toEqual(refused(500));
    expect(await told({}, { method: "GET" })).toEqual(refused(405));
  });

  it("hears nothing of OPTIONS", async () => {
    expect(await told({}, { method: "OPTIONS" })).toEqual([]);
  });

  it("changes no answer if it throws", async () => {
    const onEvent = () => {
      throw new Error("hook");
    };
    expect((await answer({ onEvent })).answer).toEqual((await answer({})).answer);
  });
});

describe("the client of a handler", () => {
  const segment = `${host}/course/42/1.ts`;

  function clientOf(options: Partial<GrantHandlerOptions>) {
    const handler = grantHandler({
      signer,
      authorize: () => terms,
      onError: () => {},
      now: () => moment,
      ...options,
    });
    return renewingGrant({ load: () => handler(endpointRequest({})), maxWait: 0.1 });
  }

  it("signs with the query that the handler answers", async () => {
    const client = clientOf({});
    const grant = await signer.grant(terms);
    await client.ready();
    expect(client.signUrlNow(segment)).toBe(grant.signUrl(segment));
    expect(client.signUrlNow(`${host}/course/7/1.ts`)).toBe(`${host}/course/7/1.ts`);
    expect(client.needsCookies(segment)).toBe(false);
    client.close();
  });

  it("leaves URLs as they are when the handler sends cookies", async () => {
    const client = clientOf({ cookies: {} });
    await client.ready();
    expect([client.signUrlNow(segment), client.needsCookies(segment)]).toEqual([segment, true]);
    client.close();
  });

  it.each(["signed-out", "forbidden"] as const)("stops when the handler refuses: %s", async (refused) => {
    const client = clientOf({ authorize: () => ({ refused, message: "Ask your teacher." }) });
    expect(await refusedAs(() => client.ready())).toBe("ERR_GRANT_REFUSED load");
    expect(client.state).toMatchObject({ status: "refused", reason: refused });
    expect(`${client.state.status === "refused" && client.state.error.message}`).toContain(
      ": Ask your teacher;",
    );
    client.close();
  });

  it("tries again when the handler answers with an error", async () => {
    const client = clientOf({ authorize: () => Promise.reject(new Error("the database is away")) });
    expect(await refusedAs(() => client.ready())).toBe("ERR_GRANT_LOAD_FAILED load");
    expect(client.state.status).toBe("unavailable");
    client.close();
  });
});
