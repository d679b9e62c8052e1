import { keyText } from "@cloudfront-sign-webcrypto/testing/support/keys.ts";
import { keyPairId } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import {
  type CloudFrontDiagnosisOptions,
  diagnoseCloudFrontDistributions,
} from "cloudfront-sign-diagnosis/doctor";
import { describe, expect, it } from "vitest";

/** Templates of CloudFormation, states and plans of Terraform: what is not deployed yet has no IDs. */

const diagnose = async (options: CloudFrontDiagnosisOptions) => {
  const { findings, distributions, missing } = await diagnoseCloudFrontDistributions(options);
  return {
    found: findings.map(({ id, certainty }) => `${certainty} ${id}`),
    findings,
    distributions,
    missing,
  };
};
const optimized = "658327ea-f89d-4fab-a63d-7e88639e58f6";
/** A name in a text of Fn::Sub. */
const named = (name: string): string => `$\{${name}}`;
const group = "0f6d4f0e-8a5b-4d53-9a3c-7f1f3f5a2b10";
const publicKey = keyText("rsa2048.pub.spki.pem");
const privateKey = keyText("rsa2048.pkcs8.pem");

/** A template as the CDK writes it, with changes of the distribution. */
const template = (config: object = {}, resources: object = {}) => ({
  Parameters: { Turned: { Type: "String", Default: "true" } },
  Resources: {
    Files: { Type: "AWS::S3::Bucket" },
    Policy: {
      Type: "AWS::S3::BucketPolicy",
      Properties: {
        Bucket: { Ref: "Files" },
        PolicyDocument: {
          Statement: [
            {
              Effect: "Allow",
              Principal: { Service: "cloudfront.amazonaws.com" },
              Action: "s3:GetObject",
              Resource: { "Fn::Join": ["", [{ "Fn::GetAtt": ["Files", "Arn"] }, "/*"]] },
              Condition: {
                StringEquals: {
                  "AWS:SourceArn": {
                    "Fn::Sub": `arn:aws:cloudfront::${named("AWS::AccountId")}:distribution/${named("Media")}`,
                  },
                },
              },
            },
          ],
        },
      },
    },
    Key: {
      Type: "AWS::CloudFront::PublicKey",
      Properties: { PublicKeyConfig: { CallerReference: "1", Name: "viewers", EncodedKey: publicKey } },
    },
    Group: {
      Type: "AWS::CloudFront::KeyGroup",
      Properties: { KeyGroupConfig: { Name: "viewers", Items: [{ Ref: "Key" }] } },
    },
    Control: {
      Type: "AWS::CloudFront::OriginAccessControl",
      Properties: {
        OriginAccessControlConfig: {
          Name: "files",
          OriginAccessControlOriginType: "s3",
          SigningBehavior: "always",
          SigningProtocol: "sigv4",
        },
      },
    },
    Media: {
      Type: "AWS::CloudFront::Distribution",
      Properties: {
        DistributionConfig: {
          Enabled: { Ref: "Turned" },
          IPV6Enabled: { "Fn::If": ["HasIpv6", true, false] },
          Aliases: [{ Ref: "AWS::NoValue" }],
          Origins: [
            {
              Id: "files",
              DomainName: { "Fn::GetAtt": ["Files", "RegionalDomainName"] },
              OriginAccessControlId: { "Fn::GetAtt": ["Control", "Id"] },
              S3OriginConfig: { OriginAccessIdentity: "" },
            },
          ],
          DefaultCacheBehavior: {
            TargetOriginId: "files",
            CachePolicyId: optimized,
            ViewerProtocolPolicy: "redirect-to-https",
            TrustedKeyGroups: [{ Ref: "Group" }],
          },
          ...config,
        },
      },
    },
    ...resources,
  },
});

