import type { Fault } from "@cloudfront-sign-webcrypto/testing/faults/fault.ts";
import {
  type CloudFrontDiagnosisOptions,
  diagnoseCloudFrontDistributions,
} from "cloudfront-sign-diagnosis/doctor";

const wholeOutput = "pass the whole output of the AWS CLI as it was printed";
const config = { Origins: {}, DefaultCacheBehavior: {} };

function refused(given: string, options: object, message: string): Fault {
  const run = () => diagnoseCloudFrontDistributions(options as CloudFrontDiagnosisOptions);
  return { given, run, code: "ERR_OPTION_INVALID", message };
}

function refusedDocument(given: string, document: unknown, problem: string): Fault {
  return refused(`documents: [${given}]`, { documents: [document] }, `documents[0]: ${problem}`);
}

/** Documents that the AWS CLI does not print, and what else a diagnosis cannot start with. */
export const doctorFaults: readonly Fault[] = [
  refused(
    "diagnoseCloudFrontDistributions({})",
    {},
    "documents: is undefined; pass a list of what the AWS CLI printed, each parsed with JSON.parse",
  ),
  refused(
    "documents: { Distribution: … }",
    { documents: { Distribution: {} } },
    "documents: is an object; pass a list of what the AWS CLI printed, each parsed with JSON.parse",
  ),
  {
    ...refused(
      "documents: []",
      { documents: [] },
      "documents: is an empty list; add the output of get-distribution-config",
    ),
    code: "ERR_OPTION_MISSING",
  },
  refusedDocument(
    "'{ \"Distribution\": … }'",
    '{ "Distribution": {} }',
    "is a string; pass what it holds: JSON.parse(text)",
  ),
  refusedDocument(
    "[{ Distribution: … }]",
    [{ Distribution: {} }],
    "is an array; make each of its entries a document of its own",
  ),
  refusedDocument("null", null, `is null and no object; ${wholeOutput}`),
  refusedDocument(
    "{ FunctionList: … }",
    { FunctionList: {} },
    "is not the output of a command that doctor reads; pass that of aws cloudfront get-distribution, get-distribution-config or list-distributions, or of get- and list- for key groups, public keys, cache policies, origin request policies, origin access controls, distribution tenants and connection groups, or of aws s3api get-bucket-policy and get-bucket-cors, or a CloudFormation template, or what terraform show -json prints",
  ),
  refusedDocument(
    "{ DistributionConfig: {} }",
    { DistributionConfig: {} },
    `DistributionConfig has no DefaultCacheBehavior; ${wholeOutput}`,
  ),
  refusedDocument(
    "{ Distribution: { DistributionConfig: … } }",
    { Distribution: { Id: 1, DistributionConfig: config } },
    `Distribution.Id is a number and no text; ${wholeOutput}`,
  ),
  refusedDocument(
    '{ DistributionConfig: { Enabled: "true", … } }',
    { DistributionConfig: { ...config, Enabled: "true" } },
    `DistributionConfig.Enabled is a string, not true or false; ${wholeOutput}`,
  ),
  refusedDocument(
    "{ DistributionConfig: { Aliases: { Items: {} }, … } }",
    { DistributionConfig: { ...config, Aliases: { Items: {} } } },
    `DistributionConfig.Aliases.Items is an object and no list; ${wholeOutput}`,
  ),
  refusedDocument(
    "{ DistributionConfig: { Aliases: { Items: [1] }, … } }",
    { DistributionConfig: { ...config, Aliases: { Items: [1] } } },
    `DistributionConfig.Aliases.Items[0] is a number and no text; ${wholeOutput}`,
  ),
  refusedDocument(
    '{ DistributionConfig: { CustomErrorResponses: { Items: [{ ErrorCode: "403" }] }, … } }',
    { DistributionConfig: { ...config, CustomErrorResponses: { Items: [{ ErrorCode: "403" }] } } },
    `DistributionConfig.CustomErrorResponses.Items[0].ErrorCode is a string and no number; ${wholeOutput}`,
  ),
  refusedDocument(
    "{ DistributionConfig: … } with 1,001 cache behaviors",
    { DistributionConfig: { ...config, CacheBehaviors: { Items: new Array(1001).fill({}) } } },
    "has a distribution with 1001 cache behaviors, and at most 1000 are read; check where the document comes from",
  ),
  refusedDocument(
    "{ KeyGroupConfig: … } without a distribution",
    { KeyGroupConfig: { Items: [] } },
    "does not say which ID it belongs to; pass the output of aws cloudfront get-key-group instead",
  ),
  refusedDocument('{ Policy: "{" }', { Policy: "{" }, `Policy is not JSON; ${wholeOutput}`),
  refusedDocument(
    '{ Policy: "{ \\"Statement\\": [1] }" }',
    { Policy: '{ "Statement": [1] }' },
    `Policy.Statement[0] is a number and no object; ${wholeOutput}`,
  ),
  refusedDocument(
    "{ Statement: … } with 1,001 statements",
    { Statement: new Array(1001).fill({}) },
    "has a bucket policy with 1001 statements, and at most 1000 are read; check where the document comes from",
  ),
  refusedDocument(
    "{ DistributionTenantList: … } with 10,001 tenants",
    {
      DistributionTenantList: Array.from({ length: 10_001 }, (_, i) => ({
        Id: `dt_${i}`,
        DistributionId: "EDFDVBD632BHDS",
      })),
    },
    "brings the number of distribution tenants to 10001, and at most 10000 are read; pass those of the URLs that you sign",
  ),
  refused(
    "diagnoseCloudFrontDistributions({ uploadUrls: url })",
    { documents: [config], uploadUrls: "https://d111111abcdef8.cloudfront.net/a" },
    "uploadUrls: is a string; pass a list of URLs",
  ),
  refused(
    "diagnoseCloudFrontDistributions({ urls: url })",
    { documents: [config], urls: "https://d111111abcdef8.cloudfront.net/a" },
    "urls: is a string; pass a list of URLs",
  ),
  refused(
    "diagnoseCloudFrontDistributions({ urls }) with 1,001 URLs",
    { documents: [config], urls: new Array(1001).fill("") },
    "urls: has 1001 URLs, more than 1000; pass one or two for each cache behavior",
  ),
];
