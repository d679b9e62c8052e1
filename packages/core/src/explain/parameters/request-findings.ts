import type { PolicyProblem } from "../../policy/policy-problem.ts";
import type { CredentialsProblem, KeyLookupProblem } from "../../verify/credentials.ts";
import { longestSignature } from "../../verify/limits.ts";
import type { RequestProblem } from "../../verify/request.ts";
import type { Evidence } from "../evidence.ts";
import { type CloudFrontFindingId, type Finding, proven } from "../finding.ts";
import type { ReadQuestion } from "../question.ts";
import { base64Fault } from "./base64-fault.ts";

/** The finding for what is wrong with a request or its signing parameters before any signature is checked. */
export function requestFinding(
  problem: RequestProblem | KeyLookupProblem | CredentialsProblem,
  question: ReadQuestion,
): Finding {
  const { request, credentials, keyPairId } = question;
  const { parameters } = request;
  const policyProblem = credentials.problem && credentials.policyProblem;
  const valueOfParameter = (name: string): string => parameters.get(name) ?? "";
  const found = (evidence: Evidence): Finding => proven(problem, evidence);
  switch (problem) {
    case "request-too-large":
      return found("request-too-long");
    case "request-invalid":
      return found("not-a-url");
    case "no-credentials":
      return found("no-signing-parameter");
    case "cookies-shadowed-by-query":
      return found({ kind: "reserved-names", names: [...parameters.keys()] });
    case "key-id-missing":
      return found(parameters.has("Key-Pair-Id") ? "key-pair-id-empty" : "no-key-pair-id");
    case "key-id-not-a-key-id":
      return found(
        /^[\da-f]{8}-/i.test(keyPairId)
          ? "key-pair-id-is-uuid"
          : { kind: "key-pair-id-shape", length: keyPairId.length },
      );
    case "parameter-repeated":
      return found(request.source === "cookies" ? "cookie-repeated" : "parameter-repeated");
    case "signature-missing":
      return found("no-signature");
    case "signature-undecodable":
      return found({
        kind: "base64",
        name: "Signature",
        fault: base64Fault(valueOfParameter("Signature"), longestSignature),
      });
    case "policy-missing":
      return found("neither-expires-nor-policy");
    case "policy-undecodable":
      return found({
        kind: "base64",
        name: "Policy",
        fault: base64Fault(valueOfParameter("Policy"), Number.POSITIVE_INFINITY),
      });
    case "policy-not-json":
    case "policy-schema":
      return policyProblem
        ? proven(policyFindingId(policyProblem), { kind: "policy", problem: policyProblem })
        : found("policy-not-utf8");
    case "expires-invalid":
      return isMilliseconds(valueOfParameter("Expires"))
        ? proven("milliseconds", "expires-in-milliseconds")
        : found({ kind: "expires", value: valueOfParameter("Expires") });
    case "hash-unknown":
      return found({ kind: "hash-algorithm", value: credentials.hashAlgorithm });
  }
}

/** The finding for a rule of the policy grammar that a policy breaks. */
function policyFindingId(problem: PolicyProblem): CloudFrontFindingId {
  switch (problem.id) {
    case "not-json":
      return "policy-not-json";
    case "milliseconds":
      return "milliseconds";
    case "not-text":
    case "too-long":
    case "too-deep":
    case "missing-member":
    case "unknown-member":
    case "repeated-member":
    case "wrong-type":
    case "statement-count":
    case "not-whole":
    case "negative":
    case "not-plain":
    case "ip-address":
      return "policy-schema";
  }
}

function isMilliseconds(expires: string): boolean {
  return /^\d{12,15}$/.test(expires);
}
