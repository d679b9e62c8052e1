import type { DistributionBehavior } from "./cache-behavior.ts";
import type { Distribution } from "./distribution.ts";
import type { Evidence } from "./evidence.ts";

/**
 * The names of all findings about distributions, in the order of their rank; `docs/doctor.md` shows what each
 * one is about.
 */
export type CloudFrontDistributionFindingId =
  /** `Enabled` is false; `possible` if another distribution of the documents is enabled. */
  | "distribution-disabled"
  /** `Status` is `InProgress`. */
  | "distribution-in-progress"
  /** No cache behavior restricts viewer access; `possible` if another distribution of the documents does. */
  | "nothing-restricted"
  /** A cache behavior lists key groups, and `Enabled` of its `TrustedKeyGroups` is false. */
  | "key-groups-disabled"
  /** An earlier path pattern matches every path of a later one, and only one of the two is restricted. */
  | "behavior-unreachable"
  /** CloudFront does not accept this path pattern, or no path can match it. */
  | "path-pattern-invalid"
  /** A cache behavior is open, and others of the distribution are restricted. Not with `urls`. */
  | "behavior-open"
  /** One of `urls` goes to an open cache behavior, which checks no signature. */
  | "url-not-restricted"
  /** The host of one of `urls` is not a domain name of any distribution in the documents. */
  | "url-host-unknown"
  /** One of `urls` is `http`; `possible` if its cache behavior accepts http. */
  | "url-not-https"
  /** `keyPairId` is the ID or the name of something else. */
  | "key-pair-id-wrong"
  /** A cache behavior trusts the ID of something that is no key group. */
  | "key-group-id-wrong"
  /** A key group lists the ID of something that is no public key. */
  | "public-key-id-wrong"
  /** A trusted key group is not in the whole list of key groups. */
  | "key-group-missing"
  /** A trusted key group has no public key. */
  | "key-group-empty"
  /** A public key of a trusted key group is not in the whole list of public keys. */
  | "public-key-missing"
  /** No key group of a restricted cache behavior has the key that signs. */
  | "key-not-in-group"
  /** The private key does not belong to the public key of `keyPairId`, or to any public key. */
  | "key-pair-mismatch"
  /** CloudFront cannot check signatures with a public key. */
  | "public-key-unusable"
  /** The text of a public key ends without a newline. */
  | "public-key-newline"
  /** A cache behavior trusts AWS accounts, the older way, instead of key groups. */
  | "trusted-signers"
  /** A policy lists the name of a signing parameter as a query string for the origin. */
  | "signing-parameter-listed"
  /** One of `urls` has a query parameter that does not reach the origin. */
  | "query-not-forwarded"
  /** A policy sends the viewer's `Host` to an S3 origin. */
  | "host-header-to-s3"
  /** A response headers policy answers CORS preflight requests, and the cache behavior refuses `OPTIONS`. */
  | "preflight-refused"
  /** The page that is shown instead of a 403 is in a restricted cache behavior. */
  | "error-page-restricted"
  /** The policies name an IP address, and the distribution has IPv6 turned on. */
  | "ipv6-with-ip-address"
  /** `ipAddress` is an address of a private network. */
  | "ip-address-private"
  /** A restricted cache behavior reads a bucket without origin access control. */
  | "s3-origin-open"
  /** A restricted cache behavior reads a bucket by its website endpoint. */
  | "s3-website-origin"
  /** The origin access control of a bucket signs nothing, is for other origins, or does not exist. */
  | "origin-access-control-wrong"
  /** A bucket uses an origin access identity, the older form of origin access control. */
  | "origin-access-identity";

/** A fault or a risk in a distribution, or in what goes with it. */
export interface CloudFrontDistributionFinding {
  /** Name of the finding, for `switch`. */
  readonly id: CloudFrontDistributionFindingId;
  /** `proven` by the documents; `likely` when little else is possible; `possible` for a thing to check. */
  readonly certainty: "proven" | "likely" | "possible";
  /** What is wrong, in one sentence. */
  readonly summary: string;
  /**
   * The distribution by its ID. If the documents do not show it, by its first alternate domain name or the
   * place of the document. `undefined` if the finding is about a key or an option.
   */
  readonly distribution: string | undefined;
  /** The cache behaviors by their path patterns, `*` for the default one; empty if it is about no behavior. */
  readonly pathPatterns: readonly string[];
  /** What was seen. Never a key, and never a whole URL. */
  readonly evidence: string;
  /** What to do. */
  readonly fix: string;
}

/** A finding before it is put into words. */
export interface Finding {
  readonly id: CloudFrontDistributionFindingId;
  readonly certainty: CloudFrontDistributionFinding["certainty"];
  readonly distribution: Distribution | undefined;
  readonly behavior: DistributionBehavior | undefined;
  readonly evidence: Evidence;
}

/** A finding that the documents prove. */
export function proven(
  id: CloudFrontDistributionFindingId,
  evidence: Evidence,
  distribution?: Distribution,
  behavior?: DistributionBehavior,
): Finding {
  return { id, certainty: "proven", distribution, behavior, evidence };
}

/** A finding for a thing to check. */
export function possible(
  id: CloudFrontDistributionFindingId,
  evidence: Evidence,
  distribution?: Distribution,
  behavior?: DistributionBehavior,
): Finding {
  return { ...proven(id, evidence, distribution, behavior), certainty: "possible" };
}
