import { policyUntil } from "@cloudfront-sign-webcrypto/testing/faults/refused.ts";
import { badResources } from "@cloudfront-sign-webcrypto/testing/support/bad-inputs.ts";
import { clientRequest } from "@cloudfront-sign-webcrypto/testing/support/client.ts";
import { refusal, refusedAs } from "@cloudfront-sign-webcrypto/testing/support/refusal.ts";
import { repeated, runs } from "@cloudfront-sign-webcrypto/testing/support/runs.ts";
import { end, host, recorder } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { wireResource } from "cloudfront-sign-webcrypto/internals";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

/** Resource patterns, matched section by section: protocol, domain, path and query, each on its own. */

/** What ends in / or covers hosts of others is refused unless a ready policy has it. */
const isRefused =
  /^[^/]*\/\/[^/]*\/(?:[^*?]*\/)?$|^(?:[^/]*\/\/)?(?:[*?.:]+[/*?]*$|[^/]*[*?](?!(?:[^/.]*\.){2}[^/]+\/)[^/*?]*(?:\/|$))/;
const termsFor = (resource: string) => {
  const wired = wireResource(resource);
  return isRefused.test(wired) ? { policy: policyUntil(end, wired) } : { resource, dateLessThan: end };
};

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
  // AWS documents the first ? as the start of the query and as one character: the narrower reading covers.
  [
    `${host}/img_??.jpg`,
    [`${host}/img_?x.jpg`],
    [`${host}/img_12.jpg`, `${host}/img_1.jpg`, `${host}/img_123.jpg`, `${host}/img_`],
  ],
  [`${host}/img?jpg`, [`${host}/img?jpg`], [`${host}/img1jpg`, `${host}/imgjpg`, `${host}/img12jpg`]],
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
        expect(await refusedAs(() => signer.signUrl(url, terms))).toBe(
          `ERR_RESOURCE_MISMATCH ${"policy" in terms ? "policy" : "resource"}`,
        );
        expect(policies).toEqual([]);
      });
    }
  }
});

/** CloudFront's rule, section by section and with the first `?` as the start of the query, by a search of its own. */
function covers(pattern: string, url: string): boolean {
  const cut = (text: string) => /^(.*?):\/\/([^/]*)(.*)$/s.exec(text)?.slice(1) as [string, string, string];
  const [protocol, domain, rest] = cut(pattern);
  const [scheme, host, target] = cut(url);
  const [path = "", ...queries] = target.split("?");
  const query = queries.length > 0 ? queries.join("?") : undefined;
  const fits = (glob: string, text: string): boolean => {
    let reached = new Set([0]);
    for (const character of glob) {
      const next = new Set<number>();
      for (const at of reached) {
        if (character === "*") for (let to = at; to <= text.length; to++) next.add(to);
        else if (at < text.length && (character === "?" || character === text[at])) next.add(at + 1);
      }
      reached = next;
    }
    return reached.has(text.length);
  };
  if (!fits(protocol, scheme) || !fits(domain, host)) return false;
  if (rest === "") return domain.endsWith("*");
  const [pathPattern = "", ...queryPatterns] = rest.split("?");
  if (queryPatterns.length === 0) return (query === undefined || rest.endsWith("*")) && fits(rest, path);
  return query !== undefined && fits(pathPattern, path) && fits(queryPatterns.join("?"), query);
}

it("covers what an independent implementation of the rule covers", async () => {
  const rest = fc
    .array(fc.constantFrom("a", "b", "/", "*", "?", "a*", "*?"), { maxLength: 9 })
    .map((parts) => `/${parts.join("")}`);
  const domain = fc.constantFrom("h.example", "*.example", "h*", "*", "?.example", "h.example:8443");
  const target = fc
    .array(fc.constantFrom("a", "b", "/", "?", "ab"), { maxLength: 9 })
    .map((parts) => `/${parts.join("")}`);
  const protocol = fc.constantFrom("https", "http", "*", "http*");
  const hosts = fc.constantFrom("h.example", "x.example", "h.example:8443", "other");
  const outcomes = { true: 0, false: 0 };
  await fc.assert(
    fc.asyncProperty(
      protocol,
      domain,
      rest,
      fc.constantFrom("https", "http"),
      hosts,
      target,
      async (p, d, r, scheme, h, t) => {
        fc.pre(!/^[^?]*\?$/.test(r) && !/\?$/.test(t) && (!r.includes("*") || !/\?(?!\**$)/.test(r)));
        fc.pre(!/^\/\/|\/(?:|[^/]*\*[^/]*)\/\*$/.test(r));
        const [pattern, url] = [`${p}://${d}${r}`, `${scheme}://${h}${t}`];
        const { grant } = await grantFor(pattern);
        const expected = covers(pattern, url);
        outcomes[`${expected}`]++;
        expect([pattern, url, grant.covers(url)]).toEqual([pattern, url, expected]);
      },
    ),
    runs(20260101, 4000),
  );
  expect(outcomes.true).toBeGreaterThan(repeated(100));
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
    ["*", "*"],
  ])("%s", async (resource, expected) => {
    expect((await grantFor(resource)).signed).toBe(expected);
  });
});

