import { type CloudFrontSignErrorCode, fail } from "../errors.ts";
import { policyProblemText } from "./describe-policy-problem.ts";
import { type PolicyTerms, policyText } from "./policy.ts";
import type { PolicyProblem } from "./policy-problem.ts";
import { readPolicy } from "./read-policy.ts";

/**
 * The terms of a ready custom policy that is to be signed.
 *
 * @throws `ERR_POLICY_INVALID` and others for one that CloudFront would answer with MalformedPolicy.
 */
export function parsePolicy(text: unknown, option = "policy"): PolicyTerms {
  const read = readPolicy(text);
  if (!("id" in read)) return read;
  const { problem, remedy } = policyProblemText(read);
  return fail(codeOf(read), option, `${problem}; ${remedy}`);
}

/** A time or an address that is wrong in itself has its own code, as the options of the same meaning have. */
function codeOf({ id }: PolicyProblem): CloudFrontSignErrorCode {
  switch (id) {
    case "milliseconds":
    case "not-whole":
    case "negative":
      return "ERR_DATE_INVALID";
    case "ip-address":
      return "ERR_IP_ADDRESS_INVALID";
    default:
      return "ERR_POLICY_INVALID";
  }
}

/** What a policy says, how it is written, and words for the rule that it breaks. */
export const policyGrammar: {
  readonly read: typeof readPolicy;
  readonly write: typeof policyText;
  readonly describeProblem: typeof policyProblemText;
} = { read: readPolicy, write: policyText, describeProblem: policyProblemText };
