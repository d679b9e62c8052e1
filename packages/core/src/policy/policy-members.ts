import type { PolicyObject } from "./policy-problem.ts";

/** The members of each object of a policy: the first is required, the others are optional. */
export const membersOf: Record<PolicyObject, readonly [required: string, ...optional: readonly string[]]> = {
  policy: ["Statement"],
  statement: ["Condition", "Resource"],
  Condition: ["DateLessThan", "DateGreaterThan", "IpAddress"],
  DateLessThan: ["AWS:EpochTime"],
  DateGreaterThan: ["AWS:EpochTime"],
  IpAddress: ["AWS:SourceIp"],
};
