import { badResources } from "@cloudfront-sign-webcrypto/testing/support/bad-inputs.ts";
import { clientRequest } from "@cloudfront-sign-webcrypto/testing/support/client.ts";
import { refusal, refusedAs } from "@cloudfront-sign-webcrypto/testing/support/refusal.ts";
import { runs } from "@cloudfront-sign-webcrypto/testing/support/runs.ts";
import { end, host, recorder } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

/** Resource patterns, matched section by section: protocol, domain, path and query, each on its own. */

const termsFor = (resource: string) => ({ resource, dateLessThan: end });

async function grantFor(resource: string) {
  const { signer, policies } = recorder();
  const grant = await signer.grant(termsFor(resource));
  return { grant, signed: JSON.parse(policies[0] ?? "").Statement[0].Resource as string };
}

// Per pattern: what it covers, and what it does not. Sources: CloudFront Developer Guide, "Create a signed
// URL using a custom policy".
const table: [resource: string, covered: string[], not: string[]][] = [
  ["*", ["https://cdn.example.com/", "http://other.example/a?b=c"], []],
  [
    `${host}/*`,
    [`${host}/`, `${host}/a.jpg`, `${host}/a/b/c.jpg`, `${host}/a.jpg?x=1`, `${host}/?x=1`, `${host}//a`],
    [
      "http://d111111abcdef8.cloudfront.net/a.jpg",
      "https://cdn.example.com/a.jpg",
      "https://d111111abcdef8.cloudfront.net.example.com/a",
    ],
  ],
  [
    `${host}/image.jpg`,
    [`${host}/image.jpg`],
    [`${host}/image.jpg?x=1`, `${host}/image.jpg/`, `${host}/Image.jpg`, `${host}/`, `${host}/other.jpg`],
  ],
  [
    "https://www.example.com/hello*world",
    [
      "https://www.example.com/helloworld",
      "https://www.example.com/hello-world",
      "https://www.example.com/hello/a/world",
    ],
    [
      "https://www.example.com/hello?world",
      "https://www.example.com/helloworld?x",
      "https://www.example.com/helloworlds",
    ],
  ],
  [
    "https://www.example.com/hello*",
    [
      "https://www.example.com/hello",
      "https://www.example.com/hello?x=1",
      "https://www.example.com/hello/a?b",
    ],
    ["https://www.example.com/hell", "https://www.example.com/a/hello"],
  ],
  [
    `${host}/*game_download.zip*`,
    [`${host}/game_download.zip`, `${host}/a/game_download.zip?license=yes`],
    [`${host}/game.zip`],
  ],
  [
    `${host}/*.ts`,
    [`${host}/a.ts`, `${host}/a/b.ts`],
    [`${host}/a.ts?x=1`, `${host}/a.tsx`, `${host}/x?a.ts`],
  ],
  [`${host}/*.ts*`, [`${host}/a.ts`, `${host}/a.ts?x=1`, `${host}/a.ts.bak`], [`${host}/a.mp4`]],
  [`${host}/*.ts?*`, [`${host}/a.ts?x=1`], [`${host}/a.ts`]],
  [`${host}/f?*`, [`${host}/f?size=10`, `${host}/f?x`], [`${host}/f`, `${host}/fx?size=1`, `${host}/fx`]],
  [`${host}/f?a=1`, [`${host}/f?a=1`], [`${host}/f?a=2`, `${host}/f?a=1&b=2`, `${host}/f`]],
  [`${host}/f?a=?`, [`${host}/f?a=1`, `${host}/f?a=2`], [`${host}/f?a=`, `${host}/f?a=12`]],
  // AWS documents the first ? as the start of the query and as one character: either reading covers.
  [
    `${host}/img_??.jpg`,
    [`${host}/img_?x.jpg`, `${host}/img_12.jpg`],
    [`${host}/img_1.jpg`, `${host}/img_123.jpg`, `${host}/img_`],
  ],
  [`${host}/img?jpg`, [`${host}/img?jpg`, `${host}/img1jpg`], [`${host}/imgjpg`, `${host}/img12jpg`]],
  [
    "https://*.example.com/*",
    ["https://cdn.example.com/a", "https://a.b.example.com/"],
    [
      "https://example.com/a",
      "https://evil.example/.example.com/a",
      "https://evil.example/?.example.com/",
      "http://cdn.example.com/a",
    ],
  ],
  [
    "https://cdn?.example.com/*",
    ["https://cdn1.example.com/a"],
    ["https://cdn.example.com/a", "https://cdn12.example.com/a"],
  ],
  [
    "https://cdn*",
    ["https://cdn.example.com/a?b", "https://cdn.example.com/"],
    ["https://www.example.com/cdn", "http://cdn.example.com/"],
  ],
  [
    "http*://cdn.example.com/*",
    ["http://cdn.example.com/a", "https://cdn.example.com/a"],
    ["https://www.example.com/a"],
  ],
  [
    "*://cdn.example.com/*",
    ["http://cdn.example.com/a", "https://cdn.example.com/a"],
    ["https://www.example.com/a"],
  ],
  [
    "*example.com",
    ["https://cdn.example.com/", "http://example.com/"],
    ["https://cdn.example.com/a", "https://example.com.evil.example/"],
  ],
  [
    "*.example.com/videos/*",
    ["https://cdn.example.com/videos/a", "http://a.example.com/videos/"],
    ["https://example.com/videos/a", "https://cdn.example.com/a"],
  ],
  ["http://cdn.example.com/*", ["http://cdn.example.com/a"], ["https://cdn.example.com/a"]],
  [
    "https://cdn.example.com",
    ["https://cdn.example.com", "https://cdn.example.com/"],
    ["https://cdn.example.com/a"],
  ],
  ["https://cdn.example.com:8443/*", ["https://cdn.example.com:8443/a"], ["https://cdn.example.com/a"]],
  [
    "https://cdn.example.com:443/*",
    ["https://cdn.example.com/a", "https://cdn.example.com:443/a"],
    ["https://cdn.example.com:8443/a"],
  ],
  // Percent-encoded characters are other characters: CloudFront compares what was requested, undecoded.
  [`${host}/%2Fuser/*`, [`${host}/%2Fuser/a`, `${host}/%2fuser/a`], [`${host}//user/a`]],
  // Twice escaped dots are resolved by nobody who should, and by some who should not.
  [
    `${host}/dir/*`,
    [`${host}/dir/..a/b`, `${host}/dir/a..`, `${host}/dir/a?b=/../c`],
    [`${host}/dir/%252e%252e/secret`],
  ],
  [`${host}/a%2A`, [`${host}/a%2A`], [`${host}/ab`, `${host}/a*`]],
  [`${host}/my dir/*`, [`${host}/my dir/a`, `${host}/my%20dir/a`], [`${host}/my+dir/a`]],
  [
    `${host}/*a*b*c`,
    [`${host}/abc`, `${host}/xaxbxc`, `${host}/aabbcc`],
    [`${host}/acb`, `${host}/ab`, `${host}/abcd`],
  ],
];

