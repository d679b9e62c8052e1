import {
  type CloudFrontDiagnosis,
  type CloudFrontDiagnosisOptions,
  diagnoseCloudFrontDistributions,
} from "cloudfront-sign-diagnosis/doctor";
import { describe, expect, it } from "vitest";

/** Uploads through CloudFront: behavior, origin access control, bucket policy and CORS as AWS prints them. */

const viewers = "c88311fc-e0de-50c7-a123-7fa4a6b10610";
const uploaders = "0f6d4f0e-8a5b-4d53-9a3c-7f1f3f5a2b10";
const media = "https://media.example.com";
const upload = `${media}/uploads/7f3a/report.pdf`;
const read = `${media}/videos/a.mp4`;
const getOnly = ["HEAD", "GET"];
const allMethods = ["HEAD", "DELETE", "POST", "GET", "OPTIONS", "PUT", "PATCH"];

function behavior(group: string | undefined, methods: readonly string[], changes: object = {}): object {
  return {
    TargetOriginId: "bucket",
    TrustedKeyGroups: group === undefined ? { Enabled: false } : { Enabled: true, Items: [group] },
    AllowedMethods: { Quantity: methods.length, Items: methods },
    ...changes,
  };
}

const uploadsBehavior = (group: string | undefined, methods = allMethods) =>
  behavior(group, methods, { PathPattern: "/uploads/*" });

interface Parts {
  readonly byDefault?: object;
  readonly uploads?: object;
  readonly signing?: string;
  /** `null` if the bucket policy is not among the documents. */
  readonly statements?: readonly object[] | null;
  readonly cors?: readonly object[] | null;
}

function grantOf(actions: string | string[], resource: string, changes: object = {}): object {
  return {
    Effect: "Allow",
    Principal: { Service: "cloudfront.amazonaws.com" },
    Action: actions,
    Resource: resource,
    Condition: { StringEquals: { "AWS:SourceArn": "arn:aws:cloudfront::123456789012:distribution/E1" } },
    ...changes,
  };
}

const mayRead = grantOf("s3:GetObject", "arn:aws:s3:::private-media/*");
const mayUpload = grantOf("s3:PutObject", "arn:aws:s3:::private-media/uploads/*");

/** What `aws s3api get-bucket-policy` prints: the policy is text. */
const policyOf = (...statements: readonly object[]) => ({
  Policy: JSON.stringify({ Version: "2012-10-17", Statement: statements }),
});

/** The setup of `examples/upload/README.md`, with other parts in the place of some. */
function documents(parts: Parts = {}): object[] {
  const {
    byDefault = behavior(viewers, getOnly),
    uploads = uploadsBehavior(uploaders),
    signing = "always",
    statements = [mayRead, mayUpload],
    cors = [{ AllowedMethods: ["PUT"], AllowedOrigins: ["https://www.example.com"] }],
  } = parts;
  const config = {
    Enabled: true,
    Aliases: { Items: ["media.example.com"] },
    Origins: {
      Items: [
        {
          Id: "bucket",
          DomainName: "private-media.s3.eu-central-1.amazonaws.com",
          OriginPath: "",
          S3OriginConfig: { OriginAccessIdentity: "" },
          OriginAccessControlId: "E2QWRUHAPOMQZL",
        },
      ],
    },
    DefaultCacheBehavior: byDefault,
    CacheBehaviors: { Items: [uploads] },
  };
  return [
    { Distribution: { Id: "E1", DomainName: "d1.cloudfront.net", DistributionConfig: config } },
    ...[viewers, uploaders].map((Id, i) => ({
      KeyGroup: { Id, KeyGroupConfig: { Name: Id, Items: [`K2JCJMDEHXQW5${i}`] } },
    })),
    {
      OriginAccessControl: {
        Id: "E2QWRUHAPOMQZL",
        OriginAccessControlConfig: { Name: "bucket", SigningBehavior: signing },
      },
    },
    ...(statements ? [policyOf(...statements)] : []),
    ...(cors ? [{ CORSRules: cors }] : []),
  ];
}

const given = { urls: [read], uploadUrls: [upload] };

async function diagnose(
  parts: Parts,
  options: Partial<CloudFrontDiagnosisOptions> = given,
): Promise<CloudFrontDiagnosis> {
  return diagnoseCloudFrontDistributions({ documents: documents(parts), ...options });
}

async function foundIn(parts: Parts, options?: Partial<CloudFrontDiagnosisOptions>): Promise<string[]> {
  const { findings } = await diagnose(parts, options);
  return findings.map(({ id, certainty, pathPatterns, evidence }) =>
    [certainty, id, `${pathPatterns.join()}:`, evidence].join(" "),
  );
}

