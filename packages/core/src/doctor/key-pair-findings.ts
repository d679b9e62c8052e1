import { keyPairIdProblem } from "../key/key-pair-id-shape.ts";
import type { Distribution } from "./distribution.ts";
import type { Evidence } from "./evidence.ts";
import { type Finding, possible, proven } from "./finding.ts";
import { idKind } from "./id-kind.ts";
import type { Inventory } from "./inventory.ts";
import type { UploadedKey } from "./key-documents.ts";
import { type PlacedBehavior, restrictedBehaviors, type Setup } from "./setup.ts";

/** The length of an RSA key in CloudFront (Developer Guide, "Create key pairs for your signers"). */
const modulusLengthOfCloudFront = 2048;

/** Faults of the key that signs, of its ID, and of the public keys. */
export function keyPairFindings(setup: Setup): Finding[] {
  const wrongId = keyPairIdFindings(setup);
  return [
    ...[...setup.inventory.publicKeys.byId].flatMap(([id, key]) => publicKeyFindings(id, key)),
    // With an ID of something else, there is no public key to compare.
    ...(wrongId.length > 0 ? wrongId : [...pairFindings(setup), ...trustFindings(setup)]),
  ];
}

function keyPairIdFindings({ keyPairId, inventory, fittingKeys }: Setup): Finding[] {
  const evidence = keyPairId === undefined ? undefined : wrongIdEvidence(keyPairId, inventory);
  if (evidence === undefined) return [];
  const [publicKeyId] = fittingKeys ?? [];
  if (publicKeyId === undefined) return [proven("key-pair-id-wrong", evidence)];
  return [proven("key-pair-id-wrong", { kind: "with-fitting-key", evidence, publicKeyId })];
}

/** What an ID is instead of that of a public key. */
function wrongIdEvidence(keyPairId: string, inventory: Inventory): Evidence | undefined {
  const { keyGroups, publicKeys, distributions } = inventory;
  if (publicKeys.byId.has(keyPairId)) return undefined;
  const group = keyGroups.byId.get(keyPairId);
  if (group) return { kind: "key-pair-id-of-key-group", name: group.name };
  if (distributions.some(({ id }) => id === keyPairId)) return { kind: "key-pair-id-of-distribution" };
  if (keyPairIdProblem(keyPairId, false) === undefined || isInAnyGroup(inventory, keyPairId))
    return undefined;
  const named = [...publicKeys.byId].find(([, { name }]) => name === keyPairId);
  if (named) return { kind: "key-pair-id-is-name", publicKeyId: named[0] };
  return { kind: "key-pair-id-shape", idKind: idKind(keyPairId) };
}

function isInAnyGroup({ keyGroups }: Inventory, keyPairId: string): boolean {
  return [...keyGroups.byId.values()].some(({ items }) => items.has(keyPairId));
}

function publicKeyFindings(id: string, { encodedKey, problem, modulusLength }: UploadedKey): Finding[] {
  if (problem !== undefined)
    return [proven("public-key-unusable", { kind: "unreadable-key", publicKey: id, problem })];
  const findings: Finding[] = [];
  if (modulusLength !== undefined && modulusLength !== modulusLengthOfCloudFront) {
    const evidence = { kind: "key-size", publicKey: id, bits: modulusLength } as const;
    findings.push({ ...proven("public-key-unusable", evidence), certainty: "likely" });
  }
  if (!encodedKey.endsWith("\n"))
    findings.push(possible("public-key-newline", { kind: "no-final-newline", publicKey: id }));
  return findings;
}

/** Whether the private key belongs to the public key that URLs name. */
function pairFindings({ keyPairId, fittingKeys, inventory: { publicKeys } }: Setup): Finding[] {
  if (!fittingKeys) return [];
  const [fitting] = fittingKeys;
  if (keyPairId === undefined) {
    if (fitting !== undefined || !publicKeys.isComplete) return [];
    return [proven("key-pair-mismatch", "no-public-key-fits")];
  }
  const isKnown = publicKeys.byId.has(keyPairId) || fitting !== undefined;
  if (!isKnown || fittingKeys.has(keyPairId)) return [];
  const evidence = { kind: "other-public-key", publicKeyId: keyPairId, fitting } as const;
  return [proven("key-pair-mismatch", evidence)];
}

/** Whether restricted cache behaviors trust the key that signs. */
function trustFindings(setup: Setup): Finding[] {
  const { keyPairId, fittingKeys, routes } = setup;
  const keyIds = keyPairId === undefined ? [...(fittingKeys ?? [])] : [keyPairId];
  if (keyIds.length === 0) return [];
  const groupTrust = new Map<string, Trust>();
  const placed = restrictedBehaviors(setup).map((place) => ({
    ...place,
    trust: behaviorTrust(setup.inventory, place, keyIds, groupTrust),
  }));
  const trusting = new Set(
    placed.filter(({ trust }) => trust === "yes").map(({ distribution }) => distribution),
  );
  const requested = new Set(routes.map(({ behavior }) => behavior));
  return placed
    .filter(({ trust }) => trust === "no")
    .flatMap(({ distribution, behavior }) => {
      const evidence = behavior.keyGroups.enabled ? "key-groups-lack-key" : "only-trusted-signers";
      if (trusting.size === 0 || requested.has(behavior))
        return [proven("key-not-in-group", evidence, distribution, behavior)];
      // Another distribution, or a part that other keys sign for.
      if (!trusting.has(distribution) || setup.hasUrls) return [];
      return [possible("key-not-in-group", evidence, distribution, behavior)];
    });
}

type Trust = "yes" | "no" | "unknown";

function behaviorTrust(
  inventory: Inventory,
  { distribution, behavior }: PlacedBehavior,
  keyIds: readonly string[],
  groupTrust: Map<string, Trust>,
): Trust {
  // Whose key pair an ID of the older kind is, no document shows.
  if (behavior.trustedSigners.enabled && keyIds.some((id) => id.startsWith("APKA"))) return "unknown";
  const groups = behavior.keyGroups.enabled ? behavior.keyGroups.items : [];
  const trusts = groups.map((group) => {
    const known = groupTrust.get(group) ?? trustOfGroup(inventory, distribution, group, keyIds);
    groupTrust.set(group, known);
    return known;
  });
  if (trusts.includes("yes")) return "yes";
  return trusts.includes("unknown") ? "unknown" : "no";
}

function trustOfGroup(
  { keyGroups }: Inventory,
  { activeKeys }: Distribution,
  group: string,
  keyIds: readonly string[],
): Trust {
  const items = keyGroups.byId.get(group)?.items ?? activeKeys.get(group);
  // A group that is empty or does not exist, and an ID that is none, have findings of their own.
  if (items === undefined || items.size === 0) return "unknown";
  return keyIds.some((id) => items.has(id)) ? "yes" : "no";
}
