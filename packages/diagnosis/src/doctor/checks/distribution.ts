import { listed } from "../../findings/quote.ts";
import type { Checks } from "../check.ts";
import type { Distribution } from "../distribution.ts";
import { unresolved } from "../foreign-json.ts";
import { quote } from "../quote.ts";
import { placeOf } from "../setup.ts";

/** The names of the findings about a distribution as a whole. */
export type DistributionStateFindingId =
  | "distribution-disabled"
  | "flat-rate-plan-excludes"
  | "distribution-in-progress"
  | "viewer-certificates-unverified";

export const distributionChecks: Checks<DistributionStateFindingId> = {
  /** `Enabled` is false; `possible` if another distribution in the documents is enabled. */
  "distribution-disabled": {
    // Source: https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/DownloadDistValuesGeneral.html
    rank: 10,
    certainty: "proven",
    summary: "The distribution is disabled and responds to no request.",
    fix: "Select the distribution in the list of distributions, and choose Enable.",
    find: ({ inventory: { distributions } }) => {
      const isOneEnabled = distributions.some(({ enabled }) => enabled);
      return distributions
        .filter(({ enabled }) => !enabled)
        .map((distribution) => ({
          certainty: isOneEnabled ? "possible" : "proven",
          evidence: "Enabled is false",
          place: placeOf(distribution),
        }));
    },
  },
  /**
   * A flat-rate plan covers the distribution, and does not include what it has: tenants, a staging distribution,
   * real-time logs, Lambda@Edge or `ForwardedValues`.
   */
  "flat-rate-plan-excludes": {
    // Source: https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/flat-rate-pricing-plan.html
    rank: 15,
    certainty: "likely",
    summary: "The flat-rate plan of the distribution does not include a feature that it uses.",
    fix: "Remove the feature from the distribution, or choose pay-as-you-go pricing for it: CloudFront refuses the combination.",
    find: ({ distributions, inventory: { plans } }) =>
      distributions.flatMap((distribution) => {
        const plan = plans.find(({ resources }) => resources.some((arn) => isOf(arn, distribution)));
        const excluded = plan === undefined ? [] : featuresOutsidePlans(distribution);
        if (excluded.length === 0) return [];
        const evidence = `the plan ${quote(plan?.tier ?? "")} covers the distribution, which has ${listed(excluded)}`;
        return [{ evidence, place: placeOf(distribution) }];
      }),
  },
  /** `Status` is `InProgress`. */
  "distribution-in-progress": {
    // Source: https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/HowToUpdateDistribution.html
    rank: 20,
    certainty: "possible",
    summary: "The last change of the distribution is still being deployed.",
    fix: "Wait until Last modified shows a date instead of Deploying: until then, some edge locations use the old settings.",
    find: ({ distributions }) =>
      distributions
        .filter(({ status }) => status === "InProgress")
        .map((distribution) => ({ evidence: "Status is InProgress", place: placeOf(distribution) })),
  },
  /** `ViewerMtlsConfig` has the mode `passthrough`, in which CloudFront verifies no client certificate. */
  "viewer-certificates-unverified": {
    // Source: https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/mtls-validation-modes.html
    rank: 35,
    certainty: "possible",
    summary: "CloudFront passes client certificates on to the origin, and verifies none of them.",
    fix: "Verify the certificates at the origin. If CloudFront should refuse viewers without a valid one, set the mode to required, with a trust store.",
    find: ({ distributions }) =>
      distributions
        .filter(({ mtlsMode }) => mtlsMode === "passthrough")
        .map((distribution) => ({
          evidence: "Mode in ViewerMtlsConfig is passthrough",
          place: placeOf(distribution),
        })),
  },
};

/** Whether an ARN is that of a distribution, also of one that a template only names. */
function isOf(arn: string, { id, name }: Distribution): boolean {
  return (id !== undefined && arn.endsWith(`:distribution/${id}`)) || arn.includes(unresolved(name));
}

/** What a distribution has that no flat-rate plan includes. */
function featuresOutsidePlans({ isMultiTenant, isStaged, behaviors }: Distribution): string[] {
  return [
    ...(isMultiTenant ? ["tenants"] : []),
    ...(isStaged ? ["a staging distribution"] : []),
    ...(behaviors.some(({ hasRealTimeLog }) => hasRealTimeLog) ? ["real-time logs"] : []),
    ...(behaviors.some(({ hasLambdaFunction }) => hasLambdaFunction) ? ["Lambda@Edge"] : []),
    ...(behaviors.some(({ forwardedValues }) => forwardedValues) ? ["ForwardedValues"] : []),
  ];
}
