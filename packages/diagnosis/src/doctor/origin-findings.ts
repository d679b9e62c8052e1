import { readPathPattern } from "cloudfront-sign-webcrypto/internals";
import { found, possible, proven } from "../findings/finding.ts";
import { literalPrefix, mayOverlap, publicObjects, statementsFor } from "./bucket-policy.ts";
import type { Distribution } from "./distribution.ts";
import type { DistributionFinding } from "./finding-table.ts";
import type { Inventory } from "./inventory.ts";
import { bucketOf, type Origin } from "./origin.ts";
import { quote } from "./quote.ts";
import { originsOf, placeOf, restrictedOrigins, type Setup } from "./setup.ts";

/** Whether the files of restricted cache behaviors can be read around CloudFront. */
export function originFindings({ distributions, inventory }: Setup): DistributionFinding[] {
  return [
    ...distributions.flatMap((distribution) =>
      restrictedOrigins(distribution).flatMap((origin) => findingsOfOrigin(distribution, origin, inventory)),
    ),
    ...distributions.flatMap((distribution) => publicFindings(distribution, inventory)),
  ];
}

/** The restricted cache behaviors whose files the bucket policy lets everyone read. */
function publicFindings(distribution: Distribution, { bucketPolicies }: Inventory): DistributionFinding[] {
  const { behaviors } = distribution;
  const patterns = behaviors.map(({ pathPattern }) => readPathPattern(pathPattern));
  const hiding = new Map<string, number>();
  /** The place of the first open cache behavior that serves all of these paths; -1 if there is none. */
  const hidingAt = (paths: string): number => {
    const known =
      hiding.get(paths) ?? behaviors.findIndex((one, i) => !one.restricted && patterns[i]?.covers(paths));
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
      const evidence = `the bucket policy lets everyone use s3:GetObject for ${quote(opened)}`;
      const place = placeOf(distribution, behavior);
      return found("everyone-reads", mayBeDenied ? "possible" : "likely", evidence, { place });
    }),
  );
}

function findingsOfOrigin(
  distribution: Distribution,
  origin: Origin,
  inventory: Inventory,
): DistributionFinding[] {
  const { domainName, accessControlId, accessIdentity } = origin;
  const place = placeOf(distribution);
  switch (origin.kind) {
    case "other":
      return [];
    case "s3-website":
      return [proven("s3-website-origin", `the origin is ${quote(domainName)}`, { place })];
    case "s3":
      if (accessControlId !== "") return controlFindings(distribution, origin, inventory);
      return accessIdentity === ""
        ? [
            proven(
              "s3-origin-open",
              `the origin ${quote(domainName)} has neither an origin access control nor an identity`,
              { place },
            ),
          ]
        : [
            possible(
              "origin-access-identity",
              `the origin ${quote(domainName)} has an OriginAccessIdentity`,
              { place },
            ),
          ];
  }
}

function controlFindings(
  distribution: Distribution,
  origin: Origin,
  { originAccessControls }: Inventory,
): DistributionFinding[] {
  const { domainName, accessControlId } = origin;
  const id = "origin-access-control-wrong";
  const place = placeOf(distribution);
  const name = quote(domainName);
  const found = originAccessControls.byId.get(accessControlId);
  if (!found) {
    if (!originAccessControls.isComplete) return [];
    const evidence = `the list of origin access controls has no ${quote(accessControlId)}, which the origin ${name} names`;
    return [proven(id, evidence, { place })];
  }
  const control = quote(found.name ?? accessControlId);
  const seen = `the origin ${name} has the origin access control ${control}`;
  if (found.signingBehavior === "never")
    return [proven(id, `${seen}, whose SigningBehavior is never`, { place })];
  if (found.signingBehavior === "no-override" && isWritten(distribution, origin))
    return [
      possible(id, `${seen}, whose SigningBehavior is no-override`, {
        place,
        summary: "CloudFront does not sign an upload whose viewer sends an Authorization header.",
      }),
    ];
  const originType = found.originType ?? "s3";
  if (originType === "s3") return [];
  return [proven(id, `${seen}, which is for origins of the type ${quote(originType)}`, { place })];
}

/** Whether viewers of a restricted cache behavior may send PUT to an origin: CloudFront removes `Authorization` from GET. */
function isWritten(distribution: Distribution, origin: Origin): boolean {
  const behaviors = distribution.behaviors.filter(
    ({ restricted, allowedMethods }) => restricted && allowedMethods.includes("PUT"),
  );
  return originsOf(distribution, behaviors).includes(origin);
}
