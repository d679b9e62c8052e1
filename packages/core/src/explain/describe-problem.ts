import { describePolicyProblem } from "../policy/describe-policy-problem.ts";
import type { Credentials } from "../verify/credentials.ts";
import type { CloudFrontDenialReason } from "../verify/denial.ts";
import type { Presented } from "../verify/request.ts";
import { alphabetProblem } from "./base64-fault.ts";
import type { Told } from "./fixes.ts";
import { clip } from "./url-difference.ts";

/** The finding for what is wrong with a request before any signature is checked, with what was seen. */
export function findingOf(
  problem: CloudFrontDenialReason,
  presented: Presented,
  credentials: Credentials,
): Told {
  if (problem === "policy-schema" || problem === "policy-not-json") {
    const broken = credentials.policyProblem;
    if (!broken) return [problem, "proven", "its bytes are no UTF-8"];
    return [broken.id === "milliseconds" ? "milliseconds" : problem, "proven", describePolicyProblem(broken)];
  }
  if (problem === "expires-invalid" && /^\d{12,15}$/.test(presented.values.get("Expires") ?? ""))
    return ["milliseconds", "proven", "Expires has 12 digits or more"];
  return [problem, "proven", describe(problem, presented, credentials)];
}

/** What was seen, in words. */
function describe(
  problem: CloudFrontDenialReason,
  { values, url }: Presented,
  { hashAlgorithm }: Credentials,
): string {
  const value = (name: string): string => values.get(name) ?? "";
  switch (problem) {
    case "request-too-large":
      return "the URL or the cookies are longer than CloudFront takes";
    case "request-invalid":
      return "it is no absolute http or https URL, or holds what cannot be sent";
    case "no-credentials":
      return "there is no signing parameter in the URL, and no CloudFront- cookie";
    case "cookies-shadowed-by-query":
      return `there are signed cookies, and a query parameter ${[...values.keys()].join(", ")}`;
    case "key-id-missing":
      return values.has("Key-Pair-Id") ? "Key-Pair-Id is empty" : "there is no Key-Pair-Id";
    case "key-id-not-a-key-id":
      return /^[\da-f]{8}-/i.test(value("Key-Pair-Id"))
        ? "it is a UUID, as key groups have"
        : `it is ${value("Key-Pair-Id").length} characters, not all capital letters and digits`;
    case "signature-missing":
      return "there is no Signature";
    case "signature-undecodable":
      return alphabetProblem(value("Signature"));
    case "policy-undecodable":
      return alphabetProblem(value("Policy"));
    case "policy-missing":
      return "there is neither Expires nor Policy";
    case "expires-invalid":
      return `Expires is "${clip(value("Expires"), 12)}"`;
    case "hash-unknown":
      return `Hash-Algorithm is "${clip(hashAlgorithm, 12)}"`;
    default:
      return `a parameter is there more than once${url ? "" : " among the cookies"}`;
  }
}
