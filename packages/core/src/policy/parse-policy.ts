import { type CloudFrontSignErrorCode, fail } from "../errors.ts";
import type { PolicyTerms } from "./policy.ts";
import { describePolicyProblem, type PolicyProblem } from "./policy-problem.ts";
import { readPolicy } from "./read-policy.ts";

/**
 * The terms of a ready custom policy that is to be signed; throws for one that CloudFront would answer with
 * MalformedPolicy.
 */
export function parsePolicy(text: unknown, option = "policy"): PolicyTerms {
  const read = readPolicy(text);
  return "id" in read
    ? fail(codeOf(read), option, `${describePolicyProblem(read)}; ${remedyOf(read)}`)
    : read;
}

/** A time or an address that is wrong in itself has its own code, as the options of the same meaning have. */
function codeOf({ id }: PolicyProblem): CloudFrontSignErrorCode {
  if (id === "milliseconds" || id === "not-whole") return "ERR_DATE_INVALID";
  return id === "no-address" ? "ERR_IP_ADDRESS_INVALID" : "ERR_POLICY_INVALID";
}

function remedyOf({ id, part }: PolicyProblem): string {
  if (id === "too-long") return "a URL or a cookie has room for a few thousand: use wildcards in Resource";
  if (id === "not-json") return "pass the JSON text of the policy itself, not encoded";
  if (id === "other-kind" && part === "Policy") return "pass JSON.stringify(policy)";
  if (id === "milliseconds") return "divide by 1000 and round down";
  switch (part) {
    case "DateLessThan":
    case "DateGreaterThan":
      return "write whole epoch seconds such as 1900000000";
    case "IpAddress":
      return "write one CIDR such as 203.0.113.0/24";
    default:
      return "write one statement of Resource and Condition: DateLessThan, perhaps DateGreaterThan and IpAddress, each name once";
  }
}
