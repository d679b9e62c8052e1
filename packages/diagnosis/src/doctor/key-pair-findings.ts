import { keyPairIdProblem } from "cloudfront-sign-webcrypto/internals";
import { possible, proven } from "../findings/finding.ts";
import type { DistributionBehavior } from "./cache-behavior.ts";
import type { DistributionFinding } from "./finding-table.ts";
import { idKind } from "./id-kind.ts";
import type { Inventory } from "./inventory.ts";
import { quote } from "./quote.ts";
import { placeOf, type Setup } from "./setup.ts";

/** Faults of the key that signs, and of its ID. */
export function keyPairFindings(setup: Setup): DistributionFinding[] {
  const wrongId = keyPairIdFindings(setup);
  // With an ID of something else, there is no public key to compare.
  return wrongId.length > 0 ? wrongId : [...pairFindings(setup), ...trustFindings(setup)];
}

function keyPairIdFindings({ keyPairId, inventory, fittingKeys }: Setup): DistributionFinding[] {
  const evidence = keyPairId === undefined ? undefined : wrongIdEvidence(keyPairId, inventory);
  if (evidence === undefined) return [];
  const [publicKeyId] = fittingKeys ?? [];
  if (publicKeyId === undefined) return [proven("key-pair-id-wrong", evidence)];
  return [
    proven(
      "key-pair-id-wrong",
      `${evidence}; the private key belongs to the public key ${quote(publicKeyId)}`,
    ),
  ];
}

/** What an ID is instead of that of a public key. */
function wrongIdEvidence(keyPairId: string, inventory: Inventory): string | undefined {
  const { keyGroups, publicKeys, distributions } = inventory;
  if (publicKeys.byId.has(keyPairId)) return undefined;
  const group = keyGroups.byId.get(keyPairId);
  if (group) return `the key pair ID is the ID of the key group ${quote(group.name ?? "of the documents")}`;
  if (distributions.some(({ id }) => id === keyPairId))
    return "the key pair ID is the ID of a distribution in the documents";
  if (keyPairIdProblem(keyPairId, false) === undefined || isInAnyGroup(inventory, keyPairId))
    return undefined;
  const named = [...publicKeys.byId].find(([, { name }]) => name === keyPairId);
  if (named) return `the key pair ID is the name of the public key ${quote(named[0])}`;
  return `the key pair ID looks like ${idKind(keyPairId).words}`;
}

function isInAnyGroup({ keyGroups }: Inventory, keyPairId: string): boolean {
  return [...keyGroups.byId.values()].some(({ items }) => items.has(keyPairId));
}

/** Whether the private key belongs to the public key that URLs name. */
function pairFindings({ keyPairId, fittingKeys, inventory: { publicKeys } }: Setup): DistributionFinding[] {
  if (!fittingKeys) return [];
  const [fitting] = fittingKeys;
  if (keyPairId === undefined) {
    if (fitting !== undefined || !publicKeys.isComplete) return [];
    return [proven("key-pair-mismatch", "the private key belongs to none of the public keys")];
  }
  const isKnown = publicKeys.byId.has(keyPairId) || fitting !== undefined;
  if (!isKnown || fittingKeys.has(keyPairId)) return [];
  const evidence =
    fitting === undefined
      ? `the private key does not belong to the public key ${quote(keyPairId)}`
      : `the private key belongs to the public key ${quote(fitting)}, not to ${quote(keyPairId)}`;
  return [proven("key-pair-mismatch", evidence)];
}

/** Whether restricted cache behaviors trust the key that signs. */
function trustFindings(setup: Setup): DistributionFinding[] {
  const { keyPairId, fittingKeys, routes } = setup;
  const keyIds = keyPairId === undefined ? [...(fittingKeys ?? [])] : [keyPairId];
  if (keyIds.length === 0) return [];
  const groupTrust = new Map<string, Trust>();
  const placed = setup.restricted.map((place) => ({
    ...place,
    trust: behaviorTrust(setup.inventory, place.behavior, keyIds, groupTrust),
  }));
  const trusting = new Set(
    placed.filter(({ trust }) => trust === "yes").map(({ distribution }) => distribution),
  );
  const requested = new Set(routes.map(({ behavior }) => behavior));
  return placed
    .filter(({ trust }) => trust === "no")
    .flatMap(({ distribution, behavior }) => {
      const place = placeOf(distribution, behavior);
      const evidence = behavior.keyGroups.enabled
        ? "none of the trusted key groups has the public key"
        : "no key group is trusted, only key pairs of AWS accounts";
      if (trusting.size === 0 || requested.has(behavior))
        return [proven("key-not-in-group", evidence, { place })];
      // Another distribution, or a part that other keys sign for.
      if (!trusting.has(distribution) || setup.hasUrls) return [];
      return [possible("key-not-in-group", evidence, { place })];
    });
}

type Trust = "yes" | "no" | "unknown";

function behaviorTrust(
  inventory: Inventory,
  behavior: DistributionBehavior,
  keyIds: readonly string[],
  groupTrust: Map<string, Trust>,
): Trust {
  // Whose key pair an ID of the older kind is, no document shows.
  if (behavior.trustedSigners.enabled && keyIds.some((id) => id.startsWith("APKA"))) return "unknown";
  const groups = behavior.keyGroups.enabled ? behavior.keyGroups.items : [];
  const trusts = groups.map((group) => {
    const known = groupTrust.get(group) ?? trustOfGroup(inventory, group, keyIds);
    groupTrust.set(group, known);
    return known;
  });
  if (trusts.includes("yes")) return "yes";
  return trusts.includes("unknown") ? "unknown" : "no";
}

function trustOfGroup({ keyGroups }: Inventory, group: string, keyIds: readonly string[]): Trust {
  const items = keyGroups.byId.get(group)?.items;
  // A group that is empty or does not exist, and an ID that is none, have findings of their own.
  if (items === undefined || items.size === 0) return "unknown";
  return keyIds.some((id) => items.has(id)) ? "yes" : "no";
}
