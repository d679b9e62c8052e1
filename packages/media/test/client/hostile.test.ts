import { url as anyUrl } from "@cloudfront-sign-webcrypto/testing/support/arbitrary-urls.ts";
import { hostileValue } from "@cloudfront-sign-webcrypto/testing/support/hostile-values.ts";
import { refusal } from "@cloudfront-sign-webcrypto/testing/support/refusal.ts";
import { runs } from "@cloudfront-sign-webcrypto/testing/support/runs.ts";
import { type RenewingGrant, renewingGrant } from "cloudfront-sign-media/client";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

/** Answers that no server of ours gives, and URLs that look like others: nothing is signed for another host. */

const secret = "secretsignature";
const good = {
  resource: "https://cdn.example.com/film/*",
  query: `Policy=p&Signature=${secret}&Key-Pair-Id=K`,
  now: "2026-01-01T00:00:00Z",
  expiresAt: "2026-01-01T00:05:00Z",
};

const { query: _, ...withoutQuery } = good;

const throwing = (name: string) =>
  Object.defineProperty({ ...good }, name, {
    get() {
      throw new Error("from a getter");
    },
  });

const faults: [string, unknown][] = [
  ["resource: *", { ...good, resource: "*" }],
  ["resource: https://*", { ...good, resource: "https://*" }],
  ["resource: https://*/film/*", { ...good, resource: "https://*/film/*" }],
  ["resource: *://cdn.example.com/*", { ...good, resource: "*://cdn.example.com/*" }],
  ["resource: ht*://cdn.example.com/*", { ...good, resource: "ht*://cdn.example.com/*" }],
  ["resource: https://cdn.example.com*", { ...good, resource: "https://cdn.example.com*" }],
  ["resource: https://cdn.*.com/*", { ...good, resource: "https://cdn.*.com/*" }],
  ["resource: https://cdn?example.com/*", { ...good, resource: "https://cdn?example.com/*" }],
  ["resource: https://*.com/*", { ...good, resource: "https://*.com/*" }],
  ["resource: https://*./*", { ...good, resource: "https://*./*" }],
  ["resource: https://*.com./*", { ...good, resource: "https://*.com./*" }],
  ["resource: https://*example.com/*", { ...good, resource: "https://*example.com/*" }],
  ["resource: https://d1*.cloudfront.net/*", { ...good, resource: "https://d1*.cloudfront.net/*" }],
  ["resource: https://*.cloudfront.net/*", { ...good, resource: "https://*.cloudfront.net/*" }],
  ["resource: http*://*.cloudfront.net/*", { ...good, resource: "http*://*.cloudfront.net/*" }],
  ["resource: https://*.CloudFront.Net/*", { ...good, resource: "https://*.CloudFront.Net/*" }],
  ["resource: https://*.cloudfront.net./*", { ...good, resource: "https://*.cloudfront.net./*" }],
  ["resource: https://*.cloudfront.net:443/*", { ...good, resource: "https://*.cloudfront.net:443/*" }],
  ["resource: https://*.cloudfront.net.:8443/*", { ...good, resource: "https://*.cloudfront.net.:8443/*" }],
  ["resource: https:///film/*", { ...good, resource: "https:///film/*" }],
  ["resource: /film/*", { ...good, resource: "/film/*" }],
  ["resource: file:///film/*", { ...good, resource: "file:///film/*" }],
  ["an empty resource", { ...good, resource: "" }],
  ["a long resource", { ...good, resource: `https://cdn.example.com/${"a*".repeat(1e6)}` }],
  ["a list as resource", { ...good, resource: [good.resource] }],
  ["an object as resource", { ...good, resource: { toString: () => good.resource } }],
  ["no query and no cookies", withoutQuery],
  ["query and cookies", { ...good, cookies: true }],
  ["cookies: false", { ...withoutQuery, cookies: false }],
  ["cookies: 1", { ...withoutQuery, cookies: 1 }],
  ["a number as query", { ...good, query: 42 }],
  ["an object as query", { ...good, query: { toString: () => good.query } }],
  ["an empty query", { ...good, query: "" }],
  ["a query without Signature", { ...good, query: "Policy=p&Key-Pair-Id=K" }],
  ["a query with an empty Signature", { ...good, query: "Policy=p&Signature=&Key-Pair-Id=K" }],
  ["a query that starts with ?", { ...good, query: `?${good.query}` }],
  ["a query that starts with &", { ...good, query: `&${good.query}` }],
  ["a query with a fragment", { ...good, query: `${good.query}#x` }],
  ["a query with a newline", { ...good, query: `${good.query}\r\nHost: evil.example` }],
  ["a query that ends with a newline", { ...good, query: `${good.query}\n` }],
  ["a query with a space", { ...good, query: `${good.query}&a=b c` }],
  ["a query with a quote", { ...good, query: `${good.query}&a="` }],
  ["a query with a host", { ...good, query: `x=@evil.example/&${good.query}` }],
  ["a query that is not ASCII", { ...good, query: `${good.query}&a=é` }],
  ["a long query", { ...good, query: `${good.query}${"&Signature=a".repeat(1e6)}!` }],
  ["no now", { ...good, now: undefined }],
  ["a number as now", { ...good, now: 1767225600 }],
  ["an invalid Date", { ...good, expiresAt: new Date(Number.NaN) }],
  ["a word as expiresAt", { ...good, expiresAt: "tomorrow" }],
  ["expiresAt as now", { ...good, expiresAt: good.now }],
  ["expiresAt before now", { ...good, expiresAt: "2025-12-31T23:59:59Z" }],
  ...Object.keys(good).map((name): [string, unknown] => [`a getter ${name} that throws`, throwing(name)]),
  ["fields of its prototype's prototype only", Object.create({ __proto__: null })],
  ["a text", JSON.stringify(good)],
  ["a function", () => good],
  ["a symbol", Symbol("answer")],
  ["a list", [good]],
];

