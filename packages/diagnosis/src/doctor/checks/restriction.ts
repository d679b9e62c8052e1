import { readPathPattern } from "cloudfront-sign-webcrypto/internals";
import type { DistributionBehavior } from "../cache-behavior.ts";
import type { Checks } from "../check.ts";
import { quote, quoteList } from "../quote.ts";
import { type PlacedBehavior, placeOf, type Setup } from "../setup.ts";

/** The names of the findings about cache behaviors that are open, or that never get a request. */
export type RestrictionFindingId =
  | "nothing-restricted"
  | "key-groups-disabled"
  | "behavior-unreachable"
  | "path-pattern-invalid"
  | "behavior-open"
  | "trusted-signers";

export const restrictionChecks: Checks<RestrictionFindingId> = {
  /**
   * No cache behavior restricts viewer access; `possible` if another distribution in the documents does, `likely` if a
   * Terraform plan leaves it to AWS.
   */
  "nothing-restricted": {
    // Source: https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/private-content-trusted-signers.html
    rank: 30,
    certainty: "proven",
    summary: "No cache behavior requires a signature, so every file can be requested without one.",
    fix: "Edit the cache behavior of the private paths: set Restrict viewer access to Yes, choose Trusted key groups, and add the key group.",
    find: ({ distributions, restricted }) =>
      distributions
        .filter(({ behaviors }) => !behaviors.some((one) => one.restricted || isTurnedOff(one)))
        .map((distribution) => ({
          certainty:
            restricted.length > 0
              ? "possible"
              : distribution.behaviors.every(({ isAccessKnown }) => isAccessKnown)
                ? "proven"
                : "likely",
          evidence: "TrustedKeyGroups and TrustedSigners are turned off in every cache behavior",
          place: placeOf(distribution),
        })),
  },
  /** A cache behavior lists key groups, but `Enabled` in its `TrustedKeyGroups` is false. */
  "key-groups-disabled": {
    // Source: https://docs.aws.amazon.com/cloudfront/latest/APIReference/API_TrustedKeyGroups.html
    rank: 40,
    certainty: "proven",
    summary: "The cache behavior has key groups, but checks no signature.",
    fix: "Edit the cache behavior: set Restrict viewer access to Yes, and choose Trusted key groups. In JSON, set Enabled of TrustedKeyGroups to true.",
    find: (setup) =>
      placedBehaviors(setup)
        .filter(({ behavior }) => isTurnedOff(behavior))
        .map(({ distribution, behavior }) => ({
          evidence: "TrustedKeyGroups has key groups, and its Enabled is false",
          place: placeOf(distribution, behavior),
        })),
  },
  /** An earlier path pattern matches every path of a later one, and only one of the two is restricted. */
  "behavior-unreachable": {
    // Source: https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/DownloadDistValuesCacheBehavior.html
    rank: 50,
    certainty: "proven",
    summary: "An earlier cache behavior matches all requests of this one.",
    fix: "On the Behaviors tab, move the cache behavior up, above the one with the broader path pattern.",
    find: ({ distributions }) =>
      distributions.flatMap((distribution) => {
        const earlier: { readonly behavior: DistributionBehavior; readonly pattern: PathPattern }[] = [];
        return distribution.behaviors.flatMap((behavior) => {
          const pattern = readPathPattern(behavior.pathPattern);
          if (pattern.problem !== undefined) return [];
          const first = earlier.find((one) => one.pattern.covers(pattern.rooted))?.behavior;
          earlier.push({ behavior, pattern });
          if (first === undefined || first.restricted === behavior.restricted) return [];
          const evidence = `${quote(first.pathPattern)} comes first, matches the same paths and ${first.restricted ? "requires a signature" : "requires no signature"}`;
          return [{ evidence, place: placeOf(distribution, behavior) }];
        });
      }),
  },
  /** CloudFront does not accept this path pattern, or no path can match it. */
  "path-pattern-invalid": {
    // Source: https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/DownloadDistValuesCacheBehavior.html
    rank: 60,
    certainty: "proven",
    summary: "No request matches the path pattern of the cache behavior.",
    fix: "Edit the path pattern of the cache behavior: write a path such as /private/*, without a host, query, dot segments or double slashes.",
    find: (setup) =>
      placedBehaviors(setup).flatMap(({ distribution, behavior }) => {
        const { problem } = readPathPattern(behavior.pathPattern);
        if (problem === undefined) return [];
        return [{ evidence: `the path pattern ${problem}`, place: placeOf(distribution, behavior) }];
      }),
  },
  /**
   * A cache behavior is open, and others in the distribution are restricted. With `urls` only if it comes before a
   * restricted one that matches some of the same paths.
   */
  "behavior-open": {
    // Source: https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/DownloadDistValuesCacheBehavior.html
    rank: 70,
    certainty: "possible",
    summary: "The cache behavior requires no signature, while others do.",
    fix: "If its files are private, edit the cache behavior: set Restrict viewer access to Yes. To compare the URLs that you sign with the cache behaviors, pass these URLs, too.",
    // Only the owner knows which cache behaviors are open on purpose. One whose paths are all in another pattern is
    // taken as an exception to it, if URLs show what is signed.
    find: ({ distributions, routes }) =>
      distributions
        .filter(({ behaviors }) => behaviors.some(({ restricted }) => restricted))
        .flatMap((distribution) => {
          const { behaviors } = distribution;
          const own = routes.filter((route) => route.distribution === distribution);
          const hasUrls = own.some(({ isUpload }) => !isUpload);
          const answering = new Set(own.map((route) => route.behavior));
          const patterns = behaviors.map(({ pathPattern }) => readPathPattern(pathPattern));
          return behaviors.flatMap((behavior, i) => {
            if (behavior.restricted || isTurnedOff(behavior) || answering.has(behavior)) return [];
            const place = placeOf(distribution, behavior);
            const opened = behaviors.find(
              (later, at) => at > i && later.restricted && isOpenedInPart(patterns[at], patterns[i]),
            );
            if (opened)
              return {
                evidence: `the restricted one is ${quote(opened.pathPattern)}`,
                place,
                summary:
                  "The cache behavior requires no signature, and comes before a restricted one that matches some of the same paths.",
                fix: "If a private file matches both path patterns, move the restricted cache behavior up, above the one without a restriction (Behaviors tab).",
              };
            return hasUrls
              ? []
              : { evidence: "no signature is checked here, and other cache behaviors are restricted", place };
          });
        }),
  },
  /** A cache behavior trusts AWS accounts (the older method) instead of key groups. */
  "trusted-signers": {
    // Source: https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/private-content-trusted-signers.html
    rank: 210,
    certainty: "proven",
    summary: "The cache behavior trusts AWS accounts, whose key pairs only root users can manage.",
    fix: "Edit the cache behavior: under Restrict viewer access, choose Trusted key groups instead of Trusted signer.",
    find: ({ restricted }) =>
      restricted
        .filter(({ behavior }) => behavior.trustedSigners.enabled)
        .map(({ distribution, behavior }) => ({
          evidence: `TrustedSigners is turned on for ${quoteList(behavior.trustedSigners.items)}`,
          place: placeOf(distribution, behavior),
        })),
  },
};

