import { policyUntil } from "@cloudfront-sign-webcrypto/testing/faults/refused.ts";
import { keyText } from "@cloudfront-sign-webcrypto/testing/support/keys.ts";
import { refusedAs } from "@cloudfront-sign-webcrypto/testing/support/refusal.ts";
import { runs } from "@cloudfront-sign-webcrypto/testing/support/runs.ts";
import {
  end,
  host,
  keyPairId,
  moment,
  recorder,
} from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { outcome, verifierOf } from "@cloudfront-sign-webcrypto/testing/support/verifying.ts";
import { createCloudFrontSigner } from "cloudfront-sign-webcrypto";
import { resourceMatcher } from "cloudfront-sign-webcrypto/internals";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

/**
 * AWS documents that a pattern whose domain starts with `*` may go without its scheme: `*example.com` is
 * `*://*example.com/`. A `*` alone is any URL. All others have a scheme.
 *
 * Source: CloudFront Developer Guide, "Create a signed URL using a custom policy".
 */

const signer = createCloudFrontSigner({
  keyPairId,
  privateKey: keyText("rsa2048.pkcs8.pem"),
  now: () => moment,
});
const verifier = verifierOf();

async function signedResource(terms: { resource: string; dateLessThan: number } | { policy: string }) {
  const { signer, policies } = recorder();
  await signer.signCookies(terms);
  return JSON.parse(policies[0] ?? "").Statement[0].Resource as string;
}

describe("a pattern that starts with *", () => {
  it.each<[pattern: string, signed: string, covered: string[], not: string[]]>([
    ["*", "*", [`${host}/`, "http://a.example/b?c"], []],
    // What looks like the end of a path is a domain: for any file of a host, write the host.
    ["*.mp4", "*://*.mp4/", ["https://a.mp4/"], [`${host}/a.mp4`, "https://a.mp4/b", "https://mp4/"]],
    [
      "*/a.mp4",
      "*://*/a.mp4",
      [`${host}/a.mp4`, "http://b.example/a.mp4"],
      [`${host}/b/a.mp4`, `${host}/a.mp4?b`],
    ],
    [
      "*/videos/*",
      "*://*/videos/*",
      [`${host}/videos/a?b`, "http://b.example/videos/"],
      [`${host}/b/videos/a`],
    ],
    ["*.mp4*", "*://*.mp4*", ["https://a.mp4/b?c", "https://a.mp4.example/"], [`${host}/a.mp4`]],
    ["*.mp4?v=*", "*://*.mp4/?v=*", ["https://a.mp4/?v=1"], [`${host}/a.mp4?v=1`]],
    ["*:8080/a", "*://*:8080/a", ["http://b.example:8080/a"], ["http://b.example/a"]],
  ])("%s is signed as %s", async (pattern, signed, covered, not) => {
    expect(await signedResource({ resource: pattern, dateLessThan: end })).toBe(signed);
    expect(await signedResource({ policy: policyUntil(end, pattern) })).toBe(pattern);
    for (const resource of [pattern, signed]) {
      const covers = resourceMatcher(resource);
      expect([resource, covered.filter(covers), not.filter(covers)]).toEqual([resource, covered, []]);
    }
    const terms = { resource: pattern, dateLessThan: end };
    for (const url of covered)
      expect(outcome(await verifier.verifyUrl(await signer.signUrl(url, terms)))).toBe("allowed");
    for (const url of not)
      expect(await refusedAs(() => signer.signUrl(url, terms))).toBe("ERR_RESOURCE_MISMATCH resource");
  });

  it.each([
    ["?.mp4", "ERR_RESOURCE_INVALID resource"],
    [".mp4", "ERR_RESOURCE_INVALID resource"],
    ["cdn.example.com/*", "ERR_RESOURCE_INVALID resource"],
    ["/videos/*", "ERR_RESOURCE_INVALID resource"],
  ])("is the only one that may go without a scheme: %s", async (resource, code) => {
    const ready = code.replace("resource", "policy");
    expect(await refusedAs(() => signedResource({ resource, dateLessThan: end }))).toBe(code);
    expect(await refusedAs(() => signedResource({ policy: policyUntil(end, resource) }))).toBe(ready);
  });

  it("covers, as it is signed, what it covers as it is given", async () => {
    const part = fc.constantFrom("a", ".a", "/", "*", "?", "?*", "=", ":80", "*.a", "/a");
    const pattern = fc.array(part, { maxLength: 6 }).map((parts) => `*${parts.join("")}`);
    const name = fc.constantFrom("a", "b.a", "b.a:80", "a.a");
    const path = fc.array(fc.constantFrom("a", ".a", "/", "?", "=", "/a"), { maxLength: 5 });
    const url = fc
      .tuple(fc.constantFrom("https", "http"), name, path)
      .map(([scheme, domain, parts]) => `${scheme}://${domain}/${parts.join("")}`);
    let compared = 0;
    await fc.assert(
      fc.asyncProperty(pattern, fc.array(url, { minLength: 5, maxLength: 5 }), async (given, urls) => {
        // A ? in the domain may also be one character of it, and behind the slash that is added one of the path.
        fc.pre(!/^[^/]*\?(?!\*)/.test(given));
        const signed = await signedResource({ resource: given, dateLessThan: end }).catch(() => undefined);
        fc.pre(signed !== undefined);
        compared++;
        const expected = urls.filter(resourceMatcher(given));
        expect([given, signed, urls.filter(resourceMatcher(signed as string))]).toEqual([
          given,
          signed,
          expected,
        ]);
      }),
      runs(20260103, 2000),
    );
    expect(compared).toBeGreaterThan(100);
  });
});