describe("a pattern covers", () => {
  for (const [resource, covered, not] of table) {
    for (const url of covered) {
      it(`${resource} covers ${url}`, async () => {
        const { grant } = await grantFor(resource);
        expect(grant.covers(url)).toBe(true);
        expect(clientRequest(grant.signUrl(url)).resource).toBe(new URL(url).href.replace("%2f", "%2F"));
        const { signer } = recorder();
        expect(await signer.signUrl(url, termsFor(resource))).toContain("Signature=");
      });
    }
    for (const url of not) {
      it(`${resource} does not cover ${url}`, async () => {
        const { grant } = await grantFor(resource);
        expect(grant.covers(url)).toBe(false);
        expect(await refusedAs(() => grant.signUrl(url))).toBe("ERR_RESOURCE_MISMATCH url");
        const { signer, policies } = recorder();
        const terms = termsFor(resource);
        expect(await refusedAs(() => signer.signUrl(url, terms))).toBe("ERR_RESOURCE_MISMATCH resource");
        expect(policies).toEqual([]);
      });
    }
  }
});

describe("a pattern is brought to wire form, its wildcards kept", () => {
  it.each([
    ["https://CDN.Example.COM/Videos/*", "https://cdn.example.com/Videos/*"],
    ["https://*.Example.COM/Videos/*", "https://*.example.com/Videos/*"],
    ["https://bücher.example/*", "https://xn--bcher-kva.example/*"],
    ["https://cdn.example.com:443/*", "https://cdn.example.com/*"],
    ["http://cdn.example.com:80/*", "http://cdn.example.com/*"],
    ["https://cdn.example.com", "https://cdn.example.com/"],
    ["https://cdn.example.com/café/*", "https://cdn.example.com/caf%C3%A9/*"],
    ["https://cdn.example.com/my dir/*", "https://cdn.example.com/my%20dir/*"],
    ["https://cdn.example.com/.well-known/..a/*", "https://cdn.example.com/.well-known/..a/*"],
    ["*://cdn.example.com:443/*", "*://cdn.example.com:443/*"],
    ["http*://CDN.example.com:80/*", "http*://cdn.example.com:80/*"],
    ["http://cdn.example.com:443/*", "http://cdn.example.com:443/*"],
    ["https://*.example.com:443/*", "https://*.example.com/*"],
    ["*://*.example.com:443/*", "*://*.example.com:443/*"],
    ['https://cdn.example.com/"},"x":"*', "https://cdn.example.com/%22%7D,%22x%22:%22*"],
    ["https://cdn.example.com/f?q='", "https://cdn.example.com/f?q=%27"],
    ["https://cdn.example.com/img??", "https://cdn.example.com/img??"],
    ["https://cdn.example.com/v1/a.?*", "https://cdn.example.com/v1/a.?*"],
    ["https://cdn.example.com/q?", "https://cdn.example.com/q?"],
    ["https://cdn.example.com/f?q='*", "https://cdn.example.com/f?q=%27*"],
    ["https://cdn.example.com/caf%c3%a9/*", "https://cdn.example.com/caf%C3%A9/*"],
    ["https://cdn.example.com/%7Euser/*", "https://cdn.example.com/~user/*"],
    ["https://cdn.example.com?*", "https://cdn.example.com/?*"],
    ["https://cdn.example.com?size=*", "https://cdn.example.com/?size=*"],
    ["https://cdn.example.com?url=/a/*", "https://cdn.example.com/?url=/a/*"],
    ["https://cdn?*", "https://cdn/?*"],
    ["http://localhost?a=*", "http://localhost/?a=*"],
    ["https://cdn?", "https://cdn?/"],
    ["https://cdn.ex?mple.com/*", "https://cdn.ex?mple.com/*"],
    ["https://cdn.example.com:84?3/*", "https://cdn.example.com:84?3/*"],
    ["https://*?v=*", "https://*?v=*"],
    ["*?v=*", "*://*?v=*"],
    ["*?.example.com/*", "*://*?.example.com/*"],
    ["*", "*"],
  ])("%s", async (resource, expected) => {
    expect((await grantFor(resource)).signed).toBe(expected);
  });
});