type PathPattern = ReturnType<typeof readPathPattern>;

function placedBehaviors({ distributions }: Setup): PlacedBehavior[] {
  return distributions.flatMap((distribution) =>
    distribution.behaviors.map((behavior) => ({ distribution, behavior })),
  );
}

/** Whether a cache behavior names key groups and checks no signature. */
function isTurnedOff({ keyGroups, restricted }: DistributionBehavior): boolean {
  return !restricted && keyGroups.items.length > 0;
}

/** Whether paths of a pattern may match an earlier one that neither is an exception to it nor hides it. */
function isOpenedInPart(later: PathPattern | undefined, earlier: PathPattern | undefined): boolean {
  if (!later || !earlier || later.problem !== undefined || earlier.problem !== undefined) return false;
  const [one, other] = [later.rooted, earlier.rooted];
  const mayMatchBoth = agree(one, other, 0, 1) && agree(one, other, -1, -1);
  return mayMatchBoth && !later.covers(other) && !earlier.covers(one);
}

/** Whether a text can match both patterns up to the first `*` that is met on the way from `start`. */
function agree(one: string, other: string, start: number, step: number): boolean {
  for (let at = start; ; at += step) {
    const a = one.at(at);
    const b = other.at(at);
    if (a === "*" || b === "*") return true;
    if (a === undefined || b === undefined) return a === b;
    if (a !== b && a !== "?" && b !== "?") return false;
  }
}