/** Patterns that became others, most of them wider ones, while a URL parser read them. */
const ambiguous: [resource: string, says: RegExp][] = [
  [`${host}/v1/.?*`, /dot|\. or \.\. segment/],
  [`${host}/v1/..?*`, /\. or \.\. segment/],
  [`${host}/users/../*`, /\. or \.\. segment/],
  [`${host}/users/./*`, /\. or \.\. segment/],
  [`${host}/users/..`, /\. or \.\. segment/],
  [`${host}/users/%2e%2e/*`, /\. or \.\. segment/],
  [`${host}/users/%2E./*`, /\. or \.\. segment/],
  [`${host}/users%2F..%2F*`, /\. or \.\. segment/],
  ["https://*.example.com/a/../*", /\. or \.\. segment/],
  [`${host}/q?`, /lone \?.*\?\*/],
  [`${host}/*?`, /lone \?/],
  ["https://*.example.com/q?", /lone \?/],
  ...["/q?size=*", "/*?*download=1", "/img?/*", "/a*?x=*", "/f?q='*", "/*a?*x", "/f?a=*&b=1", "/a?*?*"].map(
    (rest): [string, RegExp] => [`${host}${rest}`, /has a \? that starts the query to some readers/],
  ),
  ["http*://*.example.com/q?size=*", /has a \? that starts the query to some readers/],
  [`${host}/caf%c3%a9/*`, /has %c3, which .* as %C3; write %C3$/],
  [`${host}/%7Euser/*`, /has %7E, which .* as ~; write ~$/],
  [`${host}/a?b=%2f*`, /has %2f, which .* as %2F; write %2F$/],
  ["https://*:443", /default port :443 after a domain that ends in \*/],
  ["https://cdn.example.*:443/*", /default port :443 after a domain that ends in \*/],
  ["http://*:80/a", /default port :80 after a domain that ends in \*/],
  ["https://cdn.example.com?*", /directly after the domain/],
  ["https://cdn?", /directly after the domain/],
  ...[
    "https://*?.example.com/*",
    "https://cdn.ex?mple.com/*",
    "https://cdn.example.com:84?3/*",
    "*?.example.com/*",
  ].map((resource): [string, RegExp] => [resource, /has a \? in the domain/]),
];

describe("an ambiguous pattern is refused", () => {
  it.each(ambiguous)("%s", async (resource, says) => {
    const error = await refusal(() => grantFor(resource));
    expect(`${error.code} ${error.option}`).toBe("ERR_RESOURCE_INVALID resource");
    expect(error.message).toMatch(says);
  });
});

it.each([
  `${host}?*`,
  `${host}?size=*`,
  "https://cdn?.example.com?*",
  "https://*?/*",
  "*?*",
  "*?://cdn.example.com/*",
])("a ready policy has no ? in front of its path: %s", async (resource) => {
  const policy = `{"Statement":[{"Resource":"${resource}","Condition":{"DateLessThan":{"AWS:EpochTime":${end}}}}]}`;
  const error = await refusal(() => recorder().signer.signCookies({ policy }));
  expect(`${error.code} ${error.option}`).toBe("ERR_RESOURCE_INVALID policy");
  expect(error.message).toContain("its Resource has a ? in the domain");
});

describe("text that is not a pattern is refused", () => {
  it.each(badResources)("%j", async (resource) => {
    const error = await refusal(() => grantFor(resource));
    expect(error.option).toBe("resource");
    expect(error.code).toMatch(/^ERR_(RESOURCE_INVALID|URL_INVALID|URL_ALREADY_SIGNED)$/);
  });

  it.each([null, 5, true, {}, []])("%s, which is not text", async (resource) => {
    expect(await refusedAs(() => grantFor(resource as never))).toMatch(
      /^ERR_(RESOURCE|URL)_INVALID resource$/,
    );
  });
});

describe("an address", () => {
  const sign = (ipAddress: string) =>
    recorder().signer.signUrl(`${host}/a.jpg`, { dateLessThan: end, ipAddress });

  it.each(["192.168.1.20", "172.16.0.1", "172.17.0.2", "172.19.9.9", "172.20.0.1", "172.31.255.1/32"])(
    "%s of a private network throws",
    async (address) =>
      expect(await refusal(() => sign(address))).toMatchObject({
        code: "ERR_IP_ADDRESS_INVALID",
        option: "ipAddress",
      }),
  );

  it.each(["172.15.255.255", "172.32.0.1", "11.0.0.1", "192.169.0.1", "128.0.0.1", "17.16.0.1"])(
    "%s beside one is signed",
    async (address) => expect(clientRequest(await sign(address)).policy).toContain(`"${address}/32"`),
  );
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