describe.each(faults)("an answer with %s", (_, answer) => {
  it("gives no grant, and its error names the field and shows no value", async () => {
    const grant = renewingGrant({ load: async () => answer as never });
    const error = await refusal(() => grant.ready());
    expect([error.code, error.option]).toEqual(["ERR_GRANT_LOAD_FAILED", "load"]);
    expect(error.message).not.toContain(secret);
    expect(error.message.length).toBeLessThan(200);
    expect(grant.covers("https://cdn.example.com/film/1.ts")).toBe(false);
    expect(() => grant.signUrlNow("https://cdn.example.com/film/1.ts")).toThrow(error.message);
    grant.close();
  });
});

it.each([200, 401, 500])(
  "an endless answer with status %s is read no further than a grant is long",
  async (status) => {
    let chunks = 0;
    // Workers of old compatibility dates make no other stream.
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    const writer = writable.getWriter();
    const write = async (): Promise<never> => {
      for (;;) {
        await writer.write(new TextEncoder().encode(`{"resource":"${"a".repeat(10_000)}`));
        chunks++;
      }
    };
    const isCancelled = write().catch(() => true);
    const grant = renewingGrant({ load: () => new Response(readable, { status }), maxWait: 0.02 });
    const error = await refusal(() => grant.ready());
    expect(error.code).toBe(status === 401 ? "ERR_GRANT_REFUSED" : "ERR_GRANT_LOAD_FAILED");
    expect(await isCancelled).toBe(true);
    expect(chunks).toBeLessThan(20);
    grant.close();
  },
);

it.each(["", "\ufeff"])("an answer in chunks of one byte is one grant, with %j in front", async (start) => {
  const bytes = new TextEncoder().encode(start + JSON.stringify({ ...good, note: "né €" }));
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const writer = writable.getWriter();
  const write = async (): Promise<void> => {
    for (const byte of bytes) await writer.write(Uint8Array.of(byte));
    await writer.close();
  };
  const grant = renewingGrant({ load: () => new Response(readable) });
  write();
  await grant.ready();
  expect(grant.covers("https://cdn.example.com/film/1.ts")).toBe(true);
  grant.close();
});

it("any value as an answer, and any member of one, is a grant or an error of this package", () =>
  fc.assert(
    fc.asyncProperty(hostileValue, fc.constantFrom(...Object.keys(good), "cookies"), async (make, name) => {
      for (const load of [() => make(), () => ({ ...good, [name]: make() })]) {
        const controller = new AbortController();
        const grant = renewingGrant({ load: load as () => never, maxWait: 0.02, signal: controller.signal });
        try {
          await grant.ready();
          expect(grant.signUrlNow("https://evil.example/film/1.ts")).toBe("https://evil.example/film/1.ts");
        } catch (error) {
          expect(error).toMatchObject({ code: expect.stringMatching(/^ERR_GRANT_/) });
        }
        controller.abort();
        expect(grant.state).toEqual({ status: "closed" });
      }
    }),
    runs(16, 300),
  ));

const begun = async (fields: object): Promise<RenewingGrant> => {
  const grant = renewingGrant({ load: () => ({ ...good, ...fields }) });
  await grant.ready();
  return grant;
};