describe("a CloudFormation template", () => {
  it("that is right has no finding, and needs no other document", async () => {
    const { found, distributions, missing } = await diagnose({ documents: [template()], privateKey });
    expect(found).toEqual([]);
    expect(missing).toEqual([]);
    expect(distributions).toEqual([{ name: "Media", hostnames: [], restrict: ["*"] }]);
  });

  it("is read out of get-template, too", async () => {
    const { distributions } = await diagnose({ documents: [{ TemplateBody: template() }] });
    expect(distributions).toHaveLength(1);
  });

  it("is not compared with the ID of a key, which it does not have", async () => {
    const { found, missing } = await diagnose({ documents: [template()], keyPairId });
    expect(found).toEqual([]);
    expect(missing).toEqual(["aws cloudfront list-distributions"]);
  });

  it("whose key group has another key than the private one is found", async () => {
    const { findings } = await diagnose({
      documents: [
        template(
          {},
          {
            Other: { ...template().Resources.Key },
            Key: {
              Type: "AWS::CloudFront::PublicKey",
              Properties: { PublicKeyConfig: { EncodedKey: keyText("rsa2048-b.pub.spki.pem") } },
            },
          },
        ),
      ],
      privateKey,
    });
    expect(findings).toMatchObject([{ id: "key-not-in-group", distribution: "Media", pathPatterns: ["*"] }]);
  });

  it("with values of parameters and imports is not accused for them", async () => {
    const imported = { "Fn::ImportValue": "group" };
    const { found } = await diagnose({
      documents: [
        template({
          DefaultCacheBehavior: {
            TargetOriginId: "files",
            CachePolicyId: { Ref: "SomePolicy" },
            TrustedKeyGroups: [imported, { Ref: "SomeGroup" }],
          },
        }),
      ],
    });
    expect(found).toEqual([]);
  });

  it.each([
    ["an open behavior", { DefaultCacheBehavior: { TargetOriginId: "files" } }, "proven nothing-restricted"],
    [
      "an error page",
      { CustomErrorResponses: [{ ErrorCode: "403", ResponseCode: 200, ResponsePagePath: "/index.html" }] },
      "proven error-page-hides-denial",
    ],
    [
      "a website of a bucket",
      {
        Origins: [
          {
            Id: "files",
            DomainName: { "Fn::Select": [2, { "Fn::Split": ["/", { "Fn::GetAtt": "Files.WebsiteURL" }] }] },
          },
        ],
      },
      "proven s3-website-origin",
    ],
    [
      "client certificates",
      { ViewerMtlsConfig: { Mode: "passthrough" } },
      "possible viewer-certificates-unverified",
    ],
    ["required certificates", { ViewerMtlsConfig: { Mode: "required" } }, ""],
  ])("with %s", async (_, config, finding) => {
    const { found } = await diagnose({ documents: [template(config)] });
    expect(found.filter((one) => one === finding)).toHaveLength(finding === "" ? 0 : 1);
  });

  describe("with conditions", () => {
    const conditional = (mode: string | undefined, config: object) => ({
      ...template(config),
      Parameters: {
        Mode: { Type: "String", ...(mode !== undefined && { Default: mode }) },
        ControlId: { Type: "String", Default: "" },
        Turned: { Type: "String", Default: "true" },
      },
      Conditions: {
        IsSigned: { "Fn::Equals": [{ Ref: "Mode" }, "signed"] },
        IsOpen: { "Fn::Not": [{ Condition: "IsSigned" }] },
        IsBoth: { "Fn::And": [{ Condition: "IsSigned" }, { Condition: "IsOpen" }] },
        IsEither: { "Fn::Or": [{ Condition: "IsSigned" }, { Condition: "IsOpen" }] },
        IsInEurope: { "Fn::Equals": [{ Ref: "AWS::Region" }, "eu-central-1"] },
        IsItself: { "Fn::Not": [{ Condition: "IsItself" }] },
      },
    });
    const signers = (condition: string) => ({
      DefaultCacheBehavior: {
        TargetOriginId: "files",
        TrustedKeyGroups: [{ Ref: "Group" }],
        TrustedSigners: { "Fn::If": [condition, [{ Ref: "AWS::AccountId" }], { Ref: "AWS::NoValue" }] },
      },
    });

    it.each([
      ["signed", "IsSigned", true],
      ["open", "IsSigned", false],
      ["open", "IsOpen", true],
      ["signed", "IsBoth", false],
      ["open", "IsEither", true],
      // The first branch, where nothing decides.
      [undefined, "IsSigned", true],
      ["signed", "IsInEurope", true],
      ["signed", "IsItself", true],
      ["signed", "IsNotThere", true],
    ])("the default %s decides %s: %s", async (mode, condition, isTrusted) => {
      const { found } = await diagnose({ documents: [conditional(mode, signers(condition))] });
      expect(found.includes("proven trusted-signers")).toBe(isTrusted);
    });

    it("that refer to thousands of others throw no untyped error", async () => {
      const chain = Array.from({ length: 10_000 }, (_, i) => [
        `C${i}`,
        { "Fn::Not": [{ Condition: `C${i + 1}` }] },
      ]);
      const document = { ...conditional("open", signers("C0")), Conditions: Object.fromEntries(chain) };
      await expect(diagnose({ documents: [document] })).resolves.toBeDefined();
    });

    it("what is not created is not read", async () => {
      const document = conditional("open", {});
      const Media = { ...document.Resources.Media, Condition: "IsSigned" };
      await expect(diagnose({ documents: [{ ...document, Resources: { Media } }] })).rejects.toThrow(
        "has no resource of CloudFront",
      );
    });

    it("an ID that is to be given is not accused of being empty", async () => {
      const Origins = [
        {
          Id: "files",
          DomainName: "media.s3.amazonaws.com",
          OriginAccessControlId: { Ref: "ControlId" },
          S3OriginConfig: { OriginAccessIdentity: "" },
        },
      ];
      const { found } = await diagnose({ documents: [conditional("open", { Origins })] });
      expect(found).toEqual([]);
    });
  });

  it("with numbers in the place of texts is read, as CloudFormation reads it", async () => {
    const { distributions } = await diagnose({ documents: [template({ CallerReference: 20260101 })] });
    expect(distributions).toHaveLength(1);
  });

  it("that lies in itself very deep throws no untyped error", async () => {
    let deep: unknown = "x";
    for (let i = 0; i < 5000; i++) deep = { "Fn::Join": ["", [deep]] };
    await expect(diagnose({ documents: [template({ Comment: deep })] })).resolves.toBeDefined();
  });
});

