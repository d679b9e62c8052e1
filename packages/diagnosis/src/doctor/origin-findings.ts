import { possible, proven } from "../findings/finding.ts";
import type { Distribution } from "./distribution.ts";
import type { DistributionFinding } from "./finding-table.ts";
import type { Inventory } from "./inventory.ts";
import type { Origin } from "./origin.ts";
import { quote } from "./quote.ts";
import { originsOf, placeOf, restrictedOrigins, type Setup } from "./setup.ts";

/** Whether the files of restricted cache behaviors can be read around CloudFront. */
export function originFindings({ distributions, inventory }: Setup): DistributionFinding[] {
  return distributions.flatMap((distribution) =>
    restrictedOrigins(distribution).flatMap((origin) => findingsOfOrigin(distribution, origin, inventory)),
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
