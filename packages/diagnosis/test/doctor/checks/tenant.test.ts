import { keyPairId } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import {
  type CloudFrontDiagnosis,
  type CloudFrontDiagnosisOptions,
  diagnoseCloudFrontDistributions,
} from "cloudfront-sign-diagnosis/doctor";
import { describe, expect, it } from "vitest";

/** Multi-tenant distributions: what get-distribution-tenant and get-connection-group print, by the AWS CLI's model. */

const group = "c88311fc-e0de-50c7-a123-7fa4a6b10610";

const behavior = {
  TargetOriginId: "bucket",
  TrustedKeyGroups: { Enabled: true, Items: [group] },
  AllowedMethods: { Items: ["GET", "HEAD"] },
};

function distribution(changes: { path?: string; defaults?: string; behavior?: object } = {}): object {
  const { path = "/{{tenantName}}", defaults = "", behavior: byDefault = behavior } = changes;
  return {
    Distribution: {
      Id: "EDFDVBD632BHDS",
      DomainName: "d1.cloudfront.net",
      DistributionConfig: {
        Enabled: true,
        ConnectionMode: "tenant-only",
        TenantConfig: {
          ParameterDefinitions: [
            {
              Name: "tenantName",
              Definition: { StringSchema: { Required: defaults === "", DefaultValue: defaults } },
            },
          ],
        },
        Origins: {
          Items: [
            {
              Id: "bucket",
              DomainName: "private-media.s3.eu-central-1.amazonaws.com",
              OriginPath: path,
              S3OriginConfig: { OriginAccessIdentity: "" },
              OriginAccessControlId: "E2QWRUHAPOMQZL",
            },
          ],
        },
        DefaultCacheBehavior: byDefault,
      },
    },
  };
}

function tenant(name: string, changes: object = {}): object {
  return {
    DistributionTenant: {
      Id: `dt_${name}`,
      DistributionId: "EDFDVBD632BHDS",
      Name: name,
      Domains: [{ Domain: `${name}.example.com`, Status: "active" }],
      Parameters: [{ Name: "tenantName", Value: name }],
      ConnectionGroupId: "cg_1",
      Enabled: true,
      ...changes,
    },
  };
}

const connectionGroup = (changes: object = {}) => ({
  ConnectionGroup: {
    Id: "cg_1",
    Name: "all",
    RoutingEndpoint: "d111111abcdef8.cloudfront.net",
    Ipv6Enabled: false,
    Enabled: true,
    IsDefault: true,
    ...changes,
  },
});

const others = [
  { KeyGroup: { Id: group, KeyGroupConfig: { Name: "viewers", Items: [keyPairId] } } },
  {
    OriginAccessControl: {
      Id: "E2QWRUHAPOMQZL",
      OriginAccessControlConfig: { Name: "bucket", SigningBehavior: "always" },
    },
  },
];
const right = [distribution(), tenant("acme"), tenant("globex"), connectionGroup()];
const options = { ipAddress: "203.0.113.0/24", urls: ["https://acme.example.com/course/1.mp4"] };

const diagnose = (
  documents: readonly object[],
  changes: Partial<CloudFrontDiagnosisOptions> = {},
): Promise<CloudFrontDiagnosis> =>
  diagnoseCloudFrontDistributions({ documents: [...documents, ...others], ...options, ...changes });

async function foundIn(...given: Parameters<typeof diagnose>): Promise<string[]> {
  const { findings } = await diagnose(...given);
  return findings.map(({ id, certainty, evidence }) => `${certainty} ${id}: ${evidence}`);
}

describe("a multi-tenant distribution", () => {
  it("that is right has no finding, nothing is missing, and its tenants' domains are its host names", async () => {
    const { findings, missing, distributions } = await diagnose(right);
    expect([findings, missing]).toEqual([[], []]);
    expect(distributions[0]?.hostnames).toEqual([
      "d1.cloudfront.net",
      "acme.example.com",
      "globex.example.com",
    ]);
  });

  it("is asked for its tenants, and these for what a list does not print", async () => {
    expect((await diagnose([distribution()])).missing).toEqual(["aws cloudfront list-distribution-tenants"]);
    const { DistributionTenant } = tenant("acme", { Parameters: undefined }) as {
      DistributionTenant: object;
    };
    const summary = JSON.parse(JSON.stringify(DistributionTenant));
    expect((await diagnose([distribution(), { DistributionTenantList: [summary] }])).missing).toEqual([
      "aws cloudfront get-distribution-tenant --identifier dt_acme",
      "aws cloudfront get-connection-group --identifier cg_1",
    ]);
  });

  it("has the tenants of a whole list: other hosts are unknown", async () => {
    const [{ DistributionTenant }] = [tenant("acme")] as [{ DistributionTenant: object }];
    const list = (more: object) => ({ DistributionTenantList: [DistributionTenant], ...more });
    const urls = ["https://initech.example.com/a"];
    const unknown = ["proven url-host-unknown: initech.example.com is the host of URL 1"];
    expect(await foundIn([distribution(), list({})], { urls })).toEqual(unknown);
    expect(await foundIn([distribution(), list({ NextMarker: "2" })], { urls })).toEqual([]);
  });

  it("knows no name of CloudFront for a distribution with tenants, which has none", async () => {
    const [{ DistributionTenant }] = [tenant("acme")] as [{ DistributionTenant: object }];
    const documents = [distribution(), { DistributionTenantList: [DistributionTenant] }];
    expect(await foundIn(documents, { urls: ["https://d222222abcdef8.cloudfront.net/a"] })).toEqual([
      "proven url-host-unknown: d222222abcdef8.cloudfront.net is the host of URL 1",
    ]);
  });

  it("sends a URL of a tenant with a wildcard domain to its cache behaviors", async () => {
    const open = distribution({ behavior: { ...behavior, TrustedKeyGroups: { Enabled: false } } });
    const wildcard = tenant("acme", { Domains: [{ Domain: "*.acme.example", Status: "active" }] });
    const urls = ["https://www.acme.example/a"];
    expect((await foundIn([open, wildcard], { urls })).map((line) => line.split(":")[0])).toEqual([
      "proven nothing-restricted",
      "proven url-not-restricted",
    ]);
  });
});