/** Attributes of the provider of AWS, with changes. */
const attributes = (changes: object = {}) => ({
  id: "EDFDVBD632BHDS",
  domain_name: "d111111abcdef8.cloudfront.net",
  status: "Deployed",
  caller_reference: "terraform",
  enabled: true,
  is_ipv6_enabled: false,
  aliases: null,
  origin: [
    {
      origin_id: "files",
      domain_name: "media.s3.eu-central-1.amazonaws.com",
      origin_path: "",
      origin_access_control_id: "E2QWRUHAPOMQZL",
      s3_origin_config: [],
    },
  ],
  default_cache_behavior: [
    {
      target_origin_id: "files",
      trusted_key_groups: [group],
      trusted_signers: [],
      allowed_methods: ["GET", "HEAD"],
      cache_policy_id: optimized,
      forwarded_values: [],
      realtime_log_config_arn: "",
    },
  ],
  ordered_cache_behavior: [],
  trusted_key_groups: [{ enabled: true, items: [{ key_group_id: group, key_pair_ids: [keyPairId] }] }],
  ...changes,
});
const control = {
  id: "E2QWRUHAPOMQZL",
  name: "files",
  signing_behavior: "always",
  origin_access_control_origin_type: "s3",
};
const managed = (type: string, values: object) => ({
  mode: "managed",
  type,
  name: "main",
  instances: [{ attributes: values }],
});
const state = (...resources: object[]) => ({ version: 4, terraform_version: "1.9.0", resources });
const shown = (...resources: object[]) => ({
  format_version: "1.0",
  values: { root_module: { child_modules: [{ resources }] } },
});

