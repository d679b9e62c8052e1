import type { Distribution } from "./distribution.ts";
import { type Finding, possible, proven } from "./finding.ts";
import type { Inventory } from "./inventory.ts";
import type { Origin } from "./origin.ts";
import { restrictedOrigins, type Setup } from "./setup.ts";

/** Whether the files of restricted cache behaviors can be read around CloudFront. */
export function originFindings({ distributions, inventory }: Setup): Finding[] {
  return distributions.flatMap((distribution) =>
    restrictedOrigins(distribution).flatMap((origin) => findingsOfOrigin(distribution, origin, inventory)),
  );
}

function findingsOfOrigin(distribution: Distribution, origin: Origin, inventory: Inventory): Finding[] {
  const { domainName, accessControlId, accessIdentity } = origin;
  switch (origin.kind) {
    case "other":
      return [];
    case "s3-website":
      return [proven("s3-website-origin", { kind: "website-endpoint", origin: domainName }, distribution)];
    case "s3":
      if (accessControlId !== "") return controlFindings(distribution, origin, inventory);
      return accessIdentity === ""
        ? [proven("s3-origin-open", { kind: "origin-without-control", origin: domainName }, distribution)]
        : [possible("origin-access-identity", { kind: "access-identity", origin: domainName }, distribution)];
  }
}

function controlFindings(
  distribution: Distribution,
  { domainName: origin, accessControlId }: Origin,
  { originAccessControls }: Inventory,
): Finding[] {
  const id = "origin-access-control-wrong";
  const found = originAccessControls.byId.get(accessControlId);
  if (!found) {
    if (!originAccessControls.isComplete) return [];
    return [proven(id, { kind: "control-missing", origin, control: accessControlId }, distribution)];
  }
  const control = found.name ?? accessControlId;
  if (found.signingBehavior === "never")
    return [proven(id, { kind: "control-never-signs", origin, control }, distribution)];
  const originType = found.originType ?? "s3";
  if (originType === "s3") return [];
  return [proven(id, { kind: "control-of-other-type", origin, control, originType }, distribution)];
}
