import { type CloudFrontSignErrorCode, fail } from "../errors.ts";
import { nearestName } from "../options/nearest-name.ts";
import { characterName, printableName } from "../options/printable.ts";
import { ipv4Problem } from "./ipv4.ts";
import { longestPolicy } from "./limits.ts";
import { type PolicyTerms, policyText } from "./policy.ts";
import { membersOf, type PolicyPart, type PolicyProblem, readPolicy } from "./read-policy.ts";

/**
 * The terms of a ready custom policy that is to be signed.
 *
 * @throws `ERR_POLICY_INVALID` and others for one that CloudFront would answer with MalformedPolicy.
 */
export function parsePolicy(text: unknown, option = "policy"): PolicyTerms {
  const read = readPolicy(text);
  if (!("id" in read)) return read;
  const { problem, remedy } = describePolicyProblem(read);
  return fail(codeOf(read), option, `${problem}; ${remedy}`);
}

/** A time or an address that is wrong in itself has its own code, as the options of the same meaning have. */
function codeOf({ id }: PolicyProblem): CloudFrontSignErrorCode {
  if (id === "ip-address") return "ERR_IP_ADDRESS_INVALID";
  return id === "milliseconds" || id === "not-seconds" ? "ERR_DATE_INVALID" : "ERR_POLICY_INVALID";
}

interface ProblemText {
  readonly problem: string;
  readonly remedy: string;
}

const shape =
  'write the policy like {"Statement":[{"Resource":"https://…","Condition":{"DateLessThan":{"AWS:EpochTime":1900000000},"IpAddress":{"AWS:SourceIp":"203.0.113.0/24"}}}]}';

/** What is wrong with a policy, and what mends it. Quotes no more of it than names and times. */
function describePolicyProblem(problem: PolicyProblem): ProblemText {
  switch (problem.id) {
    case "not-text":
      return text(`it is ${problem.type}, not the JSON text of a policy`, "pass what JSON.stringify returns");
    case "too-long":
      return text(
        `it has ${problem.length} characters, and at most ${longestPolicy} are read`,
        "a URL or a cookie has room for a few thousand: use wildcards in Resource",
      );
    case "not-json":
      return describeJsonFault(problem.fault);
    case "too-deep":
      return text("it is nested deeper than any policy", "write one statement of Resource and Condition");
    case "missing-member":
      return text(`${problem.name} is missing in ${nameOf(problem.object)}`, `add ${problem.name}`);
    case "unknown-member": {
      const nearest = nearestName(problem.name, membersOf[problem.object]);
      return text(
        `${nameOf(problem.object)} has the member ${printableName(problem.name)}, which is unknown there`,
        nearest === undefined ? shape : `did you mean ${nearest}?`,
      );
    }
    case "repeated-member":
      return text(
        `${problem.name} is there twice in ${nameOf(problem.object)}`,
        "keep one of them: CloudFront may read either",
      );
    case "wrong-type":
      return text(
        `${nameOf(problem.part)} is ${typeNames[problem.type]}, not ${expected(problem.part)}`,
        problem.part === "policy" && problem.type === "string" ? "call JSON.stringify only once" : shape,
      );
    case "statement-count":
      return text(
        `Statement is a list of ${problem.count}, not of one`,
        problem.count === 0 ? "add a statement with Resource and Condition" : "sign one policy for each",
      );
    case "milliseconds":
      return text(
        `AWS:EpochTime of ${problem.member} is in milliseconds: ${problem.value}`,
        `divide by 1000: ${Math.floor(problem.value / 1000)}`,
      );
    case "not-seconds":
      return text(
        `AWS:EpochTime of ${problem.member} has a sign, a point or an exponent`,
        "write whole epoch seconds in plain digits, such as 1900000000",
      );
    case "ip-address": {
      const [words, remedy] = ipv4Problem(problem.address);
      return text(`AWS:SourceIp ${words}`, remedy);
    }
  }
}

function text(problem: string, remedy: string): ProblemText {
  return { problem, remedy };
}

function describeJsonFault(fault: Extract<PolicyProblem, { readonly id: "not-json" }>["fault"]): ProblemText {
  if (fault.id === "unexpected-character")
    return text(
      `it is not JSON: ${characterName(fault.character)} at position ${fault.position} is unexpected`,
      "pass what JSON.stringify returns",
    );
  return fault.position === 0
    ? text("it is an empty string", "check whether a variable is not set")
    : text("it is JSON that ends early", "check where the text was cut off");
}

const typeNames = {
  object: "an object",
  array: "a list",
  string: "a string",
  number: "a number",
  boolean: "true or false",
  null: "null",
} as const;

/** What a part has to be. */
function expected(part: PolicyPart): string {
  if (part === "Statement") return "a list of one statement";
  if (part === "AWS:SourceIp") return "one string";
  if (part === "Resource") return "a string";
  return part in membersOf ? "an object" : "a number";
}

function nameOf(part: PolicyPart): string {
  return part === "policy" || part === "statement" ? `the ${part}` : part;
}

/** What a policy says, how it is written, and words for the rule that it breaks. */
export const policyGrammar: {
  readonly read: typeof readPolicy;
  readonly write: typeof policyText;
  readonly describeProblem: typeof describePolicyProblem;
} = { read: readPolicy, write: policyText, describeProblem: describePolicyProblem };
