import { limits } from "cloudfront-sign-webcrypto/internals";
import { type JsonObject, objectItems, objectMember, requiredText, textMember } from "./json-reader.ts";

/** An origin of a distribution. */
export interface Origin {
  readonly id: string;
  readonly domainName: string;
  /** In front of each path; empty without one. */
  readonly path: string;
  /** The ID of the origin access control; empty without one. */
  readonly accessControlId: string;
  /** The older origin access identity; empty without one. */
  readonly accessIdentity: string;
  readonly kind: "s3" | "s3-website" | "other";
}

/** An origin access control, as far as it is compared. */
export interface OriginAccessControl {
  readonly name: string | undefined;
  /** `always`, `no-override` or `never`. */
  readonly signingBehavior: string | undefined;
  /** `s3`, `mediastore`, `mediapackagev2` or `lambda`. */
  readonly originType: string | undefined;
}

// S3's names for a bucket: with or without the Region, dual-stack, of an access point, and in China.
const s3Host = /^(?:(?<bucket>.+)\.)?s3(?:[.-][\w.-]+)?\.amazonaws\.com(?:\.cn)?$/;
const s3WebsiteHost = /(?:^|\.)s3-website[.-][\w-]+\.amazonaws\.com(?:\.cn)?$/;

export function readOrigin(origin: JsonObject): Origin {
  const s3Config = objectMember(origin, "S3OriginConfig");
  const domainName = requiredText(origin, "DomainName");
  return {
    id: requiredText(origin, "Id"),
    domainName,
    path: textMember(origin, "OriginPath") ?? "",
    accessControlId: textMember(origin, "OriginAccessControlId") ?? "",
    accessIdentity: (s3Config && textMember(s3Config, "OriginAccessIdentity")) ?? "",
    kind: kindOfHost(domainName.toLowerCase(), s3Config !== undefined),
  };
}

function kindOfHost(host: string, hasS3Config: boolean): Origin["kind"] {
  const isHost = host.length <= limits.longestHost;
  if (isHost && s3WebsiteHost.test(host)) return "s3-website";
  return hasS3Config || (isHost && s3Host.test(host)) ? "s3" : "other";
}

/** The name of an S3 origin's bucket; `undefined` if its host name is of another form. */
export function bucketOf({ domainName, kind }: Origin): string | undefined {
  const host = domainName.toLowerCase();
  return kind === "s3" && host.length <= limits.longestHost ? s3Host.exec(host)?.groups?.bucket : undefined;
}

/** The origins of each origin group: the first and the one for failover, since CloudFront accepts two. */
export function readOriginGroups(config: JsonObject): Map<string, readonly string[]> {
  return new Map(
    objectItems(config, "OriginGroups").map((group) => [
      requiredText(group, "Id"),
      objectItems(group, "Members")
        .slice(0, 2)
        .map((member) => requiredText(member, "OriginId")),
    ]),
  );
}

/** An `OriginAccessControlConfig`, or an entry of a list, which has the same members. */
export function readOriginAccessControl(config: JsonObject): OriginAccessControl {
  return {
    name: textMember(config, "Name"),
    signingBehavior: textMember(config, "SigningBehavior"),
    originType: textMember(config, "OriginAccessControlOriginType"),
  };
}
