import {
  endpoint,
  endpointRequest,
  type Sent,
} from "@cloudfront-sign-webcrypto/testing/support/endpoint-requests.ts";
import { refusal, refusedAs } from "@cloudfront-sign-webcrypto/testing/support/refusal.ts";
import { runs } from "@cloudfront-sign-webcrypto/testing/support/runs.ts";
import { host, moment, recorder } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { grantHandler } from "cloudfront-sign-media/server";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

/** Which pages may ask for a grant. */

const own = "https://www.example.com";
const page = "https://app.example.com";
const { signer } = recorder();
const terms = { resource: `${host}/course/42/*`, expiresIn: "10m" } as const;

/** The status of the answer, and whether `authorize` was called. */
async function outcome(sent: Sent): Promise<string> {
  let calls = 0;
  const authorize = () => {
    calls++;
    return terms;
  };
  const handler = grantHandler({
    signer,
    now: () => moment,
    authorize,
    allowedOrigins: [page, "https://[2001:db8::1]:8443"],
  });
  const { status } = await handler(endpointRequest(sent));
  return `${status}${calls > 0 ? ", authorized" : ""}`;
}

describe("the origin of a request", () => {
  it.each([
    ["https://app.example.com.evil.example"],
    ["https://evil.example/https://app.example.com"],
    ["https://app.example.com/"],
    ["https://app.example.com:443"],
    ["https://app.example.com:8443"],
    ["https://app.example.com."],
    ["https://APP.example.com"],
    ["HTTPS://app.example.com"],
    ["http://app.example.com"],
    ["https://sub.app.example.com"],
    ["https://example.com"],
    ["https://app.example.com, https://evil.example"],
    ["https://evil.example, https://app.example.com"],
    ["https://app.example.com https://app.example.com"],
    ["https://app.example.com#"],
    ["https://user@app.example.com"],
    ["https://app.example.com\\@evil.example"],
    ["https://[2001:db8::1]"],
    ["//app.example.com"],
    ["app.example.com"],
    ["null"],
    ["NULL"],
    ["undefined"],
    ["*"],
    [""],
    ["file://"],
    ["chrome-extension://aapbdbdomjkkjkaonfhkkikfgjllcleb"],
  ])("is not allowed when it only resembles one that is: %j", async (origin) => {
    for (const site of ["cross-site", "same-site", "none", undefined])
      expect(await outcome({ origin, ...(site === undefined ? {} : { site }) })).toBe("403");
  });

  it.each([
    ["the page's own", { origin: own, site: "same-origin" }, "200, authorized"],
    [
      "its own behind a proxy",
      { url: "http://10.0.0.7:3000/api", origin: own, site: "same-origin" },
      "200, authorized",
    ],
    ["null, though the browser calls it its own", { origin: "null", site: "same-origin" }, "403"],
    ["of the same site", { origin: "https://blog.example.com", site: "same-site" }, "403"],
    ["of another site", { origin: "https://evil.example", site: "cross-site" }, "403"],
    ["another, of no page: a browser extension", { origin: "moz-extension://x", site: "none" }, "403"],
    ["missing, from no page", { site: "none" }, "200, authorized"],
    ["missing, from the same site", { site: "same-site" }, "403"],
    ["missing, from another site", { site: "cross-site" }, "403"],
    ["missing, from a site that is not understood", { site: "same-galaxy" }, "403"],
    ["missing, from a site in capitals", { site: "Same-Origin" }, "403"],
    ["missing, from two sites", { site: "same-origin, cross-site" }, "403"],
    ["missing, from an empty site", { site: "" }, "403"],
    ["missing, and no browser's request", {}, "200, authorized"],
    ["its own, from an old browser", { origin: own }, "200, authorized"],
    ["its own, but by HTTP", { origin: "http://www.example.com" }, "403"],
    ["its own, but another port", { origin: `${own}:8443` }, "403"],
    [
      "that of the URL, behind a proxy, from an old browser",
      { url: "http://10.0.0.7/api", origin: own },
      "403",
    ],
    [
      "of an allowed page, IPv6",
      { origin: "https://[2001:db8::1]:8443", site: "cross-site" },
      "200, authorized",
    ],
    ["of an allowed page, from an old browser", { origin: page }, "200, authorized"],
    ["any, when the URL of the request has none", { url: "/api/course/42", origin: own }, "403"],
  ] as [string, Sent, string][])("is judged: %s", async (_, sent, expected) => {
    expect(await outcome(sent)).toBe(expected);
  });

  it("decides whether authorize is called, whatever else the request says", async () => {
    const origins = ["null", own, page, `${page}/`, "https://evil.example", "http://www.example.com", ""];
    const sites = ["same-origin", "same-site", "cross-site", "none", "", "x"];
    const headers = ["Referer", "Host", "X-Forwarded-Host", "X-Forwarded-Origin", "Sec-Fetch-Mode", "Cookie"];
    const sent: fc.Arbitrary<Sent> = fc.record(
      {
        method: fc.constantFrom("POST", "OPTIONS", "GET", "PUT", "post"),
        url: fc.constantFrom(endpoint, "http://10.0.0.7:3000/", `${page}/api`, "https://evil.example/", "/"),
        origin: fc.oneof(fc.constantFrom(...origins), fc.stringMatching(/^[ -~]{0,20}$/)),
        site: fc.oneof(fc.constantFrom(...sites), fc.stringMatching(/^[ -~]{0,12}$/)),
        headers: fc.dictionary(
          fc.constantFrom(...headers),
          fc.constantFrom(own, page, "same-origin", "cors"),
        ),
      },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(sent, async (request) => {
        const isCalled = (await outcome(request)).endsWith("authorized");
        expect(isCalled).toBe(mayAsk(request));
      }),
      runs(16, 2000),
    );
  });

  /** The rules once more, the other way round: who may ask. */
  function mayAsk({ method = "POST", url = endpoint, origin, site }: Sent): boolean {
    if (method !== "POST") return false;
    // Header values have no spaces around them.
    const [from, fetched] = [origin?.trim(), site?.trim()];
    if (from === page || from === "https://[2001:db8::1]:8443") return true;
    if (fetched === "same-origin") return from !== "null";
    if (fetched !== undefined && fetched !== "none") return false;
    return from === undefined || (from !== "null" && url.startsWith(`${from}/`) && from.includes("//"));
  }
});

