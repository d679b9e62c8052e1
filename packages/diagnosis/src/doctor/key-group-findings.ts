import { proven } from "../findings/finding.ts";
import type { DistributionBehavior } from "./cache-behavior.ts";
import type { Distribution } from "./distribution.ts";
import type { DistributionFinding } from "./finding-table.ts";
import { isUnresolved } from "./foreign-json.ts";
import { idKind } from "./id-kind.ts";
import type { Inventory } from "./inventory.ts";
import { quote } from "./quote.ts";
import { placeOf, type Setup } from "./setup.ts";

/** Faults of the key groups that restricted cache behaviors trust, and of their lists. */
export function keyGroupFindings(setup: Setup): DistributionFinding[] {
  const { inventory } = setup;
  const trusted = new Set<string>();
  const findings = setup.restricted.flatMap(({ distribution, behavior }) => {
    if (behavior.keyGroups.enabled) for (const id of behavior.keyGroups.items) trusted.add(id);
    return trustedIdFindings(inventory, distribution, behavior);
  });
  return [...findings, ...[...trusted].flatMap((id) => groupFindings(inventory, id))];
}

function trustedIdFindings(
  { keyGroups }: Inventory,
  distribution: Distribution,
  behavior: DistributionBehavior,
): DistributionFinding[] {
  const { enabled, items } = behavior.keyGroups;
  if (!enabled) return [];
  return items.flatMap((id): DistributionFinding[] => {
    if (keyGroups.byId.has(id) || isUnresolved(id)) return [];
    const { kind, words } = idKind(id);
    const place = placeOf(distribution, behavior);
    if (kind !== "key-group") {
      const evidence = `TrustedKeyGroups has ${quote(id)}, which looks like ${words}`;
      return [proven("key-group-id-wrong", evidence, { place })];
    }
    if (!keyGroups.isComplete) return [];
    return [proven("key-group-missing", `the list of key groups has no ${quote(id)}`, { place })];
  });
}

function groupFindings({ keyGroups, publicKeys }: Inventory, id: string): DistributionFinding[] {
  const group = keyGroups.byId.get(id);
  if (!group) return [];
  const name = quote(group.name ?? id);
  if (group.items.size === 0) return [proven("key-group-empty", `the key group ${name} has no public key`)];
  return [...group.items].flatMap((item): DistributionFinding[] => {
    if (publicKeys.byId.has(item) || isUnresolved(item)) return [];
    const { kind, words } = idKind(item);
    if (kind !== "public-key") {
      const evidence = `the key group ${name} has ${quote(item)}, which looks like ${words}`;
      return [proven("public-key-id-wrong", evidence)];
    }
    if (!publicKeys.isComplete) return [];
    const evidence = `the list of public keys has no ${quote(item)}, which the key group ${name} names`;
    return [proven("public-key-missing", evidence)];
  });
}
