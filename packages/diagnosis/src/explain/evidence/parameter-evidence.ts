import { policyGrammar } from "cloudfront-sign-webcrypto/internals";
import { quote, shortQuote } from "../quote.ts";
import { type Base64Fault, describeBase64Fault } from "../values/base64-fault.ts";
import type { OtherIdentifier } from "../values/key-pair-id-form.ts";
import { describeLostVariable, type LostVariable } from "../values/lost-variable.ts";
import type { PolicyBytesForm } from "../values/policy-bytes-form.ts";
import { describeStrayCharacter, type StrayCharacter } from "../values/stray-character.ts";
import { describeTruncatedEnd, type TruncatedEnd } from "../values/truncated-end.ts";
import type { Sentences } from "./sentences.ts";

/** The rule of the policy grammar that a policy breaks. */
export type PolicyProblem = Parameters<typeof policyGrammar.describeProblem>[0];

/** What was seen in the URL and in the signing parameters. */
export type ParameterEvidence =
  | "s3-host-name"
  | "parameters-after-hash"
  | "name-starts-with-amp"
  | "separator-is-entity"
  | "request-too-long"
  | "not-a-url"
  | "no-signing-parameter"
  | "no-key-pair-id"
  | "key-pair-id-empty"
  | "key-pair-id-is-uuid"
  | "no-signature"
  | "neither-expires-nor-policy"
  | "policy-not-utf8"
  | "parameter-repeated"
  | "equals-is-3d"
  | "equals-was-decoded"
  | "equals-in-base64"
  | "soft-line-breaks"
  | "unusual-order"
  | "two-question-marks"
  | { readonly kind: "segment-without-parameters"; readonly url: string }
  | { readonly kind: "expires-in-milliseconds"; readonly milliseconds: number }
  | { readonly kind: "lost-variable"; readonly place: string; readonly variable: LostVariable }
  | { readonly kind: "stray-character"; readonly name: string; readonly stray: StrayCharacter }
  | { readonly kind: "truncated"; readonly end: TruncatedEnd; readonly limit: number | undefined }
  | { readonly kind: "url-percent-encoded"; readonly times: number }
  | { readonly kind: "separator"; readonly written: string; readonly separator: "?" | "&" | "=" }
  | { readonly kind: "parameters-behind"; readonly names: readonly string[] }
  | { readonly kind: "policy-bytes"; readonly form: PolicyBytesForm }
  | { readonly kind: "s3-parameter"; readonly name: string }
  | { readonly kind: "misspelt-name"; readonly name: string }
  | { readonly kind: "reserved-names"; readonly names: readonly string[] }
  | { readonly kind: "key-pair-id-shape"; readonly length: number }
  | { readonly kind: "key-pair-id-of-other-kind"; readonly identifier: OtherIdentifier }
  | { readonly kind: "base64"; readonly name: "Signature" | "Policy"; readonly fault: Base64Fault }
  | { readonly kind: "policy"; readonly problem: PolicyProblem }
  | { readonly kind: "expires"; readonly value: string }
  | { readonly kind: "hash-algorithm"; readonly value: string };

export const parameterSentences: Sentences<ParameterEvidence> = {
  "s3-host-name": "the host name belongs to S3",
  "parameters-after-hash": "signing parameters stand after the #",
  "name-starts-with-amp": "the name of a parameter starts with amp;",
  "separator-is-entity": "there is the HTML entity of & in front of a parameter",
  "request-too-long": "the URL or the cookies are longer than CloudFront accepts",
  "not-a-url": "it is not an absolute http or https URL, or has a character that no client sends",
  "no-signing-parameter": "the URL has no signing parameter, and there is no CloudFront- cookie",
  "no-key-pair-id": "there is no Key-Pair-Id",
  "key-pair-id-empty": "Key-Pair-Id is empty",
  "key-pair-id-is-uuid": "Key-Pair-Id is a UUID, as key groups have",
  "no-signature": "there is no Signature",
  "neither-expires-nor-policy": "there is neither Expires nor Policy",
  "policy-not-utf8": "the policy is not UTF-8",
  "parameter-repeated": "the URL has a signing parameter more than once",
  "equals-is-3d": "parameters have =3D in the place of =, as in the source of a mail",
  "equals-was-decoded": "a mail program took the = of Expires and two digits for one encoded character",
  "equals-in-base64": "there is = within base64, as at the end of a line in the source of a mail",
  "soft-line-breaks": "lines of the URL end with =, as in the source of a mail",
  "unusual-order": "the signing parameters are in an order that no signer writes",
  "two-question-marks": "there are two ?, and the signing parameters stand after the second one",
  "segment-without-parameters": () => "it is a segment of a stream and has no signing parameters",
  "expires-in-milliseconds": ({ milliseconds }) =>
    `Expires is ${milliseconds}, which has 12 digits or more: milliseconds`,
  "lost-variable": ({ place, variable }) => `${place} ${describeLostVariable(variable)}`,
  "stray-character": ({ name, stray }) => `${name} ${describeStrayCharacter(stray)}`,
  truncated: ({ end, limit }) => describeTruncatedEnd(end, limit),
  "url-percent-encoded": ({ times }) =>
    `the URL starts with https%${"25".repeat(Math.min(times, 3) - 1)}3A: it is percent-encoded ${times === 1 ? "once" : `${times} times`}`,
  separator: ({ written, separator }) => `there is ${shortQuote(written)} in the place of ${separator}`,
  "parameters-behind": ({ names }) => `after the signing parameters: ${quote(names.join(", "))}`,
  "policy-bytes": ({ form }) => policyBytesSentences[form],
  "s3-parameter": ({ name }) => `there is the parameter ${name}`,
  "misspelt-name": ({ name }) => `CloudFront does not know the name ${quote(name)}`,
  "reserved-names": ({ names }) =>
    `there are signed cookies, and the URL has the reserved name ${names.join(", ")}`,
  "key-pair-id-shape": ({ length }) =>
    `Key-Pair-Id has ${length} characters, not all of them capital letters and digits`,
  "key-pair-id-of-other-kind": ({ identifier }) => `Key-Pair-Id has the form of ${otherKinds[identifier]}`,
  base64: ({ name, fault }) => `${name} ${describeBase64Fault(fault)}`,
  policy: ({ problem }) => policyGrammar.describeProblem(problem).problem,
  expires: ({ value }) => (value === "" ? "Expires is empty" : `Expires is "${shortQuote(value)}"`),
  "hash-algorithm": ({ value }) => `Hash-Algorithm is "${shortQuote(value)}"`,
};

const otherKinds: Record<OtherIdentifier, string> = {
  distribution: "the ID of a distribution (E…)",
  "access-key": "the ID of an access key (AKIA…, ASIA…)",
  account: "the number of an AWS account",
};

const policyBytesSentences: Record<PolicyBytesForm, string> = {
  "utf-16": "the policy is UTF-16",
  gzip: "the policy is compressed with gzip",
  zlib: "the policy is compressed with zlib",
};
