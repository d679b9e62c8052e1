import type { Distribution } from "./distribution.ts";
import { unresolved } from "./foreign-json.ts";

/** Whether an ARN is that of a distribution, also of one that a template only names. */
export function isOf(arn: string, { id, name }: Distribution): boolean {
  return (id !== undefined && arn.endsWith(`:distribution/${id}`)) || arn.includes(unresolved(name));
}

/**
 * What a distribution has that no flat-rate plan includes.
 *
 * Source: CloudFront Developer Guide, "CloudFront flat-rate pricing plans".
 */
export function featuresOutsidePlans({ isMultiTenant, isStaged, behaviors }: Distribution): string[] {
  return [
    ...(isMultiTenant ? ["tenants"] : []),
    ...(isStaged ? ["a staging distribution"] : []),
    ...(behaviors.some(({ hasRealTimeLog }) => hasRealTimeLog) ? ["real-time logs"] : []),
    ...(behaviors.some(({ hasLambdaFunction }) => hasLambdaFunction) ? ["Lambda@Edge"] : []),
    ...(behaviors.some(({ forwardedValues }) => forwardedValues) ? ["ForwardedValues"] : []),
  ];
}
