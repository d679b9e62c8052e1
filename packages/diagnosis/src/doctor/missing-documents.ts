import { inspectCloudFrontUrl } from "cloudfront-sign-webcrypto/verify";
import { statementsFor } from "./bucket-policy.ts";
import type { Distribution } from "./distribution.ts";
import type { Collection } from "./document-kinds.ts";
import { managedPolicy } from "./managed-policies.ts";
import { bucketBehind, restrictedOrigins, type Setup } from "./setup.ts";
import { parametersOf, tenantsOf } from "./tenants.ts";

/** An ID that can be pasted into a shell, and is not an option there. */
const plainId = /^\w[\w-]{0,63}$/;

/** The name of a bucket that can be pasted, too. */
const plainBucket = /^[a-z0-9][a-z0-9.-]{1,62}$/;

/** The commands whose output is needed for checks that could not be made. */
export function missingDocuments(setup: Setup): string[] {
  const { inventory, keyPairId, fittingKeys } = setup;
  if (inventory.distributions.length === 0) return ["aws cloudfront list-distributions"];
  const commands = new Set<string>();
  const need = (command: string, id: string, collection: Collection<unknown>): void => {
    if (plainId.test(id) && !collection.isComplete && !collection.byId.has(id))
      commands.add(`aws cloudfront ${command} --id ${id}`);
  };
  for (const { behavior } of setup.restricted) {
    const { keyGroups, cachePolicyId = "", originRequestPolicyId = "" } = behavior;
    if (keyGroups.enabled) for (const id of keyGroups.items) need("get-key-group", id, inventory.keyGroups);
    if (!managedPolicy(cachePolicyId)) need("get-cache-policy", cachePolicyId, inventory.cachePolicies);
    if (!managedPolicy(originRequestPolicyId))
      need("get-origin-request-policy", originRequestPolicyId, inventory.originRequestPolicies);
  }
  for (const distribution of setup.distributions)
    for (const { kind, accessControlId } of restrictedOrigins(distribution))
      if (kind === "s3") need("get-origin-access-control", accessControlId, inventory.originAccessControls);
  for (const command of tenantCommands(setup)) commands.add(command);
  for (const bucket of writtenBuckets(setup)) {
    if (statementsFor(inventory.bucketPolicies, bucket).length === 0)
      commands.add(`aws s3api get-bucket-policy --bucket ${bucket}`);
    if (setup.routes.some(({ isUpload }) => isUpload) && inventory.corsRules === undefined)
      commands.add(`aws s3api get-bucket-cors --bucket ${bucket}`);
  }
  if (fittingKeys && keyPairId !== undefined) need("get-public-key", keyPairId, inventory.publicKeys);
  if (fittingKeys?.size === 0 && keyPairId === undefined && !inventory.publicKeys.isComplete)
    commands.add("aws cloudfront list-public-keys");
  return [...commands];
}

/** The buckets that the viewers of restricted cache behaviors might write to. */
function writtenBuckets({ restricted, routes }: Setup): Set<string> {
  const uploads = new Set(routes.filter(({ isUpload }) => isUpload).map(({ behavior }) => behavior));
  const written = restricted.filter(
    ({ behavior }) => behavior.allowedMethods.includes("PUT") || uploads.has(behavior),
  );
  return new Set(
    written.map((placed) => bucketBehind(placed) ?? "").filter((bucket) => plainBucket.test(bucket)),
  );
}

/** With the domains of tenants, URLs can be compared; with the tenant of a URL, its parameters and its endpoint. */
function tenantCommands({ inventory, distributions, routes, ipAddress }: Setup): string[] {
  const { tenants, connectionGroups } = inventory;
  // A policy for several hosts may open those of tenants that are not here.
  const mayOpenOthers = (one: Distribution): boolean =>
    !tenants.isComplete && routes.some(({ distribution, url }) => distribution === one && coversHosts(url));
  const needsAll = (one: Distribution): boolean => tenantsOf(one, tenants).length === 0 || mayOpenOthers(one);
  if (distributions.some((one) => one.isMultiTenant && needsAll(one)))
    return ["aws cloudfront list-distribution-tenants"];
  return routes.flatMap(({ tenant, distribution }) => {
    if (tenant === undefined) return [];
    const { id, parameters, connectionGroupId } = tenant;
    const needsParameters = [...distribution.origins.values()].some((one) => parametersOf(one).length > 0);
    const needsGroup = ipAddress !== undefined && !connectionGroups.byId.has(connectionGroupId);
    return [
      ...(needsParameters && parameters === undefined && plainId.test(id)
        ? [`aws cloudfront get-distribution-tenant --identifier ${id}`]
        : []),
      ...(needsGroup && plainId.test(connectionGroupId)
        ? [`aws cloudfront get-connection-group --identifier ${connectionGroupId}`]
        : []),
    ];
  });
}

function coversHosts(signedUrl: string): boolean {
  return /^[^/]*(?:\/\/[^/]*)?[*?]/.test(inspectCloudFrontUrl(signedUrl).policy?.resource ?? "");
}
