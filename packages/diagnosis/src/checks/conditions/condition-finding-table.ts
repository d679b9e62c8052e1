import type { Finding, FindingTable } from "../../findings/finding.ts";
import type { UrlDifferenceId } from "../../differences/url-difference.ts";
import type { ReadQuestion } from "../../request/question.ts";

/** Conditions of the policy, and what is left when nothing is wrong. */
export type ConditionFindingId =
  /** The path has a `.` or `..` segment, plain, escaped or between backslashes, and `Resource` has a wildcard. */
  | "dot-segment"
  /** `Resource` does not cover the URL. The evidence names the part of the URL, and the comparison shows the position. */
  | "resource-mismatch"
  /** The expiry time has passed; the summary says how long ago. */
  | "expired"
  /** The start time is in the future; the summary says by how much. */
  | "not-yet-valid"
  /** The policy is for an address that is not the viewer's. */
  | "ip-mismatch"
  /** The policy names an IPv4 address, and the viewer connected over IPv6. */
  | "ipv6-viewer"
  /** The policy names an address, and `ipAddress` was not passed. */
  | "ip-unknown"
  /** CloudFront denied the request, although its signature is valid for this key group and its policy allows it. */
  | "nothing-wrong-here";

export type ConditionFinding = Finding<ConditionFindingId | UrlDifferenceId>;

export const conditionFindingTable: FindingTable<ConditionFindingId, ReadQuestion> = {
  "dot-segment": {
    rank: 1010,
    summary: "The path has a . or .. segment, which no wildcard covers.",
    fix: "Sign exactly this URL, or request it without dot segments. No wildcard covers a path with . or .. in it.",
  },
  "resource-mismatch": {
    rank: 1020,
    summary: "The policy does not cover this URL.",
    fix: "Sign a Resource that covers the URL. A wildcard matches only within its part of the URL; only a * at the very end also covers the query.",
    hasComparison: true,
  },
  expired: {
    rank: 1030,
    summary: "The signature has expired.",
    fix: "Sign again, or sign with a longer lifetime. If the request was made before that time, pass its time. If the signature should still be valid, check the clock of the signer.",
  },
  "not-yet-valid": {
    rank: 1040,
    summary: "The signature is not valid yet.",
    fix: "Wait, or sign with a DateGreaterThan a few minutes earlier, because clocks differ.",
  },
  "ip-mismatch": {
    rank: 1050,
    summary: "The signature is for a different viewer address.",
    fix: "Sign for the public address that CloudFront sees, or without IpAddress: NAT, VPNs and mobile networks change this address.",
  },
  "ipv6-viewer": {
    rank: 1060,
    summary: "The viewer connected over IPv6, and the policy names an IPv4 address.",
    fix: "Turn IPv6 off for the distribution, or sign without IpAddress.",
  },
  "ip-unknown": {
    rank: 1210,
    summary: "The policy restricts the viewer's address.",
    fix: "Pass the viewer's address to compare it with the policy. The access log shows it as c-ip. CloudFront denies all viewers who connect over IPv6.",
  },
  "nothing-wrong-here": {
    rank: 1220,
    summary: "This request should be allowed; a different request must have failed.",
    fix: "Compare the failing request with this one: look for another cache behavior, an old response in a cache, or another key group.",
  },
};