describe("uploads", () => {
  it("set up as the page says have no finding, and nothing is missing", async () => {
    const { findings, missing } = await diagnose({});
    expect([findings, missing]).toEqual([[], []]);
  });

  it("in a distribution of their own have no finding: each gets what its ARN needs in the bucket policy", async () => {
    const [one] = documents({
      byDefault: behavior(viewers, getOnly),
      uploads: behavior(viewers, getOnly, { PathPattern: "/a/*" }),
    });
    const [other] = documents({
      byDefault: behavior(uploaders, allMethods),
      uploads: uploadsBehavior(uploaders),
    });
    const text = JSON.stringify(other)
      .replaceAll("E1", "E2")
      .replaceAll("d1.", "d2.")
      .replaceAll("media.example", "uploads.example");
    const ofUploads = JSON.parse(JSON.stringify(mayUpload).replace("distribution/E1", "distribution/E2"));
    const shared = documents({ statements: [mayRead, ofUploads] }).slice(1);
    const { findings, missing } = await diagnoseCloudFrontDistributions({
      documents: [one, JSON.parse(text), ...shared],
      urls: [read, upload],
      uploadUrls: ["https://uploads.example.com/uploads/7f3a/report.pdf"],
    });
    expect([findings, missing]).toEqual([[], []]);
  });

  it("need PUT among the allowed methods", async () => {
    expect(await foundIn({ uploads: uploadsBehavior(uploaders, getOnly) })).toEqual([
      "proven upload-method-refused /uploads/*: the allowed methods are HEAD, GET, and upload URL 1 needs PUT",
    ]);
    expect(await foundIn({ uploads: behavior(uploaders, [], { PathPattern: "/uploads/*" }) })).toEqual([
      "proven upload-method-refused /uploads/*: the allowed methods are GET, HEAD, and upload URL 1 needs PUT",
    ]);
  });

  it("need an origin access control that signs each of them", async () => {
    expect(await foundIn({ signing: "never" })).toEqual([
      expect.stringMatching(/^proven origin-access-control-wrong : .* SigningBehavior is never$/),
    ]);
    expect(await foundIn({ signing: "no-override" })).toEqual([
      expect.stringMatching(/^possible origin-access-control-wrong : .* SigningBehavior is no-override$/),
    ]);
  });

  it("need no-override only where a restricted cache behavior passes on PUT", async () => {
    const uploads = uploadsBehavior(viewers, getOnly);
    expect(await foundIn({ signing: "no-override", uploads }, { urls: [read] })).toEqual([]);
  });

  const refusedBy: [string, readonly object[]][] = [
    ["has only s3:GetObject", [mayRead]],
    ["permits other keys", [mayRead, grantOf("s3:PutObject", "arn:aws:s3:::private-media/inbox/*")]],
    [
      "permits another distribution",
      [
        grantOf("s3:*", "arn:aws:s3:::private-media/*", {
          Condition: { ArnLike: { "aws:SourceArn": ["arn:aws:cloudfront::123456789012:distribution/E2"] } },
        }),
      ],
    ],
    [
      "permits another service",
      [mayRead, { ...mayUpload, Principal: { Service: ["logging.s3.amazonaws.com"] } }],
    ],
    ["denies them", [mayRead, mayUpload, { ...mayUpload, Effect: "Deny", Principal: "*", Condition: {} }]],
    ["permits all but them", [grantOf([], "arn:aws:s3:::private-media/*", { NotAction: "s3:Put*" })]],
    [
      "permits all other keys",
      [mayRead, { ...mayUpload, Resource: undefined, NotResource: "arn:aws:s3:::private-media/uploads/*" }],
    ],
  ];
  it.each(refusedBy)("are refused by a bucket policy that %s", async (_, statements) => {
    expect(await foundIn({ statements })).toEqual([
      "proven upload-not-permitted /uploads/*: the bucket policy does not let CloudFront use s3:PutObject for upload URL 1",
    ]);
  });

  const permittedBy: [string, readonly object[]][] = [
    ["is one statement", [grantOf(["s3:GetObject", "s3:PutObject"], "arn:aws:s3:::private-media/uploads/*")]],
    ["has wildcards", [mayRead, grantOf("S3:put*", "arn:aws:s3:::private-*/uploads/????/*"), mayRead]],
    [
      "denies requests without TLS",
      [
        mayRead,
        mayUpload,
        grantOf("s3:*", "arn:aws:s3:::private-media/*", {
          Effect: "Deny",
          Principal: "*",
          Condition: { Bool: { "aws:SecureTransport": "false" } },
        }),
      ],
    ],
    [
      "names the account, too",
      [mayRead, { ...mayUpload, Condition: { StringEquals: { "aws:SourceAccount": "1" } } }],
    ],
    [
      "has a condition that is not read",
      [mayRead, { ...mayUpload, Condition: { Null: { "s3:x-amz-acl": "true" } } }],
    ],
  ];
  it.each(permittedBy)("are permitted by a bucket policy that %s", async (_, statements) => {
    expect(await foundIn({ statements })).toEqual([]);
  });

  it("from a page of another origin need PUT in the CORS configuration of the bucket", async () => {
    expect(await foundIn({ cors: [{ AllowedMethods: ["GET"], AllowedOrigins: ["*"] }] })).toEqual([
      "possible upload-cors-refused /uploads/*: no rule of CORSRules has PUT, which a page of another origin needs for upload URL 1",
    ]);
  });

  it("to an open cache behavior are named, and that everyone can write", async () => {
    expect(await foundIn({ uploads: uploadsBehavior(undefined) })).toEqual([
      "proven everyone-writes /uploads/*: no signature is checked here, and the bucket policy permits s3:PutObject",
      "proven url-not-restricted /uploads/*: upload URL 1 matches this cache behavior, which requires no signature",
    ]);
  });

  it("with a host of no distribution are named by their number", async () => {
    const uploadUrls = [upload, "https://cdn.example.com/uploads/a"];
    expect(await foundIn({}, { urls: [read], uploadUrls })).toEqual([
      "proven url-host-unknown : cdn.example.com is the host of upload URL 2",
    ]);
  });

  it("to a server that is not a bucket have no bucket policy", async () => {
    const text = JSON.stringify(documents()).replace(
      "private-media.s3.eu-central-1.amazonaws.com",
      "app.example.com",
    );
    const { findings } = await diagnoseCloudFrontDistributions({
      documents: JSON.parse(text.replace('"S3OriginConfig":{"OriginAccessIdentity":""},', "")),
      ...given,
    });
    expect(findings).toEqual([]);
  });
});

