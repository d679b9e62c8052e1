import { documentsOf } from "@cloudfront-sign-webcrypto/testing/support/distributions.ts";
import { keyText } from "@cloudfront-sign-webcrypto/testing/support/keys.ts";
import { keyPairId } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import {
  type CloudFrontDiagnosisOptions,
  diagnoseCloudFrontDistributions,
} from "cloudfront-sign-diagnosis/doctor";
import { describe, expect, it } from "vitest";

/** What an emulator does not make: several distributions, and members that only AWS prints. */

const viewers = "c88311fc-e0de-50c7-a123-7fa4a6b10610";
const admins = "0f6d4f0e-8a5b-4d53-9a3c-7f1f3f5a2b10";
const media = "https://media.example.com";

function behavior(group: string | undefined, changes: object = {}): object {
  const trusted = group === undefined ? { Enabled: false } : { Enabled: true, Quantity: 1, Items: [group] };
  return { TargetOriginId: "web", TrustedKeyGroups: trusted, ...changes };
}

function summary(id: string, alias: string, changes: object = {}): object {
  return {
    Id: id,
    DomainName: `d${id.toLowerCase()}.cloudfront.net`,
    Enabled: true,
    Aliases: { Quantity: 1, Items: [alias] },
    Origins: { Items: [{ Id: "web", DomainName: "origin.example.com", CustomOriginConfig: {} }] },
    DefaultCacheBehavior: behavior(viewers),
    ...changes,
  };
}

const listOf = (...distributions: object[]) => ({ DistributionList: { Items: distributions } });
const groupOf = (id: string, ...items: string[]) => ({
  KeyGroup: { Id: id, KeyGroupConfig: { Name: id === viewers ? "viewers" : "admins", Items: items } },
});

