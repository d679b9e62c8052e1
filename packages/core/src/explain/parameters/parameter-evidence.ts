import { describePolicyProblem } from "../../policy/describe-policy-problem.ts";
import type { PolicyProblem } from "../../policy/policy-problem.ts";
import { quote, shortQuote } from "../quote.ts";
import type { Sentences } from "../sentences.ts";
import { type Base64Fault, describeBase64Fault } from "./base64-fault.ts";

/** What was seen in the URL and in the signing parameters. */
export type ParameterEvidence =
  | "s3-host-name"
  | "parameters-after-hash"
  | "name-starts-with-amp"
  | "segment-without-parameters"
  | "request-too-long"
  | "not-a-url"
  | "no-signing-parameter"
  | "no-key-pair-id"
  | "key-pair-id-empty"
  | "key-pair-id-is-uuid"
  | "no-signature"
  | "neither-expires-nor-policy"
  | "policy-not-utf8"
  | "expires-in-milliseconds"
  | "parameter-repeated"
  | "cookie-repeated"
  | { readonly kind: "s3-parameter"; readonly name: string }
  | { readonly kind: "misspelt-name"; readonly name: string }
  | { readonly kind: "reserved-names"; readonly names: readonly string[] }
  | { readonly kind: "key-pair-id-shape"; readonly length: number }
  | { readonly kind: "base64"; readonly name: "Signature" | "Policy"; readonly fault: Base64Fault }
  | { readonly kind: "policy"; readonly problem: PolicyProblem }
  | { readonly kind: "expires"; readonly value: string }
  | { readonly kind: "hash-algorithm"; readonly value: string };

export const parameterSentences: Sentences<ParameterEvidence> = {
  "s3-host-name": "the host name belongs to S3",
  "parameters-after-hash": "signing parameters stand after the #",
  "name-starts-with-amp": "the name of a parameter starts with amp;",
  "segment-without-parameters": "it is a segment of a stream and has no signing parameters",
  "request-too-long": "the URL or the cookies are longer than CloudFront accepts",
  "not-a-url": "it is not an absolute http or https URL, or has a character that no client sends",
  "no-signing-parameter": "the URL has no signing parameter, and there is no CloudFront- cookie",
  "no-key-pair-id": "there is no Key-Pair-Id",
  "key-pair-id-empty": "Key-Pair-Id is empty",
  "key-pair-id-is-uuid": "Key-Pair-Id is a UUID, as key groups have",
  "no-signature": "there is no Signature",
  "neither-expires-nor-policy": "there is neither Expires nor Policy",
  "policy-not-utf8": "the policy is not UTF-8",
  "expires-in-milliseconds": "Expires has 12 digits or more",
  "parameter-repeated": "the URL has a signing parameter more than once",
  "cookie-repeated": "a signing cookie is there more than once",
  "s3-parameter": ({ name }) => `there is the parameter ${name}`,
  "misspelt-name": ({ name }) => `CloudFront does not know the name ${quote(name)}`,
  "reserved-names": ({ names }) =>
    `there are signed cookies, and the URL has the reserved name ${names.join(", ")}`,
  "key-pair-id-shape": ({ length }) =>
    `Key-Pair-Id has ${length} characters, not all of them capital letters and digits`,
  base64: ({ name, fault }) => `${name} ${describeBase64Fault(fault)}`,
  policy: ({ problem }) => describePolicyProblem(problem),
  expires: ({ value }) => `Expires is "${shortQuote(value)}"`,
  "hash-algorithm": ({ value }) => `Hash-Algorithm is "${shortQuote(value)}"`,
};