describe("URLs that are signed for reading", () => {
  const writable = behavior(viewers, allMethods);
  const all = grantOf(["s3:GetObject", "s3:PutObject", "s3:DeleteObject"], "arn:aws:s3:::private-media/*");

  it("write, if their cache behavior passes on PUT and the bucket policy permits it", async () => {
    expect(await foundIn({ byDefault: writable, statements: [all] })).toEqual([
      "proven read-url-writes *: the allowed methods have PUT, and the bucket policy permits s3:PutObject for URL 1",
      "proven read-url-writes *: the allowed methods have DELETE, and the bucket policy permits s3:DeleteObject for URL 1",
    ]);
  });

  it("do not write where the bucket policy permits only the prefix of uploads", async () => {
    expect(await foundIn({ byDefault: writable })).toEqual([]);
  });

  it("may write, if the bucket policy has a condition or is not there", async () => {
    const statements = [{ ...mayUpload, Resource: "*", Condition: { Null: { "s3:x-amz-acl": "true" } } }];
    const policies = [...statements, mayRead];
    expect(await foundIn({ byDefault: writable, statements: policies })).toEqual([
      "possible read-url-writes *: the allowed methods have PUT, and the bucket policy may permit s3:PutObject for URL 1",
    ]);
  });

  it("share a key with uploads: a wide resource covers both", async () => {
    expect(await foundIn({ uploads: uploadsBehavior(viewers) })).toEqual([
      "possible read-url-writes /uploads/*: a key group here is also trusted by *, where URLs for reading are signed",
    ]);
  });

  it("that are not given are a thing to check", async () => {
    expect(await foundIn({ byDefault: writable, statements: [all] }, { uploadUrls: [upload] })).toEqual([
      "possible read-url-writes *: the allowed methods have PUT and DELETE, and the bucket policy may permit s3:PutObject and s3:DeleteObject",
    ]);
    expect(await foundIn({}, {})).toEqual([
      "possible read-url-writes /uploads/*: the allowed methods have PUT, and the bucket policy may permit s3:PutObject",
    ]);
  });
});

