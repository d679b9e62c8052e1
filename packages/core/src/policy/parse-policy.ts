import { type CloudFrontSignErrorCode, fail } from "../errors.ts";
import type { PolicyTerms } from "./policy.ts";
import { describePolicyProblem, type PolicyProblem } from "./policy-problem.ts";
import { readPolicy } from "./read-policy.ts";

/**
 * The terms of a ready custom policy that is to be signed; throws for one that CloudFront would answer with
 * MalformedPolicy.
 */
export function parsePolicy(text: unknown, option = "policy"): PolicyTerms {
  const { terms, problem } = readPolicy(text);
  return terms ?? fail(codeOf(problem), option, `${describePolicyProblem(problem)}; ${remedyOf(problem)}`);
}

/** A time or an address that is wrong in itself has its own code, as the options of the same meaning have. */
function codeOf({ id }: PolicyProblem): CloudFrontSignErrorCode {
  switch (id) {
    case "epoch-milliseconds":
    case "epoch-not-whole":
      return "ERR_DATE_INVALID";
    case "address-ipv6":
    case "address-invalid":
      return "ERR_IP_ADDRESS_INVALID";
    default:
      return "ERR_POLICY_INVALID";
  }
}

function remedyOf({ id }: PolicyProblem): string {
  switch (id) {
    case "not-text":
      return "pass JSON.stringify(policy)";
    case "too-long":
      return "a URL or a cookie has room for a few thousand: use wildcards in Resource";
    case "not-json":
      return "pass the JSON text of the policy itself, not encoded";
    case "epoch-milliseconds":
      return "divide by 1000 and round down";
    case "epoch-no-number":
    case "epoch-not-whole":
    case "epoch-spelling":
      return "write whole epoch seconds such as 1900000000";
    case "address-no-text":
    case "address-invalid":
      return "write one CIDR such as 203.0.113.0/24";
    case "address-ipv6":
      return "write an IPv4 CIDR such as 203.0.113.0/24, or leave IpAddress out";
    default:
      return "write one statement of Resource and Condition: DateLessThan, perhaps DateGreaterThan and IpAddress, each name once";
  }
}
