import { keyPairIdProblem } from "cloudfront-sign-webcrypto/internals";
import type { DistributionBehavior } from "../cache-behavior.ts";
import type { Checks } from "../check.ts";
import { idKind } from "../id-kind.ts";
import type { Inventory } from "../inventory.ts";
import { quote } from "../quote.ts";
import { placeOf, type Setup } from "../setup.ts";

/** The names of the findings about the key that signs, and about its ID. */
export type KeyPairFindingId = "key-pair-id-wrong" | "key-not-in-group" | "key-pair-mismatch";

export const keyPairChecks: Checks<KeyPairFindingId> = {
  /** `keyPairId` is the ID or name of something that is not a public key. */
  "key-pair-id-wrong": {
    // Source: https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/private-content-creating-signed-url-canned-policy.html
    rank: 110,
    certainty: "proven",
    summary: "The key pair ID is not the ID of a public key.",
    fix: "Sign with the ID shown under Key management, Public keys, such as K2JCJMDEHXQW5F.",
    find: (setup) => {
      const evidence = wrongId(setup);
      if (evidence === undefined) return [];
      const [publicKeyId] = setup.fittingKeys ?? [];
      const owner =
        publicKeyId === undefined ? "" : `; the private key belongs to the public key ${quote(publicKeyId)}`;
      return [{ evidence: `${evidence}${owner}` }];
    },
  },
  /** No key group of a restricted cache behavior contains the signing key. */
  "key-not-in-group": {
    // Source: https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/private-content-trusted-signers.html
    rank: 170,
    certainty: "proven",
    summary: "The cache behavior does not trust the key that signs.",
    fix: "Edit the key group of the cache behavior (Key management, Key groups), and add the public key. Or sign with a key that is in this key group.",
    find: (setup) => {
      const { keyPairId, fittingKeys, routes } = setup;
      const keyIds = keyPairId === undefined ? [...(fittingKeys ?? [])] : [keyPairId];
      if (keyIds.length === 0 || wrongId(setup) !== undefined) return [];
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
          const isMeant = trusting.size === 0 || requested.has(behavior);
          // Another distribution, or a part that other keys sign for.
          if (!isMeant && (!trusting.has(distribution) || setup.hasUrls)) return [];
          return {
            certainty: isMeant ? "proven" : "possible",
            evidence: behavior.keyGroups.enabled
              ? "none of the trusted key groups has the public key"
              : "no key group is trusted, only key pairs of AWS accounts",
            place: placeOf(distribution, behavior),
          };
        });
    },
  },
  /** The private key does not belong to the public key of `keyPairId`, or to any public key in the documents. */
  "key-pair-mismatch": {
    // Source: https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/private-content-trusted-signers.html
    rank: 180,
    certainty: "proven",
    summary: "The private key and the public key in CloudFront are not a pair.",
    fix: "Sign with the private key of this public key. Or upload your public key (openssl pkey -in private.pem -pubout), add it to the key group and sign with its ID.",
    find: (setup) => {
      const { keyPairId, fittingKeys, inventory } = setup;
      // With an ID of something else, there is no public key to compare.
      if (!fittingKeys || wrongId(setup) !== undefined) return [];
      const { publicKeys } = inventory;
      const [fitting] = fittingKeys;
      if (keyPairId === undefined)
        return fitting === undefined && publicKeys.isComplete
          ? [{ evidence: "the private key belongs to none of the public keys" }]
          : [];
      const isKnown = publicKeys.byId.has(keyPairId) || fitting !== undefined;
      if (!isKnown || fittingKeys.has(keyPairId)) return [];
      const evidence =
        fitting === undefined
          ? `the private key does not belong to the public key ${quote(keyPairId)}`
          : `the private key belongs to the public key ${quote(fitting)}, not to ${quote(keyPairId)}`;
      return [{ evidence }];
    },
  },
};

/** What the key pair ID is instead of the ID of a public key. */
function wrongId({ keyPairId, inventory }: Setup): string | undefined {
  const { keyGroups, publicKeys, distributions } = inventory;
  if (keyPairId === undefined || publicKeys.byId.has(keyPairId)) return undefined;
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
