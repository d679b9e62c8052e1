import { withPolicy } from "@cloudfront-sign-webcrypto/testing/support/broken-requests.ts";
import { end, host } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { outcome, verifierOf } from "@cloudfront-sign-webcrypto/testing/support/verifying.ts";
import { describe, expect, it } from "vitest";

/**
 * A wildcard covers no path with a dot segment: clients, proxies and origins each make another file of it.
 */

const verifier = verifierOf();
const policyFor = (resource: string | undefined) =>
  JSON.stringify({
    Statement: [{ Resource: resource, Condition: { DateLessThan: { "AWS:EpochTime": end } } }],
  });
const outcomeOf = async (resource: string | undefined, url: string) =>
  outcome(await verifier.verifyUrl(await withPolicy(policyFor(resource), url)));

const withDotSegments = [
  ...[
    "/dir/../secret",
    "/dir/./secret",
    "/dir/..",
    "/dir/.",
    "/dir/%2e%2e/secret",
    "/dir/.%2E/secret",
    "/dir/%2e/secret",
  ],
  ...[
    "/dir/%252e%252e/secret",
    "/dir/%25252e./secret",
    "/dir/..%2fsecret",
    "/dir%2F..%2Fsecret",
    "/dir/..%252fsecret",
  ],
  // A digit of an escape may be escaped itself.
  ...[
    "/dir/%25%32%65%25%32%65/secret",
    "/dir/%252%65./secret",
    "/dir/%25%32e%2e/secret",
    "/dir/%2%65%2%65/secret",
    "/dir/%%32%65/secret",
  ],
  // Decoding an escaped digit completes an escape, which decodes to the start of another escape.
  ...[
    "/dir/%2%352e%2%352e/secret",
    "/dir/%2%35%32e./secret",
    "/dir/.%2%35%32%65/secret",
    "/dir/..%2%352fsecret",
    "/dir/%%32%352e/secret",
  ],
  ...[
    "/dir/..%25%32%66secret",
    "/dir/..%25%35%63secret",
    "/dir/..%%35csecret",
    `/dir/%${"25".repeat(50)}2e/secret`,
  ],
  ...[
    "/dir/%u002e%U002E/secret",
    "/dir/..%u002fsecret",
    "/dir/%25u00%32e./secret",
    "/dir/%c0%ae%C0%AE/secret",
    "/dir/%25c0%25ae./secret",
    "/dir/%e0%80%ae./secret",
    "/dir/%f0%80%80%ae./secret",
    "/dir/..%c1%9csecret",
    "/dir/a;\\..;x\\secret",
    "/dir/..;/secret",
    "/dir/..;a=b/secret",
    "/dir/.;",
    "/dir/..%3b/secret",
    "/dir/%252e.%253Bx/secret",
    "/dir\\..;x\\secret",
    "/dir\\..\\secret",
    "/dir/..\\secret",
    "/dir/..%5csecret",
    "/dir%255C..%255csecret",
    "/dir/.y/../secret",
  ],
];
const without = [
  "/dir/a..b",
  "/dir/%u0041./%u4e2e./x",
  "/dir/%c3%80%ae./%c0./x",
  "/dir/a;..",
  "/dir/;../x",
  "/dir/a;b.jpg",
  "/dir/...;x",
  "/dir/...",
  "/dir/.well-known/x",
  "/dir//x",
  "/dir/%2Fx",
  "/dir/a%2Eb",
  "/dir/caf%C3%A9%20%2%66",
  "/dir/a\\b",
  "/dir/x?y=/../z",
];

describe("a wildcard", () => {
  it.each(withDotSegments)("does not cover %s", async (path) => {
    for (const resource of [
      `${host}/dir*`,
      `${host}/*`,
      "*",
      undefined,
      `http*://*/*`,
      `${host}/dir?..*`,
      `${host}/dir*?x=*`,
    ])
      expect(await outcomeOf(resource, host + path), `${resource}`).toBe("dot-segment");
  });

  it.each(without)("covers %s", async (path) => {
    for (const resource of [`${host}/dir*`, `${host}/*`, "*", undefined])
      expect(await outcomeOf(resource, host + path)).toBe("allowed");
  });

  it("is denied with CloudFront's answer", async () => {
    const url = await withPolicy(policyFor(`${host}/dir/*`), `${host}/dir/%252e%252e/secret`);
    expect(await verifier.verifyUrl(url)).toEqual({
      allowed: false,
      reason: "dot-segment",
      code: "AccessDenied",
      message: "Access denied",
    });
  });
});

describe("the URL itself", () => {
  it.each(withDotSegments)("is covered by a policy for exactly %s", async (path) => {
    expect(await outcomeOf(host + path, host + path)).toBe("allowed");
    expect(await outcomeOf(`${host}${path}?q=*`, `${host}${path}?q=*`)).toBe("allowed");
    expect(await outcomeOf(`${host}${path}x`, host + path)).toBe("resource-mismatch");
  });
});
