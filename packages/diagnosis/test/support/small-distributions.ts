import { keyPairId } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import {
  type CloudFrontDiagnosisOptions,
  diagnoseCloudFrontDistributions,
} from "cloudfront-sign-diagnosis/doctor";

/** What an emulator does not make: several distributions, and members that only AWS prints. */

export const viewers = "c88311fc-e0de-50c7-a123-7fa4a6b10610";
export const admins = "0f6d4f0e-8a5b-4d53-9a3c-7f1f3f5a2b10";
export const media = "https://media.example.com";

export function behavior(group: string | undefined, changes: object = {}): object {
  const trusted = group === undefined ? { Enabled: false } : { Enabled: true, Quantity: 1, Items: [group] };
  return { TargetOriginId: "web", TrustedKeyGroups: trusted, ...changes };
}

export function summary(id: string, alias: string, changes: object = {}): object {
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

export const listOf = (...distributions: object[]) => ({ DistributionList: { Items: distributions } });
export const groupOf = (id: string, ...items: string[]) => ({
  KeyGroup: { Id: id, KeyGroupConfig: { Name: id === viewers ? "viewers" : "admins", Items: items } },
});

export async function findingsOf(options: CloudFrontDiagnosisOptions): Promise<string[]> {
  const { findings } = await diagnoseCloudFrontDistributions(options);
  return findings.map(({ id, certainty, distribution, pathPatterns }) =>
    [certainty, id, distribution, ...pathPatterns].filter((part) => part !== undefined).join(" "),
  );
}

/** A distribution as get-distribution prints it, with the keys of its key group. */
export const withActiveKeys = {
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