describe("a tenant", () => {
  it.each<[string, object, object, string]>([
    ["that is disabled", { Enabled: false }, {}, "Enabled of the tenant acme is false"],
    [
      "whose connection group is disabled",
      {},
      { Enabled: false },
      "Enabled of the connection group all is false",
    ],
    [
      "whose domain is inactive",
      { Domains: [{ Domain: "ACME.example.com", Status: "inactive" }] },
      {},
      "the status of acme.example.com is inactive",
    ],
    [
      "in the default connection group, which is disabled",
      { ConnectionGroupId: undefined },
      { Enabled: false },
      "Enabled of the connection group all is false",
    ],
  ])("%s", async (_, changes, ofGroup, evidence) => {
    const documents = [distribution(), tenant("acme", changes), tenant("globex"), connectionGroup(ofGroup)];
    expect(await foundIn(documents)).toEqual([`proven tenant-disabled: ${evidence}`]);
    const urls = ["https://globex.example.com/a"];
    const isOfGroup = evidence.includes("connection group");
    expect((await foundIn(documents, { urls })).length).toBe(isOfGroup ? 1 : 0);
    expect(await foundIn(documents, { urls: undefined })).toEqual([`possible tenant-disabled: ${evidence}`]);
  });

  it("needs each parameter of the origins, unless it has a default value", async () => {
    const documents = [tenant("acme", { Parameters: [] }), tenant("globex"), connectionGroup()];
    expect(await foundIn([distribution(), ...documents])).toEqual([
      "proven tenant-parameter-missing: an origin needs tenantName, which the tenant acme does not set",
    ]);
    expect(await foundIn([distribution({ defaults: "public" }), ...documents])).toEqual([]);
  });

  it("reads the files of all others without a parameter", async () => {
    const documents = [distribution({ path: "" }), ...right.slice(1)];
    expect(await foundIn(documents)).toEqual([
      "possible tenants-share-files: the origin private-media.s3.eu-central-1.amazonaws.com has no parameter, and 2 tenants read it",
    ]);
    expect(await foundIn([distribution({ path: "" }), tenant("acme"), connectionGroup()])).toEqual([]);
  });

  it("is reached over IPv6 by its connection group, not by the distribution", async () => {
    const documents = [...right.slice(0, 3), connectionGroup({ Ipv6Enabled: true })];
    expect(await foundIn(documents)).toEqual([
      "proven ipv6-with-ip-address: Ipv6Enabled of the connection group all is true",
    ]);
    expect(await foundIn(documents, { ipAddress: undefined })).toEqual([]);
  });
});

describe("the resource of a policy", () => {
  /** Any signer may have made it: this one refuses some of these resources. Nothing here verifies the signature. */
  const signed = (resource: string): string => {
    const condition = { DateLessThan: { "AWS:EpochTime": 1_900_000_000 } };
    const policy = JSON.stringify({ Statement: [{ Resource: resource, Condition: condition }] });
    const encoded = btoa(policy).replaceAll("+", "-").replaceAll("=", "_").replaceAll("/", "~");
    return `https://acme.example.com/course/1.mp4?Policy=${encoded}&Signature=${"A".repeat(342)}__&Key-Pair-Id=${keyPairId}`;
  };

  it.each(["https://acme.example.com/*", "https://acme.example.com/course/*", "https://acme.*/course/1.mp4"])(
    "%s opens one tenant",
    async (resource) => {
      expect(await foundIn(right, { urls: [signed(resource)] })).toEqual([]);
    },
  );

  it.each(["https://*/course/*", "https://*.example.com/*", "*"])("%s opens another", async (resource) => {
    expect(await foundIn(right, { urls: [signed(resource)] })).toEqual([
      "proven resource-covers-tenants: the Resource of URL 1 also covers globex.example.com, which belongs to another tenant",
    ]);
  });

  it("asks for the other tenants if the policy is for several hosts", async () => {
    const missing = async (resource: string) =>
      (await diagnose([distribution(), tenant("acme"), connectionGroup()], { urls: [signed(resource)] }))
        .missing;
    expect(await missing("https://acme.example.com/*")).toEqual([]);
    for (const resource of ["https://*.example.com/course/*", "https://*/course/*", "http*://acme.*/*"])
      expect(await missing(resource)).toEqual(["aws cloudfront list-distribution-tenants"]);
  });

  it("that covers another domain of the same tenant is not a finding", async () => {
    const both = tenant("acme", {
      Domains: [
        { Domain: "acme.example.com", Status: "active" },
        { Domain: "acme.example.net", Status: "active" },
      ],
    });
    const documents = [distribution(), both, tenant("globex"), connectionGroup()];
    expect(await foundIn(documents, { urls: [signed("https://acme.example.*/course/*")] })).toEqual([]);
  });
});