describe("Terraform", () => {
  const distribution = managed("aws_cloudfront_distribution", attributes());

  it.each([
    [
      "a state",
      state(
        distribution,
        managed("aws_cloudfront_origin_access_control", control),
        managed("aws_cloudfront_public_key", { id: keyPairId, name: "viewers", encoded_key: publicKey }),
      ),
    ],
    [
      "what terraform show -json prints",
      shown(
        {
          address: "module.cdn.aws_cloudfront_distribution.main",
          type: "aws_cloudfront_distribution",
          values: attributes(),
        },
        { type: "aws_cloudfront_origin_access_control", values: control },
        { type: "aws_cloudfront_key_group", values: { id: group, name: "viewers", items: [keyPairId] } },
        {
          type: "aws_cloudfront_public_key",
          values: { id: keyPairId, name: "viewers", encoded_key: publicKey },
        },
      ),
    ],
  ])("%s is read with its IDs", async (_, document) => {
    const right = await diagnose({ documents: [document], keyPairId, privateKey });
    expect(right).toMatchObject({ found: [], missing: [] });
    expect(right.distributions).toEqual([
      { name: "EDFDVBD632BHDS", hostnames: ["d111111abcdef8.cloudfront.net"], restrict: ["*"] },
    ]);
    const wrong = await diagnose({ documents: [document], keyPairId: "KANOTHERKEY123" });
    expect(wrong.found).toEqual(["proven key-not-in-group"]);
  });

  it("the policies of a state are read", async () => {
    const behavior = { ...attributes().default_cache_behavior[0], cache_policy_id: "images" };
    const policy = {
      id: "images",
      name: "Images",
      max_ttl: 60,
      parameters_in_cache_key_and_forwarded_to_origin: [
        {
          headers_config: [{ header_behavior: "whitelist", headers: [{ items: ["Authorization", "Host"] }] }],
          query_strings_config: [
            { query_string_behavior: "whitelist", query_strings: [{ items: ["Policy"] }] },
          ],
        },
      ],
    };
    const document = state(
      managed("aws_cloudfront_distribution", attributes({ default_cache_behavior: [behavior] })),
      managed("aws_cloudfront_cache_policy", policy),
      managed("aws_cloudfront_origin_access_control", { ...control, signing_behavior: "no-override" }),
    );
    const { found } = await diagnose({ documents: [document] });
    expect(found).toEqual([
      "proven signing-parameter-listed",
      "proven host-header-to-s3",
      "likely authorization-header-to-s3",
    ]);
  });

  it("a plan is read without what is not known yet", async () => {
    const [behavior] = attributes().default_cache_behavior;
    const after = {
      ...attributes({ id: undefined, domain_name: undefined }),
      default_cache_behavior: [{ ...behavior, trusted_key_groups: [undefined] }],
    };
    const document = {
      format_version: "1.2",
      resource_changes: [
        {
          address: "aws_cloudfront_distribution.main",
          type: "aws_cloudfront_distribution",
          change: {
            after,
            after_unknown: {
              id: true,
              default_cache_behavior: [{ trusted_key_groups: [true] }],
              origin: [{ origin_access_control_id: true }],
            },
          },
        },
        {
          address: "aws_cloudfront_distribution.old",
          type: "aws_cloudfront_distribution",
          change: { after: null },
        },
      ],
    };
    const { found, distributions } = await diagnose({ documents: [document], keyPairId });
    expect(found).toEqual([]);
    expect(distributions).toEqual([
      { name: "aws_cloudfront_distribution.main", hostnames: [], restrict: ["*"] },
    ]);
  });

  it("a plan that trusts nobody does not know this yet, and is not said to trust", async () => {
    const [behavior] = attributes().default_cache_behavior;
    const after = {
      ...attributes({ id: undefined, trusted_key_groups: undefined }),
      default_cache_behavior: [{ ...behavior, trusted_key_groups: undefined, trusted_signers: undefined }],
    };
    const unknown = [{ trusted_key_groups: true, trusted_signers: true }];
    const change = { after, after_unknown: { id: true, default_cache_behavior: unknown } };
    const document = {
      format_version: "1.2",
      resource_changes: [
        { address: "aws_cloudfront_distribution.main", type: "aws_cloudfront_distribution", change },
      ],
    };
    const { found, distributions } = await diagnose({ documents: [document] });
    expect(found).toEqual(["likely nothing-restricted"]);
    expect(distributions[0]?.restrict).toEqual([{ pathPattern: "*", restricted: false }]);
  });

  it("a state without CloudFront is refused", async () => {
    await expect(diagnose({ documents: [state()] })).rejects.toThrow(
      "documents[0]: has no resource of CloudFront; pass the state, plan or template that has the distribution",
    );
  });
});

