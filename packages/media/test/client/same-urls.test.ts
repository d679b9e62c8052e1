import { url } from "@cloudfront-sign-webcrypto/testing/support/arbitrary-urls.ts";
import { runs } from "@cloudfront-sign-webcrypto/testing/support/runs.ts";
import { end, moment, recorder } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { type RenewingGrant, renewingGrant } from "cloudfront-sign-media/client";
import type { Grant } from "cloudfront-sign-webcrypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

/** The client signs what the grant of the server signs, with the same result. */

const answerOf = ({ resource, query, expiresAt }: Grant) => ({ resource, query, expiresAt, now: moment });

/** A grant of the server, and one in the client that loaded it. */
async function both(resource: string): Promise<[Grant, RenewingGrant]> {
  const server = await recorder().signer.grant({ resource, dateLessThan: end });
  const client = renewingGrant({ load: () => answerOf(server) });
  await client.ready();
  return [server, client];
}

/** As a page resolves it, without its fragment, which never leaves the page. */
const resolved = (text: string): string => new URL(text).href.split("#", 1)[0] as string;

/** A resource, and how URLs begin that it covers. */
const resources: [string, string][] = [
  ["https://d111111abcdef8.cloudfront.net/*", "https://d111111abcdef8.cloudfront.net"],
  ["https://cdn.example.com/a*", "https://CDN.example.com/a"],
  ["http*://cdn.example.com/*", "http://cdn.example.com"],
  ["https://*.example.com/*", "https://a.b.example.com:443"],
  ["https://cdn.example.com/*?*", "https://cdn.example.com/a"],
  ["https://cdn.example.com/a/?*", "https://cdn.example.com/a/?"],
  ["http://192.0.2.1/*", "http://3221225985"],
  ["https://cdn.example.com:8443/*", "https://cdn.example.com:8443"],
  ["https://xn--bcher-kva.example/*", "https://bücher.example"],
  ["https://cdn.example.com./*", "https://cdn.example.com."],
];

describe.each(resources)("a grant for %s", async (resource, start) => {
  const [server, client] = await both(resource);
  const likely = url.map((text) => text.replace(/^(\w+:\/\/)[^/?#]*/, start));
  const anyUrl = fc.oneof({ weight: 4, arbitrary: likely }, { weight: 1, arbitrary: url });

  it("covers the same URLs in the client, as a page resolves them", () =>
    fc.assert(
      fc.property(anyUrl, (text) => {
        expect(client.covers(text)).toBe(server.covers(resolved(text)));
      }),
      runs(16, 1000),
    ));

  it("gives the same signed URLs, and keeps nothing of an older signature", () => {
    let covered = 0;
    fc.assert(
      fc.property(anyUrl, (text) => {
        const unsigned = resolved(text);
        if (!server.covers(unsigned)) return;
        covered++;
        const signed = server.signUrl(unsigned);
        expect(resolved(client.signUrlNow(text))).toBe(signed);
        expect(client.signUrlNow(signed)).toBe(signed);
        const separator = unsigned.includes("?") ? "&" : "?";
        const older = `${unsigned}${separator}Expires=1&Signature=x&Key-Pair-Id=K&Hash-Algorithm=SHA256`;
        expect(client.signUrlNow(older)).toBe(signed);
      }),
      runs(16, 1000),
    );
    expect(covered).toBeGreaterThan(5);
  });
});

describe("a query of the client", async () => {
  const [server] = await both("https://cdn.example.com/*");
  const withQuery = async (query: string) => {
    const grant = renewingGrant({ load: () => ({ ...answerOf(server), query }) });
    await grant.ready();
    return grant;
  };
  const base = "https://cdn.example.com/a.ts";

  it("with a grant ID replaces another one", async () => {
    const grant = await withQuery("grant-id=new&Policy=p&Signature=s&Key-Pair-Id=K");
    const signed = `${base}?x=1&grant-id=new&Policy=p&Signature=s&Key-Pair-Id=K`;
    expect(grant.signUrlNow(`${base}?x=1&grant-id=old&Policy=o&Signature=o&Key-Pair-Id=K`)).toBe(signed);
    expect(grant.signUrlNow(signed)).toBe(signed);
    expect(grant.signUrlNow(`${base}?grant-id=a&x=1&grant-id=b`)).toBe(signed);
  });

  it("without a grant ID leaves a parameter of that name alone", async () => {
    const grant = await withQuery("Signature=s");
    expect(grant.signUrlNow(`${base}?grant-id=own`)).toBe(`${base}?grant-id=own&Signature=s`);
  });

  it.each([
    ["", "?"],
    ["?", "?"],
    ["?a", "?a&"],
    ["?a&", "?a&&"],
    ["?&", "?&&"],
    ["?&&Signature=x&b", "?&&b&"],
    ["?Signature", "?"],
    ["?signature=x", "?signature=x&"],
    ["?Policy=1&Policy=2", "?"],
    ["?a=Signature=1", "?a=Signature=1&"],
    ["?a?Policy=1", "?a?Policy=1&"],
    // Low-latency HLS and CMCD append their parameters to the signed URL.
    ["?Policy=a&Signature=b&Key-Pair-Id=c&_HLS_msn=3&_HLS_part=1", "?_HLS_msn=3&_HLS_part=1&"],
    ["?x=1&Policy=a&Signature=b&Key-Pair-Id=c&Hash-Algorithm=SHA256&_HLS_msn=3", "?x=1&_HLS_msn=3&"],
  ])("goes behind that of the URL: %s", async (own, expected) => {
    const grant = await withQuery("Signature=s");
    expect(grant.signUrlNow(base + own)).toBe(`${base}${expected}Signature=s`);
    expect(grant.signUrlNow(`${base}${own}#t=10`)).toBe(`${base}${expected}Signature=s#t=10`);
  });
});