async function findingsOf(options: CloudFrontDiagnosisOptions): Promise<string[]> {
  const { findings } = await diagnoseCloudFrontDistributions(options);
  return findings.map(({ id, certainty, distribution, pathPatterns }) =>
    [certainty, id, distribution, ...pathPatterns].filter((part) => part !== undefined).join(" "),
  );
}

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

  it("one that is disabled beside others is a thing to check, and nothing else of it is named", async () => {
    const disabled = summary("E2", "old.example.com", {
      Enabled: false,
      DefaultCacheBehavior: behavior("K1"),
    });
    expect(await findingsOf({ documents: [listOf(summary("E1", "media.example.com"), disabled)] })).toEqual([
      "possible distribution-disabled E2",
    ]);
  });

  it("the key of one need not be trusted by another", async () => {
    const documents = [
      listOf(
        summary("E1", "media.example.com"),
        summary("E2", "admin.example.com", { DefaultCacheBehavior: behavior(admins) }),
      ),
      groupOf(viewers, keyPairId),
      groupOf(admins, "K3D5EWEUDCCXON"),
    ];
    expect(await findingsOf({ documents, keyPairId })).toEqual([]);
    const urls = ["https://admin.example.com/a"];
    expect(await findingsOf({ documents, keyPairId, urls })).toEqual(["proven key-not-in-group E2 *"]);
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

describe("several cache behaviors", () => {
  const items = [
    behavior(admins, { PathPattern: "/admin/*" }),
    behavior(undefined, { PathPattern: "/open/*" }),
    behavior(undefined, { PathPattern: "*.css" }),
  ];
  const documents = [
    listOf(summary("E1", "media.example.com", { CacheBehaviors: { Items: items } })),
    groupOf(viewers, keyPairId),
    groupOf(admins, "K3D5EWEUDCCXON"),
  ];

  it("with the same fault share a finding", async () => {
    expect(await findingsOf({ documents, keyPairId })).toEqual([
      "possible behavior-open E1 /open/* *.css",
      "possible key-not-in-group E1 /admin/*",
    ]);
  });

  it("are compared with the URLs that are signed", async () => {
    expect(await findingsOf({ documents, keyPairId, urls: [`${media}/a`] })).toEqual([]);
    const urls = [`${media}/a`, `${media}/admin/a`, `${media}/open/a`];
    expect(await findingsOf({ documents, keyPairId, urls })).toEqual([
      "proven url-not-restricted E1 /open/*",
      "proven key-not-in-group E1 /admin/*",
    ]);
  });

  it("an open one that takes requests of a restricted one is named whatever URLs are passed", async () => {
    const rules = [
      behavior(undefined, { PathPattern: "*.mp4" }),
      behavior(viewers, { PathPattern: "/private/*" }),
    ];
    const changes = { CacheBehaviors: { Items: rules }, DefaultCacheBehavior: behavior(undefined) };
    const options = { documents: [listOf(summary("E1", "media.example.com", changes))] };
    const urls = [`${media}/private/report.pdf`];
    const { findings } = await diagnoseCloudFrontDistributions({ ...options, urls });
    expect(findings).toEqual([
      {
        id: "behavior-open",
        certainty: "possible",
        summary: "The cache behavior is open, and takes requests of a restricted one.",
        distribution: "E1",
        pathPatterns: ["*.mp4"],
        evidence: "it comes before /private/*, and matches some of the same paths",
        fix: "If a private file matches both path patterns, move the restricted cache behavior up, above the open one (Behaviors tab).",
      },
    ]);
    expect(await findingsOf(options)).toEqual([
      "possible behavior-open E1 *.mp4",
      "possible behavior-open E1 *",
    ]);
    expect(await findingsOf({ ...options, urls: [`${media}/private/film.mp4`] })).toEqual([
      "proven url-not-restricted E1 *.mp4",
    ]);
  });

  it.each([
    ["*.mp4", "/private/*", true],
    ["/a/?.mp4", "/a/*.mp?", true],
    ["/*/public/*", "/private/*", true],
    ["/private/index.html", "*.html", false],
    ["/thumbnails/*", "/private/*", false],
    ["*.jpg", "*.mp4", false],
    ["/a", "/ab", false],
    ["/a?", "/a", false],
    ["/a/*", "/a/b/*", false],
    ["/a//*", "/a*", false],
  ])(
    "%s open in front of %s: opens part of it, by no exception: %s",
    async (first, second, isOpenedInPart) => {
      const rules = [behavior(undefined, { PathPattern: first }), behavior(viewers, { PathPattern: second })];
      const distribution = summary("E1", "media.example.com", { CacheBehaviors: { Items: rules } });
      const found = await findingsOf({ documents: [listOf(distribution)], urls: [`${media}/z`] });
      expect(found.includes(`possible behavior-open E1 ${first}`)).toBe(isOpenedInPart);
    },
  );

  it("are compared with the URLs of their own distribution alone", async () => {
    const rules = { CacheBehaviors: { Items: [behavior(undefined, { PathPattern: "/open/*" })] } };
    const other = summary("E2", "other.example.com", rules);
    const all = { documents: [listOf(summary("E1", "media.example.com"), other)] };
    expect(await findingsOf({ ...all, urls: [`${media}/a`] })).toEqual(["possible behavior-open E2 /open/*"]);
    expect(await findingsOf({ ...all, urls: ["https://other.example.com/a"] })).toEqual([]);
  });

  it.each([
    ["/a/*", "/a/b/*", true],
    ["a/*", "/a/b?.jpg", true],
    ["*", "/a", true],
    ["/a*", "/a", true],
    ["/a/*", "/b/*", false],
    ["/a/?*", "/a/b/*", false],
    ["/a/*.jpg", "/a/b.jpg", true],
    ["/a/b/*", "/a/*", false],
  ])("%s in front of %s takes all of its requests: %s", async (first, second, isUnreachable) => {
    const rules = [behavior(undefined, { PathPattern: first }), behavior(viewers, { PathPattern: second })];
    const distribution = summary("E1", "media.example.com", { CacheBehaviors: { Items: rules } });
    const found = await findingsOf({ documents: [listOf(distribution)], urls: [] });
    expect(found.some((text) => text.startsWith(`proven behavior-unreachable E1 ${second}`))).toBe(
      isUnreachable,
    );
  });

  it.each([
    [["/a/b* open", "/a* restricted", "/a/b/c* open"], []],
    [["/a/b* open", "/a* restricted", "/a/b/c open", "/a/c restricted"], []],
    [["/a/b* open", "/a* restricted", "/a/b/c* restricted"], ["/a/b/c* behind /a/b*, open"]],
    [["/a* open", "/a/b* restricted", "/a/b/c* restricted"], ["/a/b* /a/b/c* behind /a*, open"]],
    [["/a* open", "a* restricted", "/a/b* restricted"], ["a* /a/b* behind /a*, open"]],
  ])("%j: the first pattern that matches all paths of another takes them", async (rules, expected) => {
    const Items = rules.map((rule) => {
      const [PathPattern, access] = rule.split(" ");
      return behavior(access === "open" ? undefined : viewers, { PathPattern });
    });
    const documents = [listOf(summary("E1", "media.example.com", { CacheBehaviors: { Items } }))];
    const { findings } = await diagnoseCloudFrontDistributions({ documents, urls: [] });
    const found = findings
      .filter(({ id }) => id === "behavior-unreachable")
      .map(({ pathPatterns, evidence }) => {
        const [, pattern, access] = /^(\S+) comes first, .* is (\w+)$/.exec(evidence) ?? [];
        return `${pathPatterns.join(" ")} behind ${pattern}, ${access}`;
      });
    expect(found).toEqual(expected);
  });
});

describe("error pages", () => {
  it.each([
    ["403.html", ["likely error-page-restricted E1 *"]],
    ["/403.html", ["likely error-page-restricted E1 *"]],
    ["errors/403.html", []],
    ["/errors/403.html", []],
  ])("are found at the root of the distribution: %s", async (ResponsePagePath, expected) => {
    const distribution = summary("E1", "media.example.com", {
      CacheBehaviors: { Items: [behavior(undefined, { PathPattern: "/errors/*" })] },
      CustomErrorResponses: { Items: [{ ErrorCode: 403, ResponsePagePath }] },
    });
    const documents = [listOf(distribution)];
    expect(await findingsOf({ documents, urls: [`${media}/a`] })).toEqual(expected);
  });

  it.each([
    [403, "200", ["proven error-page-hides-denial E1"]],
    [403, "302", ["proven error-page-hides-denial E1"]],
    [403, "403", []],
    [403, "404", []],
    [403, "", []],
    [404, "200", []],
  ])("that turn a %s into %j", async (ErrorCode, ResponseCode, expected) => {
    const distribution = summary("E1", "media.example.com", {
      CacheBehaviors: { Items: [behavior(undefined, { PathPattern: "/index.html" })] },
      CustomErrorResponses: { Items: [{ ErrorCode, ResponseCode, ResponsePagePath: "/index.html" }] },
    });
    const documents = [listOf(distribution)];
    expect(await findingsOf({ documents, urls: [`${media}/a`] })).toEqual(expected);
  });
});

describe("keys", () => {
  const active = {
    Distribution: {
      Id: "E1",
      DomainName: "d111111abcdef8.cloudfront.net",
      ActiveTrustedKeyGroups: {
        Enabled: true,
        Items: [{ KeyGroupId: viewers, KeyPairIds: { Quantity: 1, Items: [keyPairId] } }],
      },
      DistributionConfig: { Origins: { Items: [] }, DefaultCacheBehavior: behavior(viewers) },
    },
  };

  it("of key groups are known by get-distribution, too", async () => {
    expect(await diagnoseCloudFrontDistributions({ documents: [active], keyPairId })).toMatchObject({
      findings: [],
      missing: [],
    });
    expect(await findingsOf({ documents: [active], keyPairId: "K3D5EWEUDCCXON" })).toEqual([
      "proven key-not-in-group E1 *",
    ]);
  });

  it("of an account are not public keys, and theirs may sign", async () => {
    const trusted = { TrustedSigners: { Enabled: true, Items: ["self"] } };
    const documents = [
      listOf(summary("E1", "media.example.com", { DefaultCacheBehavior: behavior(undefined, trusted) })),
    ];
    expect(await findingsOf({ documents, keyPairId })).toEqual([
      "proven key-not-in-group E1 *",
      "proven trusted-signers E1 *",
    ]);
    expect(await findingsOf({ documents, keyPairId: "APKAIOSFODNN7EXAMPLE" })).toEqual([
      "proven trusted-signers E1 *",
    ]);
  });

  it("of RSA with another length than 2,048 bits are not CloudFront's", async () => {
    const PublicKey = { Id: keyPairId, PublicKeyConfig: { EncodedKey: keyText("rsa4096.pub.spki.pem") } };
    const { findings } = await diagnoseCloudFrontDistributions({ documents: [active, { PublicKey }] });
    expect(findings.map(({ certainty, evidence }) => `${certainty}: ${evidence}`)).toEqual([
      `likely: the public key ${keyPairId} is RSA with 4096 bits`,
    ]);
  });

  it("that no distribution here uses are not looked at, and all are without a distribution", async () => {
    const PublicKey = { Id: "K3D5EWEUDCCXON", PublicKeyConfig: { EncodedKey: "ssh-rsa AAAA" } };
    expect(await findingsOf({ documents: [active, { PublicKey }] })).toEqual([]);
    expect(await findingsOf({ documents: [{ PublicKey }] })).toEqual(["proven public-key-unusable"]);
  });

  it("may sign elsewhere", async () => {
    const texts: string[] = [];
    const privateKey = {
      keyType: "RSA",
      hashAlgorithm: "SHA256",
      sign: async (bytes: Uint8Array) => {
        texts.push(new TextDecoder().decode(bytes));
        return new Uint8Array(256).fill(1);
      },
    } as const;
    expect(await findingsOf({ documents: documentsOf("right"), keyPairId, privateKey })).toEqual([
      "proven key-pair-mismatch",
    ]);
    expect(texts).toEqual(["cloudfront-sign-diagnosis/doctor"]);
  });

  it("with the wrong ID are named with the right one", async () => {
    const { findings } = await diagnoseCloudFrontDistributions({
      documents: documentsOf("right"),
      keyPairId: viewers,
      privateKey: keyText("rsa2048.pkcs8.pem"),
    });
    expect(findings.map(({ evidence }) => evidence)).toEqual([
      `the key pair ID is the ID of the key group viewers; the private key belongs to the public key ${keyPairId}`,
    ]);
  });
});

describe("origins", () => {
  const right = documentsOf("right");
  const controls = (...items: object[]) => ({ OriginAccessControlList: { Items: items } });
  const withoutControls = right.filter(
    (document) => !JSON.stringify(document).startsWith('{"OriginAccessControlList"'),
  );

  it.each([
    ["does not exist", controls()],
    [
      "is for another kind of origin",
      controls({ Id: "E2QWRUHAPOMQZL", OriginAccessControlOriginType: "lambda" }),
    ],
  ])("whose origin access control %s", async (_, document) => {
    expect(await findingsOf({ documents: [...withoutControls, document] })).toEqual([
      "proven origin-access-control-wrong EDFDVBD632BHDS",
    ]);
  });

  it.each([
    ["media.s3.amazonaws.com", "s3-origin-open"],
    ["media.s3.eu-central-1.amazonaws.com", "s3-origin-open"],
    ["media.s3-eu-west-1.amazonaws.com", "s3-origin-open"],
    ["media.s3.cn-north-1.amazonaws.com.cn", "s3-origin-open"],
    ["a.b.s3-website-us-east-1.amazonaws.com", "s3-website-origin"],
    ["media.s3-website.eu-central-1.amazonaws.com", "s3-website-origin"],
    ["origin.example.com", undefined],
    ["media.s3.example.com", undefined],
    // Each hyphen was a choice of the pattern that reads host names: 2^60 ways to fail.
    [`media.s3${"-a-".repeat(30)}.amazonaws.com!`, undefined],
    ["mediastore.eu-central-1.amazonaws.com", undefined],
  ])("%s: %s", async (domainName, id) => {
    const Origins = { Items: [{ Id: "web", DomainName: domainName }] };
    const distribution = summary("E1", "media.example.com", { Origins });
    expect(await findingsOf({ documents: [listOf(distribution)] })).toEqual(
      id === undefined ? [] : [`proven ${id} E1`],
    );
  });

  it("of a group are looked at each", async () => {
    const Origins = {
      Items: [
        { Id: "a", DomainName: "a.s3.amazonaws.com" },
        { Id: "b", DomainName: "b.example.com" },
      ],
    };
    const OriginGroups = {
      Items: [{ Id: "web", Members: { Items: [{ OriginId: "b" }, { OriginId: "a" }] } }],
    };
    const distribution = summary("E1", "media.example.com", { Origins, OriginGroups });
    expect(await findingsOf({ documents: [listOf(distribution)] })).toEqual(["proven s3-origin-open E1"]);
  });
});

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
      "url-not-restricted: this cache behavior is open and answers URL 1, URL 3, URL 5, URL 7, URL 9 and 2 more",
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

describe("addresses", () => {
  const documents = [listOf(summary("E1", "media.example.com", { IsIPV6Enabled: true }))];

  it.each([
    [true, []],
    ["203.0.113.7", []],
    ["172.31.0.0/16", ["proven ip-address-private"]],
    ["172.0.0.0/8", []],
    ["0.0.0.0/0", []],
  ])("%s", async (ipAddress, expected) => {
    expect(await findingsOf({ documents, ipAddress })).toEqual([
      "proven ipv6-with-ip-address E1",
      ...expected,
    ]);
    expect(await findingsOf({ documents, ipAddress: false })).toEqual([]);
  });
});