describe("allowedOrigins", () => {
  it.each([
    "https://app.example.com",
    "https://app.example.com:8443",
    "http://localhost:3000",
    "http://127.0.0.1:5173",
    "https://xn--mnchen-3ya.example",
    "capacitor://localhost",
    "chrome-extension://aapbbdbdomjkkjkaonfhkkikfgjllcleb",
  ])("takes what browsers send: %s", async (origin) => {
    const handler = grantHandler({
      signer,
      authorize: () => terms,
      allowedOrigins: [origin],
      now: () => moment,
    });
    const { status, headers } = await handler(endpointRequest({ origin, site: "cross-site" }));
    expect([status, headers.get("Access-Control-Allow-Origin")]).toEqual([200, origin]);
    // Otherwise no script of that page sees for how long it should wait.
    expect(headers.get("Access-Control-Expose-Headers")).toBe("Retry-After");
  });

  it.each([
    ["https://app.example.com/", "is not written"],
    ["https://app.example.com/path", "is not written"],
    ["https://app.example.com?", "is not written"],
    ["https://app.example.com:443", "is not written"],
    ["http://app.example.com:80", "is not written"],
    ["https://APP.example.com", "is not written"],
    ["https://user:secret@app.example.com", "is not written"],
    ["https://münchen.example", "is not written"],
    [" https://app.example.com", "is not written"],
    ["https:app.example.com", "is not written"],
    ["https://", "is not an origin"],
    ["//app.example.com", "is not an origin"],
    ["localhost:3000", "is not an origin"],
    ["file:///", "is not an origin"],
    ["data:text/html,x", "is not an origin"],
    ["", "is not an origin"],
  ])("refuses what no browser sends: %j", async (origin, problem) => {
    const { message } = await refusal(() =>
      grantHandler({ signer, authorize: () => terms, allowedOrigins: [page, origin] }),
    );
    expect(message.startsWith(`allowedOrigins: entry 2 ${problem}`)).toBe(true);
    expect(message).not.toContain("secret");
  });

  it("is as it was when the handler was made", async () => {
    const allowedOrigins = [page];
    const handler = grantHandler({ signer, authorize: () => terms, allowedOrigins, now: () => moment });
    allowedOrigins.push("https://evil.example");
    expect((await handler(endpointRequest({ origin: "https://evil.example" }))).status).toBe(403);
  });

  it.each([42, {}, null])("and a domain that cookies returns are checked: %j", async (domain) => {
    const errors: unknown[] = [];
    const handler = grantHandler({
      signer,
      authorize: () => terms,
      cookies: () => ({ domain }) as never,
      now: () => moment,
      onError: (error) => void errors.push(error),
    });
    const headers = { Origin: own, "Sec-Fetch-Site": "same-origin" };
    const response = await handler(new Request(endpoint, { method: "POST", headers }));
    expect(response.status).toBe(500);
    expect(errors).toMatchObject([{ code: "ERR_COOKIE_INVALID", option: "domain" }]);
  });

  it("and the other options are checked when the handler is made", async () => {
    const make = (options: object) => () => grantHandler({ signer, authorize: () => terms, ...options });
    const refused = [
      make({ cookies: { domain: "cloudfront.net" } }),
      make({ cookies: { domian: "example.com" } }),
      make({ now: () => 0 }),
      make({ allowedOrigin: [page] }),
      make({ authorise: () => terms }),
    ];
    expect(await Promise.all(refused.map(refusedAs))).toEqual([
      "ERR_COOKIE_INVALID domain",
      "ERR_OPTION_UNKNOWN domian",
      "ERR_OPTION_INVALID now",
      "ERR_OPTION_UNKNOWN allowedOrigin",
      "ERR_OPTION_UNKNOWN authorise",
    ]);
  });

  it("may be empty", async () => {
    const handler = grantHandler({ signer, authorize: () => terms, allowedOrigins: [], now: () => moment });
    expect((await handler(endpointRequest({ origin: page }))).status).toBe(403);
  });
});
