import { policyUntil } from "@cloudfront-sign-webcrypto/testing/faults/refused.ts";
import { withPolicy } from "@cloudfront-sign-webcrypto/testing/support/broken-requests.ts";
import { refusal } from "@cloudfront-sign-webcrypto/testing/support/refusal.ts";
import { end, host, recorder } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { outcome, verifierOf } from "@cloudfront-sign-webcrypto/testing/support/verifying.ts";
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
    // The first ? starts the query, or each is one character.
    [`${host}/q?size=*`, "/q?size=1", true],
    [`${host}/q?size=*`, "/qxsize=1", true],
    [`${host}/q?size=*`, "/qxxsize=1", false],
    [`${host}/a*?x=*`, "/abc?x=1", true],
    [`${host}/a*?x=*`, "/abcxx=1", true],
    [`${host}/f?a=?`, "/f?a=1", true],
    [`${host}/f?a=?`, "/fxa=1", true],
    [`${host}/img?.jpg`, "/img1.jpg", true],
    [`${host}/img?/*`, "/img1/a", true],
    [`${host}/img?/*?*`, "/img1/a?b", true],
    [`${host}/img?/*?*`, "/img1/a", false],
    // Directly before a * it starts the query.
    [`${host}/*?*`, "/a?b", true],
    [`${host}/*?*`, "/ab", false],
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

describe("a resource to be signed is refused", () => {
  it.each([
    ["xhttps://cdn.example.com/*", "has another scheme"],
    ["httpsx://cdn.example.com/*", "has another scheme"],
    ["ftp://cdn.example.com/*", "has another scheme"],
    ["h*x://cdn.example.com/*", "has another scheme"],
    ["//cdn.example.com/*", "the scheme is missing"],
    ["https:/cdn.example.com/*", "is not an absolute URL"],
    ["https://*.example.com:80a/*", "domain with wildcards"],
  ])("%s", async (resource, part) => {
    const { code, message } = await refusal(() => recorder().signer.grant({ resource, dateLessThan: end }));
    expect(code).toBe("ERR_RESOURCE_INVALID");
    expect(message).toContain(part);
  });
});

it("a resource without a scheme is told from a URL in its path or query", async () => {
  const grant = await recorder().signer.grant({
    resource: "*/a?from=https://example.com",
    dateLessThan: end,
  });
  const { code, message } = await refusal(async () => grant.signUrl(`${host}/b?from=https://example.com`));
  expect(code).toBe("ERR_RESOURCE_MISMATCH");
  expect(message).toContain(`a pattern for this URL is ${host}/FOLDER/*,`);
});