/** Patterns that no client requests, and that a URL parser would change into wider ones. */
const impossible: [resource: string, says: RegExp][] = [
  [`${host}/v1/.?*`, /dot|\. or \.\. segment/],
  [`${host}/v1/..?*`, /\. or \.\. segment/],
  [`${host}/users/../*`, /\. or \.\. segment/],
  [`${host}/users/./*`, /\. or \.\. segment/],
  [`${host}/users/..`, /\. or \.\. segment/],
  [`${host}/users/%2e%2e/*`, /\. or \.\. segment/],
  [`${host}/users/%2E./*`, /\. or \.\. segment/],
  [`${host}/users%2F..%2F*`, /\. or \.\. segment/],
  ["https://*.example.com/a/../*", /\. or \.\. segment/],
  ["https://*:443", /default port :443 after a domain that ends in \*/],
  ["https://cdn.example.*:443/*", /default port :443 after a domain that ends in \*/],
  ["http://*:80/a", /default port :80 after a domain that ends in \*/],
];

describe("a pattern that no client requests is refused", () => {
  it.each(impossible)("%s", async (resource, says) => {
    const error = await refusal(() => grantFor(resource));
    expect(`${error.code} ${error.option}`).toBe("ERR_RESOURCE_INVALID resource");
    expect(error.message).toMatch(says);
  });
});

describe("text that is not a pattern is refused", () => {
  it.each(badResources)("%j", async (resource) => {
    const error = await refusal(() => grantFor(resource));
    expect(error.option).toBe("resource");
    expect(error.code).toMatch(/^ERR_(RESOURCE_INVALID|URL_INVALID|URL_ALREADY_SIGNED)$/);
  });
});

