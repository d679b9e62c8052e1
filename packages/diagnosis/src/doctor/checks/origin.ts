import { readPathPattern } from "cloudfront-sign-webcrypto/internals";
import { literalPrefix, mayOverlap, publicObjects, statementsFor } from "../bucket-policy.ts";
import type { Checks } from "../check.ts";
import type { Distribution } from "../distribution.ts";
import { bucketOf, type Origin } from "../origin.ts";
import { quote } from "../quote.ts";
import { originsOf, placeOf, restrictedOrigins, type Setup } from "../setup.ts";

/** The names of the findings about files of restricted cache behaviors that can be read around CloudFront. */
export type OriginFindingId =
  | "everyone-reads"
  | "s3-origin-open"
  | "s3-website-origin"
  | "origin-access-control-wrong"
  | "origin-access-identity";

export const originChecks: Checks<OriginFindingId> = {
  /**
   * The bucket policy lets everyone read files of a restricted cache behavior; `possible` if it also has a statement
   * that may deny it.
   */
  "everyone-reads": {
    // Source: https://docs.aws.amazon.com/AmazonS3/latest/userguide/access-control-block-public-access.html
    rank: 71,
    certainty: "likely",
    summary: "Everyone can read files of the bucket directly from S3, unless S3 blocks public access.",
    fix: "Remove this statement from the bucket policy: only cloudfront.amazonaws.com needs s3:GetObject, with the distribution as AWS:SourceArn. In S3, turn on Block all public access.",
    find: ({ distributions, inventory: { bucketPolicies } }) =>
      distributions.flatMap((distribution) => {
        const { behaviors } = distribution;
        const patterns = behaviors.map(({ pathPattern }) => readPathPattern(pathPattern));
        const hiding = new Map<string, number>();
        /** The place of the first open cache behavior that serves all of these paths; -1 if there is none. */
        const hidingAt = (paths: string): number => {
          const known =
            hiding.get(paths) ??
            behaviors.findIndex((one, i) => !one.restricted && patterns[i]?.covers(paths));
          hiding.set(paths, known);
          return known;
        };
        return behaviors.flatMap((behavior, i) =>
          (behavior.restricted ? originsOf(distribution, [behavior]) : []).flatMap((origin) => {
            const bucket = bucketOf(origin);
            if (bucket === undefined) return [];
            const { keys, mayBeDenied } = publicObjects(statementsFor(bucketPolicies, bucket), bucket);
            const served = literalPrefix(`${origin.path}${patterns[i]?.rooted}`);
            const opened = keys.find((key) => {
              const at = `/${key}`.startsWith(`${origin.path}/`)
                ? hidingAt(`/${key}`.slice(origin.path.length))
                : -1;
              return mayOverlap(literalPrefix(`/${key}`), served) && (at < 0 || at > i);
            });
            if (opened === undefined) return [];
            return {
              certainty: mayBeDenied ? "possible" : "likely",
              evidence: `the bucket policy lets everyone use s3:GetObject for ${quote(opened)}`,
              place: placeOf(distribution, behavior),
            };
          }),
        );
      }),
  },
  /** A restricted cache behavior reads a bucket without origin access control. */
  "s3-origin-open": {
    // Source: https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/private-content-restricting-access-to-s3.html
    rank: 290,
    certainty: "proven",
    summary:
      "CloudFront has no special access to the bucket. Either its files are public, or every request gets a 403.",
    fix: "Edit the origin: set Origin access to Origin access control settings. Then copy the policy that the console shows into the bucket policy, and block all public access.",
    find: (setup) =>
      placedOrigins(setup, "s3")
        .filter(({ origin }) => origin.accessControlId === "" && origin.accessIdentity === "")
        .map(({ distribution, origin }) => ({
          evidence: `the origin ${quote(origin.domainName)} has neither an origin access control nor an identity`,
          place: placeOf(distribution),
        })),
  },
  /** A restricted cache behavior reads a bucket through its website endpoint. */
  "s3-website-origin": {
    // Source: https://docs.aws.amazon.com/AmazonS3/latest/userguide/WebsiteEndpoints.html
    rank: 300,
    certainty: "proven",
    summary: "The website endpoint of a bucket is public, so everyone can bypass CloudFront.",
    fix: "Choose the bucket itself as the origin domain, and set Origin access to Origin access control settings.",
    find: (setup) =>
      placedOrigins(setup, "s3-website").map(({ distribution, origin }) => ({
        evidence: `the origin is ${quote(origin.domainName)}`,
        place: placeOf(distribution),
      })),
  },
  /**
   * The origin access control of a bucket signs nothing, is for other origins, or does not exist; `possible` if it
   * leaves some uploads unsigned.
   */
  "origin-access-control-wrong": {
    // Source: https://docs.aws.amazon.com/cloudfront/latest/APIReference/API_OriginAccessControlConfig.html
    rank: 310,
    certainty: "proven",
    summary: "The origin access control of the bucket does not sign requests to it.",
    fix: "Under Security, Origin access, choose an origin access control of the type S3, with Sign requests (recommended).",
    find: (setup) =>
      placedOrigins(setup, "s3").flatMap(({ distribution, origin }) => {
        const { originAccessControls } = setup.inventory;
        const { domainName, accessControlId } = origin;
        if (accessControlId === "") return [];
        const place = placeOf(distribution);
        const control = originAccessControls.byId.get(accessControlId);
        if (!control) {
          if (!originAccessControls.isComplete) return [];
          const evidence = `the list of origin access controls has no ${quote(accessControlId)}, which the origin ${quote(domainName)} names`;
          return { evidence, place };
        }
        const { name = accessControlId, signingBehavior, originType = "s3" } = control;
        const seen = `the origin ${quote(domainName)} has the origin access control ${quote(name)}`;
        if (signingBehavior === "never")
          return { evidence: `${seen}, whose SigningBehavior is never`, place };
        if (signingBehavior === "no-override" && isWritten(distribution, origin))
          return {
            certainty: "possible",
            evidence: `${seen}, whose SigningBehavior is no-override`,
            place,
            summary: "CloudFront does not sign an upload whose viewer sends an Authorization header.",
          };
        if (originType === "s3") return [];
        return { evidence: `${seen}, which is for origins of the type ${quote(originType)}`, place };
      }),
  },
  /** A bucket uses an origin access identity, the older form of origin access control. */
  "origin-access-identity": {
    // Source: https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/private-content-restricting-access-to-s3.html
    rank: 320,
    certainty: "possible",
    summary: "The bucket is read with an origin access identity, which AWS replaced.",
    fix: "Edit the origin: set Origin access to Origin access control settings. An origin access identity cannot read objects encrypted with AWS KMS, or buckets in newer Regions.",
    find: (setup) =>
      placedOrigins(setup, "s3")
        .filter(({ origin }) => origin.accessControlId === "" && origin.accessIdentity !== "")
        .map(({ distribution, origin }) => ({
          evidence: `the origin ${quote(origin.domainName)} has an OriginAccessIdentity`,
          place: placeOf(distribution),
        })),
  },
};

/** The origins of one kind that restricted cache behaviors read. */
function placedOrigins(
  { distributions }: Setup,
  kind: Origin["kind"],
): { readonly distribution: Distribution; readonly origin: Origin }[] {
  return distributions.flatMap((distribution) =>
    restrictedOrigins(distribution)
      .filter((origin) => origin.kind === kind)
      .map((origin) => ({ distribution, origin })),
  );
}

/** Whether viewers of a restricted cache behavior may send PUT to an origin: CloudFront removes `Authorization` from GET. */
function isWritten(distribution: Distribution, origin: Origin): boolean {
  const behaviors = distribution.behaviors.filter(
    ({ restricted, allowedMethods }) => restricted && allowedMethods.includes("PUT"),
  );
  return originsOf(distribution, behaviors).includes(origin);
}
