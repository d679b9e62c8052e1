import { fail } from "cloudfront-sign-webcrypto/internals";
import type { Collection } from "./document-kinds.ts";
import type { Inventory } from "./inventory.ts";
import { documentOption } from "./json-reader.ts";
import { managedPolicy } from "./managed-policies.ts";

/**
 * Gives an ID to each configuration that was printed without one (`get-key-group-config` and the like): the
 * only ID of its kind that is used and not known. Throws if there is not exactly one.
 */
export function identifyConfigs(inventory: Inventory, keyPairId: string | undefined): void {
  const { distributions, keyGroups, publicKeys } = inventory;
  const behaviors = distributions.flatMap((distribution) => distribution.behaviors);
  identify(
    keyGroups,
    behaviors.flatMap((behavior) => behavior.keyGroups.items),
    "get-key-group",
  );
  addActiveKeys(inventory);
  const isKeyUnknown = keyPairId !== undefined && !publicKeys.byId.has(keyPairId);
  const usedKeys = isKeyUnknown
    ? [keyPairId]
    : [...keyGroups.byId.values()].flatMap(({ items }) => [...items]);
  identify(publicKeys, usedKeys, "get-public-key");
  identify(
    inventory.cachePolicies,
    behaviors.map(({ cachePolicyId = "" }) => cachePolicyId),
    "get-cache-policy",
  );
  identify(
    inventory.originRequestPolicies,
    behaviors.map(({ originRequestPolicyId = "" }) => originRequestPolicyId),
    "get-origin-request-policy",
  );
  identify(
    inventory.originAccessControls,
    distributions.flatMap(({ origins }) =>
      [...origins.values()].map(({ accessControlId }) => accessControlId),
    ),
    "get-origin-access-control",
  );
}

/** Key groups without a document of their own, as far as `get-distribution` shows them. */
function addActiveKeys({ distributions, keyGroups }: Inventory): void {
  for (const { activeKeys } of distributions)
    for (const [id, items] of activeKeys)
      if (!keyGroups.byId.has(id)) keyGroups.byId.set(id, { name: undefined, items });
}

function identify<Resource>(
  { byId, withoutId }: Collection<Resource>,
  usedIds: readonly string[],
  command: string,
): void {
  const [config, ...more] = withoutId;
  if (!config) return;
  const unknown = new Set(usedIds.filter((id) => id !== "" && !byId.has(id) && !managedPolicy(id)));
  const [id] = unknown;
  if (id === undefined || unknown.size > 1 || more.length > 0) {
    fail(
      "ERR_OPTION_INVALID",
      documentOption(config.index),
      `does not say which ID it belongs to; pass the output of aws cloudfront ${command} instead`,
    );
  }
  byId.set(id, config.resource);
}
