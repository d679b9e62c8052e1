import type { Collection } from "./document-kinds.ts";
import { managedPolicy } from "./managed-policies.ts";
import { restrictedBehaviors, restrictedOrigins, type Setup } from "./setup.ts";

/** An ID that can be pasted into a shell. */
const plainId = /^[\w-]{1,64}$/;

/** The commands whose output is needed for checks that could not be made. */
export function missingDocuments(setup: Setup, hasPrivateKey: boolean): string[] {
  const { inventory, keyPairId } = setup;
  if (inventory.distributions.length === 0) return ["aws cloudfront list-distributions"];
  const commands = new Set<string>();
  const need = (command: string, id: string | undefined, collection: Collection<unknown>): void => {
    if (id !== undefined && plainId.test(id) && !collection.isComplete && !collection.byId.has(id))
      commands.add(`aws cloudfront ${command} --id ${id}`);
  };
  for (const { distribution, behavior } of restrictedBehaviors(setup)) {
    if (behavior.keyGroups.enabled) {
      for (const id of behavior.keyGroups.items)
        if (!distribution.activeKeys.has(id)) need("get-key-group", id, inventory.keyGroups);
    }
    const { cachePolicyId = "", originRequestPolicyId = "" } = behavior;
    if (!managedPolicy(cachePolicyId)) need("get-cache-policy", cachePolicyId, inventory.cachePolicies);
    if (!managedPolicy(originRequestPolicyId))
      need("get-origin-request-policy", originRequestPolicyId, inventory.originRequestPolicies);
  }
  for (const distribution of setup.distributions)
    for (const { kind, accessControlId } of restrictedOrigins(distribution))
      if (kind === "s3") need("get-origin-access-control", accessControlId, inventory.originAccessControls);
  if (hasPrivateKey && keyPairId === undefined && !inventory.publicKeys.isComplete)
    commands.add("aws cloudfront list-public-keys");
  else if (hasPrivateKey) need("get-public-key", keyPairId, inventory.publicKeys);
  return [...commands];
}