describe("a flat-rate plan", () => {
  const plan = {
    subscription: {
      planFamily: "CloudFront",
      planTier: "PRO",
      resourceArns: ["arn:aws:cloudfront::123456789012:distribution/EDFDVBD632BHDS"],
    },
  };
  const withConfig = (config: object, behavior: object = {}) => ({
    Id: "EDFDVBD632BHDS",
    DistributionConfig: {
      Origins: { Items: [] },
      DefaultCacheBehavior: { TrustedKeyGroups: { Enabled: true, Items: [group] }, ...behavior },
      ...config,
    },
  });

  it.each([
    ["tenants", withConfig({ ConnectionMode: "tenant-only" })],
    ["a staging distribution", withConfig({ Staging: true })],
    ["a staging distribution", withConfig({ ContinuousDeploymentPolicyId: "x" })],
    [
      "real-time logs",
      withConfig({}, { RealtimeLogConfigArn: "arn:aws:cloudfront::1:realtime-log-config/x" }),
    ],
    ["Lambda@Edge", withConfig({}, { LambdaFunctionAssociations: { Items: [{}] } })],
    ["ForwardedValues", withConfig({}, { ForwardedValues: { QueryString: false } })],
  ])("does not include %s", async (feature, distribution) => {
    const { findings } = await diagnose({ documents: [distribution, plan] });
    expect(findings[0]).toEqual({
      id: "flat-rate-plan-excludes",
      certainty: "likely",
      summary: "The flat-rate plan of the distribution does not include a feature that it uses.",
      distribution: "EDFDVBD632BHDS",
      pathPatterns: [],
      evidence: `the plan PRO covers the distribution, which has ${feature}`,
      fix: "Remove the feature from the distribution, or choose pay-as-you-go pricing for it: CloudFront refuses the combination.",
    });
    expect((await diagnose({ documents: [distribution] })).found).not.toContain(
      "likely flat-rate-plan-excludes",
    );
  });

  it("of another distribution is not compared", async () => {
    const other = {
      subscriptions: [{ ...plan.subscription, resourceArns: ["arn:aws:cloudfront::1:distribution/EOTHER"] }],
    };
    expect((await diagnose({ documents: [withConfig({ Staging: true }), other] })).found).toEqual([]);
  });

  it("of a template is that of its distribution", async () => {
    const Plan = {
      Type: "AWS::PricingPlanManager::Subscription",
      Properties: {
        PlanTier: "FREE",
        ResourceArns: [
          { "Fn::Sub": `arn:${named("AWS::Partition")}:cloudfront::1:distribution/${named("Media")}` },
        ],
      },
    };
    const { found } = await diagnose({ documents: [template({ Staging: "true" }, { Plan })] });
    expect(found).toEqual(["likely flat-rate-plan-excludes"]);
  });
});
