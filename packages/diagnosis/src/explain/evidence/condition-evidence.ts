import { describeSeconds } from "cloudfront-sign-webcrypto/internals";
import { addressOf } from "../folder-pattern.ts";
import { describeRequestTime, type TimeOfRequest, utcTimeOf } from "../time-words.ts";
import type { Sentences } from "./sentences.ts";
import { describeUrlDifference, type UrlDifferenceEvidence } from "./url-difference-evidence.ts";

/** The sections of a resource, which CloudFront compares one by one. */
export type ResourceSection = "protocol" | "domain" | "path" | "query";

/** What was seen in the conditions of the policy, and where nothing is wrong. */
export type ConditionEvidence =
  | "dot-segment-and-wildcard"
  | "backslash-in-resource"
  | "question-mark-as-wildcard"
  | "all-valid"
  | { readonly kind: "rewritten-by-clients"; readonly difference: UrlDifferenceEvidence }
  | { readonly kind: "ended"; readonly end: number; readonly request: TimeOfRequest }
  | { readonly kind: "duration"; readonly seconds: number }
  | { readonly kind: "starts"; readonly start: number; readonly request: TimeOfRequest }
  | { readonly kind: "section-not-covered"; readonly section: ResourceSection; readonly resource: string }
  | { readonly kind: "address-not-given"; readonly cidr: string }
  | { readonly kind: "other-address"; readonly cidr: string }
  | { readonly kind: "ipv6-address"; readonly cidr: string };

export const conditionSentences: Sentences<ConditionEvidence> = {
  "dot-segment-and-wildcard": "the path has a . or .. segment, plain or escaped, and Resource has a wildcard",
  "backslash-in-resource": "Resource has a backslash, which CloudFront no longer documents",
  "question-mark-as-wildcard":
    "Resource covers the URL only if its first ? is one character; AWS documents it also as the start of the query",
  "all-valid": "signature, resource and times are right for this key group",
  "rewritten-by-clients": ({ difference }) => `clients rewrite it: ${describeUrlDifference(difference)}`,
  ended: ({ end, request }) => `it was valid until ${utcTimeOf(end)}; ${describeRequestTime(request)}`,
  duration: ({ seconds }) =>
    `the expiry time is ${seconds}, a duration of ${describeSeconds(seconds)} and not a time`,
  starts: ({ start, request }) => `it is valid from ${utcTimeOf(start)}; ${describeRequestTime(request)}`,
  "section-not-covered": ({ section, resource }) =>
    `the ${section} is not covered by Resource ${addressOf(resource)}`,
  "address-not-given": ({ cidr }) => `the policy is for ${cidr} only, and the viewer's address was not given`,
  "other-address": ({ cidr }) => `the policy is for ${cidr}`,
  "ipv6-address": ({ cidr }) => `the policy is for ${cidr}, and the viewer connected over IPv6`,
};
