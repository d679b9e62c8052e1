import { policyUntil } from "@cloudfront-sign-webcrypto/testing/faults/refused.ts";
import { withPolicy } from "@cloudfront-sign-webcrypto/testing/support/broken-requests.ts";
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
import { resourceReadings } from "cloudfront-sign-webcrypto/internals";
import { createCloudFrontVerifier } from "cloudfront-sign-webcrypto/verify";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

/** Whether any reading of a resource covers a URL. */
function resourceMatcher(resource: string): (href: string) => boolean {
  const readings = resourceReadings(resource);
  return (href) => readings.some((covers) => covers(href));
}

/** Policies of other signers hold patterns that this signer never makes: they are compared as CloudFront does. */

const verifier = verifierOf();
const outcomeFor = async (resource: string, url: string) => {
  const condition = `{"DateLessThan":{"AWS:EpochTime":${end}}}`;
  const policy = `{"Statement":[{"Resource":${JSON.stringify(resource)},"Condition":${condition}}]}`;
  return outcome(await verifier.verifyUrl(await withPolicy(policy, url)));
};

describe("a resource", () => {
  it.each<[resource: string, path: string, isCovered: boolean]>([
    // Wildcards in the scheme.
    ["?ttps://d111111abcdef8.cloudfront.net/*", "/a", true],
    ["*ttps://d111111abcdef8.cloudfront.net/*", "/a", true],
    ["?https://d111111abcdef8.cloudfront.net/*", "/a", false],
    // A * at the very end covers all that follows, also from within the domain.
    ["https://?*", "/a/b?c", false],
    ["https://**", "/a/b?c", true],
    ["https://d111111*", "/a/b?c", true],
    ["https://e111111*", "/a/b?c", false],
    // Without a path a pattern covers nothing but a domain that ends with *.
    ["https://*.cloudfront.net", "/", false],
    ["https://*.cloudfront.net/", "/", true],
    // Without a scheme a domain starts with *, and covers the slash behind it.
    ["*.cloudfront.net", "/", true],
    ["*.cloudfront.net", "/a", false],
    ["*.cloudfront.net/a", "/a", true],
    ["*.cloudfront.net/*", "/a?b", true],
    ["*cloudfront*", "/a?b", true],
    ["d111111abcdef8.cloudfront.net/a", "/a", false],
    ["d111111abcdef8.cloudfront*", "/a", false],
    // A part with ? between two * is searched for up to 100 characters.
    [`${host}/f?*${"a".repeat(99)}?*x`, `/f?${"a".repeat(100)}x`, true],
    [`${host}/f?*${"a".repeat(100)}?*x`, `/f?${"a".repeat(101)}x`, false],
  ])("%s covers %s: %s", async (resource, path, isCovered) => {
    expect(await outcomeFor(resource, host + path)).toBe(isCovered ? "allowed" : "resource-mismatch");
  });
});

describe("a grant", () => {
  it.each(["*.cloudfront.net/*", "http*://d111111abcdef8.cloudfront.net/*", `${host}/*/a`, `${host}/*`])(
    "for %s covers no path with an escaped dot segment",
    async (resource) => {
      const grant = await recorder().signer.grant({ policy: policyUntil(end, resource) });
      expect(grant.covers(`${host}/b/%252e%252e/a`)).toBe(false);
      expect(grant.covers(`${host}/b/%252e%252ec/a`)).toBe(true);
    },
  );
});

/** Where a part of a pattern repeats its own beginning, a search must not skip a match nor make one up. */

const publicKeys = { [keyPairId]: keyText("rsa2048.pub.spki.pem") };

/** All words of 1 to `longest` letters of an alphabet. */
function words(alphabet: string, longest: number): string[] {
  const all = [""];
  for (const word of all) if (word.length < longest) for (const letter of alphabet) all.push(word + letter);
  return all.slice(1);
}

const paths = words("ab", 7);

describe("a path pattern finds what a regular expression finds", () => {
  it.each<[form: string, parts: string[]]>([
    ["/*PART*", [...words("ab", 5), ...words("ab?", 3)]],
    ["/a*PART*b", words("ab?", 3)],
    ["/*PART*aab*", words("ab", 3)],
  ])("%s, for each part of few letters in each path of few letters", (form, parts) => {
    for (const part of parts) {
      const pattern = form.replace("PART", part);
      const model = new RegExp(`^${pattern.replaceAll("?", ".").replaceAll("*", ".*")}$`);
      const verifier = createCloudFrontVerifier({ publicKeys, restrict: [pattern] });
      const found = paths.filter((path) => verifier.isRestricted(`${host}/${path}`));
      expect(found, pattern).toEqual(paths.filter((path) => model.test(`/${path}`)));
    }
  });
});

it("a part of any length is found in a resource, as long as it has no ?", async () => {
  const long = "a".repeat(1000);
  const grant = await recorder().signer.grant({ resource: `${host}/*${long}*`, dateLessThan: end });
  expect(grant.covers(`${host}/b${long}c`)).toBe(true);
  expect(grant.covers(`${host}/b${long.slice(1)}c`)).toBe(false);
});

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
