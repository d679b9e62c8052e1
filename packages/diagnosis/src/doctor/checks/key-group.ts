import type { Checks } from "../check.ts";
import { isUnresolved } from "../foreign-json.ts";
import { idKind } from "../id-kind.ts";
import type { KeyGroup } from "../key-documents.ts";
import { quote } from "../quote.ts";
import { type PlacedBehavior, placeOf, type Setup } from "../setup.ts";

/** The names of the findings about the key groups that restricted cache behaviors trust, and about their lists. */
export type KeyGroupFindingId =
  | "key-group-id-wrong"
  | "public-key-id-wrong"
  | "key-group-missing"
  | "key-group-empty"
  | "public-key-missing";

export const keyGroupChecks: Checks<KeyGroupFindingId> = {
  /** A cache behavior trusts the ID of something that is not a key group. */
  "key-group-id-wrong": {
    // Source: https://docs.aws.amazon.com/cloudfront/latest/APIReference/API_TrustedKeyGroups.html
    rank: 120,
    certainty: "proven",
    summary: "The cache behavior trusts something that is not a key group.",
    fix: "Add the public key to a key group (Key management, Key groups), and select this key group in the cache behavior.",
    find: (setup) =>
      unknownGroups(setup).flatMap(({ distribution, behavior, id }) => {
        const { kind, words } = idKind(id);
        if (kind === "key-group") return [];
        const evidence = `TrustedKeyGroups has ${quote(id)}, which looks like ${words}`;
        return { evidence, place: placeOf(distribution, behavior) };
      }),
  },
  /** A key group lists the ID of something that is not a public key. */
  "public-key-id-wrong": {
    // Source: https://docs.aws.amazon.com/cloudfront/latest/APIReference/API_KeyGroupConfig.html
    rank: 130,
    certainty: "proven",
    summary: "The key group contains something that is not a public key.",
    fix: "Edit the key group (Key management, Key groups), and select public keys by their IDs, such as K2JCJMDEHXQW5F.",
    find: (setup) =>
      unknownKeys(setup).flatMap(({ group, id }) => {
        const { kind, words } = idKind(id);
        if (kind === "public-key") return [];
        return { evidence: `the key group ${group} has ${quote(id)}, which looks like ${words}` };
      }),
  },
  /** A trusted key group is not in the complete list of key groups. */
  "key-group-missing": {
    // Source: https://docs.aws.amazon.com/cloudfront/latest/APIReference/API_ListKeyGroups.html
    rank: 140,
    certainty: "proven",
    summary: "The cache behavior trusts a key group that does not exist.",
    fix: "First check that the list is from the AWS account of the distribution (the same --profile). If it is, create the key group (Key management, Key groups, Create key group), and select it in the cache behavior.",
    find: (setup) =>
      setup.inventory.keyGroups.isComplete
        ? unknownGroups(setup)
            .filter(({ id }) => idKind(id).kind === "key-group")
            .map(({ distribution, behavior, id }) => ({
              evidence: `the list of key groups has no ${quote(id)}`,
              place: placeOf(distribution, behavior),
            }))
        : [],
  },
  /** A trusted key group has no public key. */
  "key-group-empty": {
    // Source: https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/private-content-trusted-signers.html
    rank: 150,
    certainty: "proven",
    summary: "The trusted key group has no public key, so no signature is valid.",
    fix: "Edit the key group (Key management, Key groups), and add the public key.",
    find: (setup) =>
      trustedGroups(setup)
        .filter(([, { items }]) => items.size === 0)
        .map(([id, group]) => ({ evidence: `the key group ${nameOf(id, group)} has no public key` })),
  },
  /** A public key of a trusted key group is not in the complete list of public keys. */
  "public-key-missing": {
    // Source: https://docs.aws.amazon.com/cloudfront/latest/APIReference/API_ListPublicKeys.html
    rank: 160,
    certainty: "proven",
    summary: "The key group names a public key that does not exist.",
    fix: "First check that both lists are from the same AWS account (the same --profile). If they are, create the public key (Key management, Public keys, Create public key), and add it to the key group.",
    find: (setup) =>
      setup.inventory.publicKeys.isComplete
        ? unknownKeys(setup)
            .filter(({ id }) => idKind(id).kind === "public-key")
            .map(({ group, id }) => ({
              evidence: `the list of public keys has no ${quote(id)}, which the key group ${group} names`,
            }))
        : [],
  },
};

/** The cache behaviors that trust key groups, and the IDs of those that no document has. */
function unknownGroups({ inventory, restricted }: Setup): (PlacedBehavior & { readonly id: string })[] {
  return restricted.flatMap(({ distribution, behavior }) =>
    trustedIds(behavior)
      .filter((id) => !inventory.keyGroups.byId.has(id) && !isUnresolved(id))
      .map((id) => ({ distribution, behavior, id })),
  );
}

function trustedIds({ keyGroups }: PlacedBehavior["behavior"]): readonly string[] {
  return keyGroups.enabled ? keyGroups.items : [];
}

/** The trusted key groups that the documents have, each once. */
function trustedGroups({ inventory, restricted }: Setup): [id: string, group: KeyGroup][] {
  const ids = new Set(restricted.flatMap(({ behavior }) => trustedIds(behavior)));
  return [...ids].flatMap((id) => {
    const group = inventory.keyGroups.byId.get(id);
    return group ? [[id, group]] : [];
  });
}

/** The IDs in trusted key groups that no document has, with the name of the group. */
function unknownKeys(setup: Setup): { readonly group: string; readonly id: string }[] {
  const { publicKeys } = setup.inventory;
  return trustedGroups(setup).flatMap(([groupId, group]) =>
    [...group.items]
      .filter((id) => !publicKeys.byId.has(id) && !isUnresolved(id))
      .map((id) => ({ group: nameOf(groupId, group), id })),
  );
}

function nameOf(id: string, { name }: KeyGroup): string {
  return quote(name ?? id);
}
