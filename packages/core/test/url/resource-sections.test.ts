import { policyUntil } from "@cloudfront-sign-webcrypto/testing/faults/refused.ts";
import { withPolicy } from "@cloudfront-sign-webcrypto/testing/support/broken-requests.ts";
import { keyText } from "@cloudfront-sign-webcrypto/testing/support/keys.ts";
import { end, host, keyPairId, recorder } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { outcome, verifierOf } from "@cloudfront-sign-webcrypto/testing/support/verifying.ts";
import { createCloudFrontVerifier } from "cloudfront-sign-webcrypto/verify";
import { describe, expect, it } from "vitest";

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
