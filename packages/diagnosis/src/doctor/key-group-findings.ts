import type { DistributionBehavior } from "./cache-behavior.ts";
import type { Distribution } from "./distribution.ts";
import { type Finding, proven } from "./finding.ts";
import { idKind } from "./id-kind.ts";
import type { Inventory } from "./inventory.ts";
import { restrictedBehaviors, type Setup } from "./setup.ts";

/** Faults of the key groups that restricted cache behaviors trust, and of their lists. */
export function keyGroupFindings(setup: Setup): Finding[] {
  const { inventory } = setup;
  const trusted = new Set<string>();
  const findings = restrictedBehaviors(setup).flatMap(({ distribution, behavior }) => {
    if (behavior.keyGroups.enabled) for (const id of behavior.keyGroups.items) trusted.add(id);
    return [
      ...trustedSignerFindings(distribution, behavior),
      ...trustedIdFindings(inventory, distribution, behavior),
    ];
  });
  return [...findings, ...[...trusted].flatMap((id) => groupFindings(inventory, id))];
}

function trustedSignerFindings(distribution: Distribution, behavior: DistributionBehavior): Finding[] {
  const { enabled, items } = behavior.trustedSigners;
  if (!enabled) return [];
  return [proven("trusted-signers", { kind: "accounts", accounts: items }, distribution, behavior)];
}

function trustedIdFindings(
  { keyGroups }: Inventory,
  distribution: Distribution,
  behavior: DistributionBehavior,
): Finding[] {
  const { enabled, items } = behavior.keyGroups;
  if (!enabled) return [];
  return items.flatMap((id) => {
    if (keyGroups.byId.has(id)) return [];
    const kind = idKind(id);
    if (kind !== "key-group") {
      const evidence = { kind: "trusted-id-shape", id, idKind: kind } as const;
      return [proven("key-group-id-wrong", evidence, distribution, behavior)];
    }
    if (!keyGroups.isComplete) return [];
    return [proven("key-group-missing", { kind: "unknown-key-group", group: id }, distribution, behavior)];
  });
}

function groupFindings({ keyGroups, publicKeys }: Inventory, id: string): Finding[] {
  const group = keyGroups.byId.get(id);
  if (!group) return [];
  const name = group.name ?? id;
  if (group.items.size === 0) return [proven("key-group-empty", { kind: "empty-key-group", group: name })];
  return [...group.items].flatMap((item) => {
    if (publicKeys.byId.has(item)) return [];
    const kind = idKind(item);
    if (kind !== "public-key") {
      const evidence = { kind: "group-item-shape", group: name, id: item, idKind: kind } as const;
      return [proven("public-key-id-wrong", evidence)];
    }
    if (!publicKeys.isComplete) return [];
    const evidence = { kind: "unknown-public-key", group: name, publicKeyId: item } as const;
    return [proven("public-key-missing", evidence)];
  });
}
