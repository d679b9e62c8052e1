// The documents about distributions.
import { diagnoseCloudFrontDistributions } from "cloudfront-sign-diagnosis/doctor";
import { cut } from "../input.mjs";
import { host, keyPairId } from "../material.mjs";

/** @typedef {import("../input.mjs").Input} Input */

const groupId = "c88311fc-e0de-50c7-a123-7fa4a6b10610";
const behavior = { TargetOriginId: "bucket", TrustedKeyGroups: { Enabled: true, Items: [groupId] } };

/** @param {object} changes */
const distribution = (changes) => ({
  Distribution: {
    Id: "EDFDVBD632BHDS",
    DistributionConfig: { Origins: { Items: [] }, DefaultCacheBehavior: behavior, ...changes },
  },
});
/** @param {string} domainName */
const origin = (domainName) => ({ Origins: { Items: [{ Id: "bucket", DomainName: domainName }] } });
/** @param {string[]} patterns */
const behaviors = (patterns) => ({
  CacheBehaviors: { Items: patterns.map((pattern) => ({ ...behavior, PathPattern: pattern })) },
});
/** A distribution whose viewers may write into a bucket, and a statement of its policy. @param {object} statement */
const writable = (statement) => {
  const Id = "bucket";
  const Origins = {
    Items: [{ Id, DomainName: "media.s3.amazonaws.com", OriginAccessControlId: "E2QWRUHAPOMQZL" }],
  };
  const DefaultCacheBehavior = { ...behavior, AllowedMethods: { Items: ["PUT"] } };
  const Statement = [
    { Effect: "Allow", Principal: "*", Action: "s3:*", Resource: "arn:aws:s3:::media/*", ...statement },
  ];
  return [
    distribution({ Origins, DefaultCacheBehavior, Aliases: { Items: [host.split("//")[1]] } }),
    { Statement },
  ];
};
/** A multi-tenant distribution and a tenant. @param {object} config @param {object} tenant */
const tenants = (config, tenant) => [
  distribution({ ConnectionMode: "tenant-only", ...config }),
  {
    DistributionTenantList: [
      { Id: "dt_1", DistributionId: "EDFDVBD632BHDS", Domains: [], Parameters: [], ...tenant },
    ],
  },
];
/** @param {string} name @param {string[]} keys */
const publicKeys = (name, keys) => ({
  KeyGroup: { Id: groupId, KeyGroupConfig: { Name: name, Items: keys } },
});

/**
 * The places for a filling in the documents.
 * @type {[name: string, (filling: string) => object[]][]}
 */
const places = [
  ["a path pattern", (text) => [distribution(behaviors([text]))]],
  ["path patterns", (text) => [distribution(behaviors(cut(text, Math.max(200, text.length / 900))))]],
  ["a domain name of an origin", (text) => [distribution(origin(text))]],
  ["alternate domain names", (text) => [distribution({ Aliases: { Items: cut(text, 20) } })]],
  ["the name of a key group", (text) => [distribution({}), publicKeys(text, [])]],
  ["keys of a key group", (text) => [distribution({}), publicKeys("a", cut(text, 20))]],
  ["a public key", (text) => [{ PublicKey: { Id: keyPairId, PublicKeyConfig: { EncodedKey: text } } }]],
  ["a resource of a bucket policy", (text) => writable({ Resource: `arn:aws:s3:::media/${text}` })],
  ["resources of a bucket policy", (text) => writable({ Resource: cut(text, 20) })],
  ["an action of a bucket policy", (text) => writable({ Action: text })],
  [
    "a bucket policy",
    (text) => [distribution({}), { Policy: JSON.stringify({ Statement: [{ Sid: text }] }) }],
  ],
  ["domains of a tenant", (text) => tenants({}, { Domains: cut(text, 20).map((Domain) => ({ Domain })) })],
  [
    "an origin path with parameters",
    (text) => {
      const path = {
        Id: "bucket",
        DomainName: "media.s3.amazonaws.com",
        OriginPath: `/{{${text}}}{{${text}`,
      };
      return tenants({ Origins: { Items: [path] } }, {});
    },
  ],
  [
    "query strings of a cache policy",
    (text) => {
      const QueryStringsConfig = { QueryStringBehavior: "whitelist", QueryStrings: { Items: cut(text, 20) } };
      const ParametersInCacheKeyAndForwardedToOrigin = { QueryStringsConfig };
      return [{ CachePolicy: { Id: "a", CachePolicyConfig: { ParametersInCacheKeyAndForwardedToOrigin } } }];
    },
  ],
];

/** @type {Input[]} */
export const doctorInputs = places.map(([place, make]) => ({
  name: `diagnoseCloudFrontDistributions: ${place}`,
  sample: "a",
  ask: (filling) =>
    diagnoseCloudFrontDistributions({ documents: make(filling), keyPairId, urls: [`${host}/a?b=1`] }),
}));
