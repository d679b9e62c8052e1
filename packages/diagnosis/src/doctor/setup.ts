import type { Place } from "../findings/finding.ts";
import type { DistributionBehavior } from "./cache-behavior.ts";
import type { Distribution } from "./distribution.ts";
import type { Inventory } from "./inventory.ts";
import { managedPolicy } from "./managed-policies.ts";
import { bucketOf, type Origin } from "./origin.ts";
import { printable, quote } from "./quote.ts";
import type { RequestPolicy } from "./request-policy.ts";
import type { Route, UnknownHost } from "./routes.ts";

/** All that the checks compare: the documents, and what the user signs with. */
export interface Setup {
  readonly inventory: Inventory;
  /** The distributions that are enabled; all if none is. */
  readonly distributions: readonly Distribution[];
  /** Their restricted cache behaviors. */
  readonly restricted: readonly PlacedBehavior[];
  readonly keyPairId: string | undefined;
  /** IDs of the public keys that belong to the private key; `undefined` without a private key. */
  readonly fittingKeys: ReadonlySet<string> | undefined;
  /** The address in the policies as a CIDR, `0.0.0.0/0` if it can be any. */
  readonly ipAddress: string | undefined;
  /** Whether `urls` were given. */
  readonly hasUrls: boolean;
  readonly routes: readonly Route[];
  readonly unknownHosts: readonly UnknownHost[];
}

/** A cache behavior with its distribution. */
export interface PlacedBehavior {
  readonly distribution: Distribution;
  readonly behavior: DistributionBehavior;
}

/** The place of a finding, in names that can be shown. */
export function placeOf(distribution: Distribution, behavior?: DistributionBehavior): Place {
  const shown = (name: string): string => printable(quote(name));
  return {
    distribution: shown(distribution.name),
    pathPattern: behavior && shown(behavior.pathPattern),
  };
}

/** The restricted cache behaviors of some distributions. */
export function restrictedBehaviors(distributions: readonly Distribution[]): PlacedBehavior[] {
  return distributions.flatMap((distribution) =>
    distribution.behaviors
      .filter(({ restricted }) => restricted)
      .map((behavior) => ({ distribution, behavior })),
  );
}

/** The policies of a cache behavior; `isComplete` if the documents have all of them. */
export function policiesOf(
  { inventory }: Setup,
  { cachePolicyId, originRequestPolicyId, forwardedValues }: DistributionBehavior,
): { readonly policies: readonly RequestPolicy[]; readonly isComplete: boolean } {
  const policies = [
    policyOf(inventory.cachePolicies.byId, cachePolicyId),
    policyOf(inventory.originRequestPolicies.byId, originRequestPolicyId),
    forwardedValues,
  ];
  const known = policies.filter((policy) => policy !== undefined);
  const named = [cachePolicyId, originRequestPolicyId, forwardedValues].filter((name) => name !== undefined);
  return { policies: known, isComplete: known.length === named.length };
}

function policyOf(
  byId: ReadonlyMap<string, RequestPolicy>,
  id: string | undefined,
): RequestPolicy | undefined {
  return id === undefined ? undefined : (managedPolicy(id) ?? byId.get(id));
}

/** The origins that the restricted cache behaviors of a distribution read, each once. */
export function restrictedOrigins(distribution: Distribution): Origin[] {
  return originsOf(
    distribution,
    distribution.behaviors.filter(({ restricted }) => restricted),
  );
}

/** The origins of some cache behaviors, each once. */
export function originsOf(
  { origins, originGroups }: Distribution,
  behaviors: readonly DistributionBehavior[],
): Origin[] {
  const targets = new Set(behaviors.map(({ targetOriginId }) => targetOriginId ?? ""));
  const ids = new Set([...targets].flatMap((id) => originGroups.get(id) ?? [id]));
  return [...ids].flatMap((id) => origins.get(id) ?? []);
}

/** The origin of uploads: CloudFront fails over to the second one of a group for GET, HEAD and OPTIONS only. */
export function writtenOrigin({ distribution, behavior }: PlacedBehavior): Origin | undefined {
  return originsOf(distribution, [behavior]).at(0);
}

/** The bucket behind a cache behavior. */
export function bucketBehind(placed: PlacedBehavior): string | undefined {
  const origin = writtenOrigin(placed);
  return origin && bucketOf(origin);
}