describe("the policy is canned", () => {
  const kind = async (terms: object, url = `${host}/a.jpg?x=1`) =>
    clientRequest(await recorder().signer.signUrl(url, { dateLessThan: end, ...terms })).kind;
  const cookieKind = async (terms: object) => {
    const { values } = await recorder().signer.signCookies({
      dateLessThan: end,
      resource: `${host}/a.jpg`,
      ...terms,
    });
    return "CloudFront-Expires" in values ? "canned" : "custom";
  };

  it("for a URL with nothing but an end", async () => {
    expect(await kind({})).toBe("canned");
    expect(await kind({ resource: `${host}/a.jpg?x=1` })).toBe("canned");
    expect(await kind({ resource: "https://D111111ABCDEF8.cloudfront.net:443/a.jpg?x=1" })).toBe("canned");
  });

  it("and custom for anything more", async () => {
    expect(await kind({ resource: `${host}/a.jpg*` })).toBe("custom");
    expect(await kind({ dateGreaterThan: 0 })).toBe("custom");
    expect(await kind({ ipAddress: "0.0.0.0/0" })).toBe("custom");
    expect(await kind({ resource: `${host}/a*b` }, `${host}/a*b`)).toBe("custom");
  });

  it("for cookies without a wildcard under any reading", async () => {
    expect(await cookieKind({})).toBe("canned");
    expect(await cookieKind({ resource: `${host}/*` })).toBe("custom");
    expect(await cookieKind({ resource: `${host}/a.jpg?x=1` })).toBe("custom");
    expect(await cookieKind({ ipAddress: "192.0.2.1" })).toBe("custom");
    expect(await cookieKind({ dateGreaterThan: 0 })).toBe("custom");
  });

  it("and a * in a URL without a resource is refused", async () => {
    const { signer } = recorder();
    const error = await refusal(() => signer.signUrl(`${host}/videos/*`, { dateLessThan: end }));
    expect(`${error.code} ${error.option}`).toBe("ERR_RESOURCE_INVALID url");
    expect(error.message).toMatch(/%2A/);
    expect(
      await refusedAs(() =>
        signer.signUrl(`${host}/videos/*`, { dateLessThan: end, ipAddress: "192.0.2.1" }),
      ),
    ).toBe("ERR_RESOURCE_INVALID url");
    expect(clientRequest(await signer.signUrl(`${host}/a%2Ab`, { dateLessThan: end })).resource).toBe(
      `${host}/a%2Ab`,
    );
    expect(
      clientRequest(await signer.signUrl(`${host}/a*b`, { dateLessThan: end, resource: `${host}/*` }))
        .resource,
    ).toBe(`${host}/a*b`);
  });
});

describe("a resource in wire form", () => {
  const outcomeOf = (resource: string) =>
    grantFor(resource).then(
      ({ signed }) => signed,
      ({ code, message }) => `${code} ${message}`,
    );
  const domain = fc.constantFrom(
    "d1.net",
    "cdn.a-b.com",
    "xn--a.com",
    "s3.amazonaws.com",
    "a..b",
    "1.2",
    "a",
  );
  const piece = fc.constantFrom(
    ...[
      "a",
      "B1",
      "-",
      "_",
      "~",
      ".",
      "..",
      "/",
      "//",
      "*",
      "?",
      "=",
      "&",
      "Expires=1",
      "&Policy=",
      "Signature=",
    ],
    ...["&Key-Pair-Id=", ":", "@", "+", ",", "!", "$", "(", ")", ";", "'", "%2e", "%2F", " ", "é", "#", "\\"],
  );

  it("is signed or refused as one that has to be brought to it", async () => {
    await fc.assert(
      fc.asyncProperty(domain, fc.array(piece, { maxLength: 6 }), async (name, pieces) => {
        const rest = `://${name}/${pieces.join("")}`;
        expect(await outcomeOf(`https${rest}`)).toBe(await outcomeOf(`HTTPS${rest}`));
      }),
      runs(12, 1000),
    );
  });

  it("has a host name of at most 253 characters", async () => {
    const longHost = `${"a.".repeat(126)}aa`;
    expect(longHost).toHaveLength(254);
    expect(await outcomeOf(`https://${longHost}/*`)).toBe(await outcomeOf(`HTTPS://${longHost}/*`));
    expect(await outcomeOf(`https://${longHost}/*`)).toMatch(/^ERR_RESOURCE_INVALID|^ERR_URL_INVALID/);
    expect(await outcomeOf(`https://${longHost.slice(2)}/*`)).toBe(
      await outcomeOf(`HTTPS://${longHost.slice(2)}/*`),
    );
  });
});