describe("a bucket policy that lets everyone read", () => {
  const everyone = { Principal: "*", Condition: undefined };
  const open = (resource: string, changes: object = {}) =>
    grantOf("s3:GetObject", `arn:aws:s3:::private-media/${resource}`, { ...everyone, ...changes });
  const statement = (...statements: readonly object[]) => ({
    statements: [mayRead, mayUpload, ...statements],
  });

  it("is named with what to do, and that S3 may block public access", async () => {
    const { findings } = await diagnose(statement(open("videos/*")));
    expect(findings).toEqual([
      {
        id: "everyone-reads",
        certainty: "likely",
        summary: "Everyone can read files of the bucket directly from S3, unless S3 blocks public access.",
        fix: "Remove this statement from the bucket policy: only cloudfront.amazonaws.com needs s3:GetObject, with the distribution as AWS:SourceArn. In S3, turn on Block all public access.",
        distribution: "E1",
        pathPatterns: ["*"],
        evidence: "the bucket policy lets everyone use s3:GetObject for videos/*",
      },
    ]);
  });

  const named: [string, object][] = [
    ["AWS: *", open("*", { Principal: { AWS: "*" } })],
    ["a list", open("*", { Principal: { AWS: ["*"] }, Action: ["s3:ListBucket", "S3:GetObject"] })],
    ["a pattern of actions", open("*", { Action: "s3:Get*" })],
    ["all actions", open("*", { Action: "*" })],
    ["https alone", open("*", { Condition: { Bool: { "aws:SecureTransport": "true" } } })],
    ["https alone, as a boolean", open("*", { Condition: { Bool: { "aws:SecureTransport": true } } })],
    ["all but one action", open("*", { Action: undefined, NotAction: "s3:PutObject" })],
  ];
  it.each(named)("is named: %s", async (_, one) => {
    expect(await foundIn(statement(one))).toEqual([
      "likely everyone-reads /uploads/*,*: the bucket policy lets everyone use s3:GetObject for *",
    ]);
  });

  it("is a thing to check beside a denial, unless this is only for http", async () => {
    const denial = { Effect: "Deny", Action: "s3:*" };
    const vpc = open("*", { ...denial, Condition: { StringNotEquals: { "aws:SourceVpc": "vpc-1" } } });
    const http = open("*", { ...denial, Condition: { Bool: { "aws:SecureTransport": "false" } } });
    const of = (certainty: string) => [
      `${certainty} everyone-reads *: the bucket policy lets everyone use s3:GetObject for videos/*`,
    ];
    expect(await foundIn(statement(open("videos/*"), vpc))).toEqual(of("possible"));
    expect(await foundIn(statement(open("videos/*"), http))).toEqual(of("likely"));
  });

  it("is named only where the paths of the origin and of the cache behavior are", async () => {
    const of = async (...statements: object[]) => {
      const text = JSON.stringify(documents(statement(...statements)));
      const { findings } = await diagnoseCloudFrontDistributions({
        documents: JSON.parse(text.replace('"OriginPath":""', '"OriginPath":"/media"')),
        urls: [read],
      });
      return findings.filter(({ id }) => id === "everyone-reads").map(({ pathPatterns }) => pathPatterns);
    };
    expect(await of(open("web/*"))).toEqual([]);
    expect(await of(open("web/*"), open("media/uploads/a.pdf"))).toEqual([["/uploads/*", "*"]]);
  });

  const right: [string, object, object?][] = [
    ["a condition", open("*", { Condition: { IpAddress: { "aws:SourceIp": "203.0.113.7" } } })],
    ["the distribution alone", open("*", { Condition: { StringEquals: { "aws:SourceArn": "a/E1" } } })],
    ["an account", open("*", { Principal: { AWS: "arn:aws:iam::123456789012:root" } })],
    ["another action", open("*", { Action: "s3:GetBucketLocation" })],
    ["another bucket", { ...open("*"), Resource: "arn:aws:s3:::other/*" }],
    ["a denial", open("*", { Effect: "Deny", Action: "s3:GetObjectTagging" })],
    [
      "the files of an open path",
      open("uploads/a/*"),
      behavior(undefined, getOnly, { PathPattern: "/uploads/*" }),
    ],
  ];
  it.each(right)(
    "is not found in a statement for %s",
    async (_, one, uploads = uploadsBehavior(uploaders)) => {
      expect(await foundIn({ uploads, ...statement(one) }, { urls: [read] })).toEqual([]);
    },
  );
});

describe("documents of a bucket", () => {
  it("are asked for where viewers might write", async () => {
    const [distribution] = documents();
    const asked = async (options: Partial<CloudFrontDiagnosisOptions>) =>
      (await diagnoseCloudFrontDistributions({ documents: [distribution], ...options })).missing.filter(
        (command) => command.startsWith("aws s3api "),
      );
    expect(await asked({ urls: [read] })).toEqual(["aws s3api get-bucket-policy --bucket private-media"]);
    expect(await asked(given)).toEqual([
      "aws s3api get-bucket-policy --bucket private-media",
      "aws s3api get-bucket-cors --bucket private-media",
    ]);
  });

  it("may be the policy itself, with one statement that is not a list", async () => {
    const others = documents({ statements: null });
    const policy = { Version: "2012-10-17", Statement: mayRead };
    const { findings } = await diagnoseCloudFrontDistributions({ documents: [...others, policy], ...given });
    expect(findings.map(({ id }) => id)).toEqual(["upload-not-permitted"]);
  });

  it("of another bucket decide nothing", async () => {
    const statements = [grantOf("s3:*", "arn:aws:s3:::other/*")];
    expect(await foundIn({ statements })).toEqual([]);
  });
});
