import { documentsOf } from "@cloudfront-sign-webcrypto/testing/support/distributions.ts";
import { keyPairId } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { diagnoseCloudFrontDistributions } from "cloudfront-sign-diagnosis/doctor";
import { describe, expect, it } from "vitest";
import { behavior, findingsOf, listOf, media, summary, viewers } from "../../support/small-distributions.ts";

describe("URLs", () => {
  it("with the same fault share a finding", async () => {
    const DefaultCacheBehavior = behavior(undefined, { ViewerProtocolPolicy: "https-only" });
    const documents = [listOf(summary("E1", "media.example.com", { DefaultCacheBehavior }))];
    const urls = [1, 2, 3, 4, 5, 6, 7].flatMap((i) => [
      `http://media.example.com/${i}?v=1`,
      `https://cdn.example.com/${i}`,
    ]);
    const { findings } = await diagnoseCloudFrontDistributions({ documents, urls });
    expect(findings.map(({ id, evidence }) => `${id}: ${evidence}`)).toEqual([
      "nothing-restricted: TrustedKeyGroups and TrustedSigners are turned off in every cache behavior",
      "url-not-restricted: URL 1, URL 3, URL 5, URL 7, URL 9 and 2 more match this cache behavior, which requires no signature",
      "url-host-unknown: cdn.example.com is the host of URL 2, URL 4, URL 6, URL 8, URL 10 and 2 more",
      "url-not-https: http stands in URL 1, URL 3, URL 5, URL 7, URL 9 and 2 more, and this cache behavior answers http with 403",
      "query-not-forwarded: no policy of this cache behavior forwards v of URL 1, URL 3, URL 5, URL 7, URL 9 and 2 more",
    ]);
  });

  it.each([
    ["redirect-to-https", ["proven url-not-https E1 *"]],
    ["https-only", ["proven url-not-https E1 *"]],
    ["allow-all", ["possible url-not-https E1 *"]],
  ])("of http, where %s", async (policy, expected) => {
    const DefaultCacheBehavior = behavior(viewers, { ViewerProtocolPolicy: policy });
    const documents = [listOf(summary("E1", "media.example.com", { DefaultCacheBehavior }))];
    expect(await findingsOf({ documents, urls: ["http://media.example.com/a"] })).toEqual(expected);
    expect(await findingsOf({ documents, urls: [`${media}/a`] })).toEqual([]);
  });

  it.each([
    [{ CachePolicyId: "658327ea-f89d-4fab-a63d-7e88639e58f6" }, ["proven query-not-forwarded E1 *"]],
    [{ CachePolicyId: "4cc15a8a-d715-48a4-82b8-cc0b614638fe" }, []],
    [
      {
        CachePolicyId: "658327ea-f89d-4fab-a63d-7e88639e58f6",
        OriginRequestPolicyId: "b689b0a8-53d0-40ab-baf2-68738e2966ac",
      },
      [],
    ],
    [{ CachePolicyId: "11111111-2222-4333-8444-555555555555" }, []],
    [{ ForwardedValues: { QueryString: false } }, ["proven query-not-forwarded E1 *"]],
    [{ ForwardedValues: { QueryString: true } }, []],
  ])("with a parameter of their own, for %j", async (changes, expected) => {
    const documents = [
      listOf(summary("E1", "media.example.com", { DefaultCacheBehavior: behavior(viewers, changes) })),
    ];
    const urls = [`${media}/a?width=200&Expires=1&Signature=x&Key-Pair-Id=${keyPairId}`];
    expect(await findingsOf({ documents, urls })).toEqual(expected);
  });

  const allExceptHost = "b689b0a8-53d0-40ab-baf2-68738e2966ac";
  const cachePolicies = (MaxTTL: number, QueryStrings: readonly string[]) => ({
    CachePolicyList: {
      Items: [
        {
          CachePolicy: {
            Id: "11111111-2222-4333-8444-555555555555",
            CachePolicyConfig: {
              Name: "Downloads",
              MaxTTL,
              ParametersInCacheKeyAndForwardedToOrigin: {
                QueryStringsConfig: {
                  QueryStringBehavior: "whitelist",
                  QueryStrings: { Quantity: QueryStrings.length, Items: QueryStrings },
                },
              },
            },
          },
        },
      ],
    },
  });
  const mixed = ["proven query-not-in-cache-key E1 *"];

  it.each([
    ["658327ea-f89d-4fab-a63d-7e88639e58f6", undefined, mixed],
    // CachingDisabled
    ["4135ea2d-6df8-44a3-9df3-4b5a84be39ad", undefined, []],
    ["11111111-2222-4333-8444-555555555555", cachePolicies(60, ["response-content-disposition"]), []],
    ["11111111-2222-4333-8444-555555555555", cachePolicies(60, ["width"]), mixed],
    ["11111111-2222-4333-8444-555555555555", cachePolicies(0, ["width"]), []],
  ])(
    "with a name for downloads that the origin request policy forwards, beside %s %j",
    async (CachePolicyId, policies, expected) => {
      const DefaultCacheBehavior = behavior(viewers, { CachePolicyId, OriginRequestPolicyId: allExceptHost });
      const documents = [
        listOf(summary("E1", "media.example.com", { DefaultCacheBehavior })),
        ...(policies ? [policies] : []),
      ];
      const urls = [`${media}/a?width=200&response-content-disposition=attachment`];
      expect(await findingsOf({ documents, urls })).toEqual(expected);
    },
  );
});

describe("several distributions", () => {
  it("a URL belongs to the one that has its host, also by a wildcard", async () => {
    const documents = [
      listOf(
        summary("E1", "media.example.com"),
        summary("E2", "*.example.com", { DefaultCacheBehavior: behavior(undefined) }),
      ),
    ];
    const urls = [
      `${media}/a`,
      "https://de1.cloudfront.net/a",
      "https://a.b.example.com/a",
      "https://example.com/a",
    ];
    expect(await findingsOf({ documents, urls })).toEqual([
      "possible nothing-restricted E2",
      "proven url-not-restricted E2 *",
      "proven url-host-unknown",
    ]);
  });

  it("a host of cloudfront.net belongs to the one whose domain name is not known", async () => {
    const documents = documentsOf("right, from the configuration alone");
    const host = "https://dabcdef.cloudfront.net";
    expect(await findingsOf({ documents, urls: [`${host}/a`] })).toEqual([]);
    expect(await findingsOf({ documents, urls: ["https://cdn.example.com/a"] })).toEqual([
      "proven url-host-unknown",
    ]);
  });

  it("hosts are unknown where they belong to distribution tenants", async () => {
    const documents = [listOf(summary("E1", "x.example.com", { ConnectionMode: "tenant-only" }))];
    expect(await findingsOf({ documents, urls: [`${media}/a`] })).toEqual([]);
  });
});
