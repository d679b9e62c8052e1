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
