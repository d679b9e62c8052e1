import type { SignedCookieName } from "cloudfront-sign-webcrypto";
import { base64, limits } from "cloudfront-sign-webcrypto/internals";
import type { Evidence } from "../evidence/evidence.ts";
import type { PolicyProblem } from "../evidence/parameter-evidence.ts";
import { type CloudFrontFindingId, type Finding, proven } from "../findings/finding.ts";
import {
  arrivedCookies,
  eitherPolicy,
  isSignedCookieName,
  namesLacking,
} from "../question/arrived-cookies.ts";
import type { ReadQuestion } from "../question/question.ts";
import { base64Fault } from "../values/base64-fault.ts";
import { lostVariable } from "../values/lost-variable.ts";
import { policyBytesForm } from "../values/policy-bytes-form.ts";
import { isBracketedValue, isStrayText, strayCharacter } from "../values/stray-character.ts";

/** What is wrong with a request, with its key pair ID or with the other signing parameters. */
type RequestProblem = NonNullable<
  | ReadQuestion["request"]["problem"]
  | ReadQuestion["keyLookupProblem"]
  | ReadQuestion["credentials"]["problem"]
>;

/** The finding for what is wrong with a request or its signing parameters before any signature is checked. */
export function requestFinding(problem: RequestProblem, question: ReadQuestion): Finding {
  const { request, credentials, keyPairId } = question;
  const { parameters, source } = request;
  const policyProblem = credentials.problem && credentials.policyProblem;
  const valueOfParameter = (name: string): string => parameters.get(name) ?? "";
  const found = (evidence: Evidence): Finding => proven(problem, evidence);
  const faultOfValue = (name: string, fault: Evidence): Finding => {
    const value = valueOfParameter(name);
    const place = source === "cookies" ? `CloudFront-${name}` : name;
    const stray = strayCharacter(name, value);
    const variable = stray && isBracketedValue(name, value) ? undefined : lostVariable(value);
    if (variable) return found({ kind: "lost-variable", place, variable });
    return stray ? proven("stray-characters", { kind: "stray-character", name: place, stray }) : found(fault);
  };
  switch (problem) {
    case "request-too-large":
      return found("request-too-long");
    case "request-invalid":
      return invalidUrlFinding(question.givenUrl);
    case "no-credentials":
      return found("no-signing-parameter");
    case "cookies-shadowed-by-query":
      return found({ kind: "reserved-names", names: [...parameters.keys()] });
    case "key-id-missing":
      if (source === "cookies") return found(absentCookies(question.cookies));
      return found(parameters.has("Key-Pair-Id") ? "key-pair-id-empty" : "no-key-pair-id");
    case "key-id-not-a-key-id":
      return faultOfValue(
        "Key-Pair-Id",
        /^[\da-f]{8}-/i.test(keyPairId)
          ? "key-pair-id-is-uuid"
          : { kind: "key-pair-id-shape", length: keyPairId.length },
      );
    case "parameter-repeated":
      return found(
        source === "cookies"
          ? { kind: "cookie-repeated", name: repeatedName(question) }
          : "parameter-repeated",
      );
    case "signature-missing":
      return found(source === "cookies" ? absentCookies(question.cookies) : "no-signature");
    case "signature-undecodable":
      return faultOfValue("Signature", {
        kind: "base64",
        name: "Signature",
        fault: base64Fault(valueOfParameter("Signature"), limits.longestSignature),
      });
    case "policy-missing":
      return found(source === "cookies" ? absentCookies(question.cookies) : "neither-expires-nor-policy");
    case "policy-undecodable":
      return faultOfValue("Policy", {
        kind: "base64",
        name: "Policy",
        fault: base64Fault(valueOfParameter("Policy"), Number.POSITIVE_INFINITY),
      });
    case "policy-not-json":
    case "policy-schema": {
      const form = policyBytesForm(base64.decodeCloudFront(valueOfParameter("Policy")) ?? new Uint8Array());
      if (form) return proven("policy-not-json", { kind: "policy-bytes", form });
      return policyProblem
        ? proven(policyFindingId(policyProblem), { kind: "policy", problem: policyProblem })
        : found("policy-not-utf8");
    }
    case "expires-invalid":
      return isMilliseconds(valueOfParameter("Expires"))
        ? proven("milliseconds", {
            kind: "expires-in-milliseconds",
            milliseconds: Number(valueOfParameter("Expires")),
          })
        : faultOfValue("Expires", { kind: "expires", value: valueOfParameter("Expires") });
    case "hash-unknown":
      return faultOfValue("Hash-Algorithm", { kind: "hash-algorithm", value: credentials.hashAlgorithm });
  }
}

/** The signed cookies that did not arrive with the others, or arrived without a value. */
function absentCookies(cookies: ReadQuestion["cookies"]): Evidence {
  const { values } = arrivedCookies(cookies);
  const isEmpty = (name: SignedCookieName): boolean =>
    values.get(name)?.every((value) => value === "") === true;
  const lacking = namesLacking((name) => values.has(name) && !isEmpty(name));
  return {
    kind: "cookies-absent",
    present: [...values.keys()].filter((name) => !isEmpty(name)),
    absent: lacking
      .filter((name) => !isEmpty(name))
      .map((name) => eitherPolicy(name, "CloudFront-Policy (or CloudFront-Expires)")),
    empty: lacking.filter(isEmpty),
  };
}

/** The first signed cookie that arrived twice. */
function repeatedName({ cookies }: ReadQuestion): string {
  const names = cookies.pairs.map(([name]) => name).filter(isSignedCookieName);
  return names.find((name, i) => names.indexOf(name) < i) ?? "a signed cookie";
}

/** Text around the URL, or what else keeps it from being one. */
function invalidUrlFinding(givenUrl: string): Finding {
  const text = givenUrl.slice(0, longestAround + 1);
  const start = text.search(/https?:\/\//i);
  const character = text.charAt(0);
  const isAround = start > 0 && isStrayText(text.slice(0, start));
  return isAround
    ? proven("stray-characters", {
        kind: "stray-character",
        name: "the URL",
        stray: { character, place: "start" },
      })
    : proven("request-invalid", "not-a-url");
}

/** The characters in front of a URL that are looked at. Our own limit. */
const longestAround = 20;

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