const foreign = [
  "https://evil.example/film/1.ts",
  "https://cdn.example.com@evil.example/film/1.ts",
  "https://cdn.example.com:443@evil.example/film/1.ts",
  "https://cdn.example.com%2F@evil.example/film/1.ts",
  "https://cdn.example.com.evil.example/film/1.ts",
  "https://cdn.example.com:8443/film/1.ts",
  "https://evil.example/https://cdn.example.com/film/1.ts",
  "https://evil.example?https://cdn.example.com/film/1.ts",
  "https://evil.example#https://cdn.example.com/film/1.ts",
  "https://evil.example\\@cdn.example.com/film/1.ts",
  "https:\\\\evil.example\\film\\1.ts",
  "https:evil.example/film/1.ts",
  "https://evil.example\t/film/1.ts",
  "https://evil.example/.example.com/film/1.ts",
  "https://evil.example?.example.com/film/1.ts",
  "https://evil.example#.example.com/film/1.ts",
  "https://evil.example\\.example.com/film/1.ts",
  "https://evil%2Eexample%2F.example.com/film/1.ts",
  "https://evil.example .example.com/film/1.ts",
  "https://evil.example|.example.com/film/1.ts",
  "https://example.com/film/1.ts",
  "http://cdn.example.com/film/1.ts",
  "ftp://cdn.example.com/film/1.ts",
  "blob:https://cdn.example.com/film/1.ts",
  "data:text/plain,https://cdn.example.com/film/1.ts",
  "javascript://cdn.example.com/film/1.ts",
  "https://cdn.example.com/film/../other/1.ts",
  "https://cdn.example.com/film/%2e%2e/other/1.ts",
  "https://cdn.example.com/film/..%2fother/1.ts",
  "https://cdn.example.com/film/..\\other/1.ts",
  "https://cdn.example.com/film/..%5cother/1.ts",
  "https://cdn.example.com//film/1.ts",
  "https://cdn.example.com/Film/1.ts",
  "",
  "film/1.ts\0",
];

describe.each(["https://cdn.example.com/film/*", "https://*.example.com/film/*"])(
  "a grant for %s",
  (resource) => {
    it.each(foreign)("leaves %j as it is", async (text) => {
      const grant = await begun({ resource });
      expect(grant.covers(text)).toBe(false);
      expect(await grant.signUrl(text)).toBe(text);
      expect(grant.signUrlNow({ href: text })).toBe(text);
      expect(await grant.retryUrl(text)).toBeUndefined();
      grant.close();
    });

    it("signs nothing that a client would send to another host", async () => {
      const grant = await begun({ resource });
      const hosts = fc.constantFrom(
        "cdn.example.com",
        "CDN.example.COM",
        "evil.example",
        "evil.example/cdn.example.com",
      );
      const glue = fc.constantFrom(
        "",
        "@",
        ":",
        "\\",
        "/",
        "?",
        "#",
        ".",
        "%2f",
        "%40",
        "。",
        "\t",
        " ",
        "|",
        "\u00ad",
      );
      const scheme = fc.constantFrom(
        "https://",
        "https:/",
        "https:\\\\",
        "http://",
        "//",
        "blob:https://",
        "\nhttps://",
      );
      const text = fc
        .tuple(scheme, fc.array(fc.oneof(hosts, glue), { maxLength: 5 }))
        .map(([start, pieces]) => `${start}${pieces.join("")}/film/1.ts`);
      fc.assert(
        fc.property(fc.oneof(text, anyUrl), (input) => {
          const signed = grant.signUrlNow(input);
          if (signed === input) return;
          const { hostname, protocol, pathname } = new URL(signed);
          expect(hostname === "cdn.example.com" || hostname.endsWith(".example.com")).toBe(true);
          expect([protocol, pathname.slice(0, 6)]).toEqual(["https:", "/film/"]);
        }),
        runs(16, 3000),
      );
      grant.close();
    });
  },
);

it("signs no URL that would be too long for CloudFront", async () => {
  const grant = await begun({});
  const start = "https://cdn.example.com/film/";
  const longest = start + "a".repeat(8192 - start.length - 1 - good.query.length);
  expect(grant.signUrlNow(longest)).toBe(`${longest}?${good.query}`);
  expect(grant.signUrlNow(`${longest}a`)).toBe(`${longest}a`);
  expect([grant.covers(longest), grant.covers(`${longest}a`)]).toEqual([true, false]);
  grant.close();
});

it("a lifetime of a moment is none", async () => {
  const short = renewingGrant({
    load: () => ({ ...good, expiresAt: "2026-01-01T00:00:00.001Z" }),
    maxWait: 0.05,
  });
  await short.ready().catch(({ code }) => expect(code).toBe("ERR_GRANT_LOAD_FAILED"));
  short.close();
});
