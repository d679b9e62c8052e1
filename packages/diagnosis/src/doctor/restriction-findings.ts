import { readPathPattern } from "cloudfront-sign-webcrypto/internals";
import { found, possible, proven } from "../findings/finding.ts";
import type { DistributionBehavior } from "./cache-behavior.ts";
import type { Distribution } from "./distribution.ts";
import type { DistributionFinding } from "./finding-table.ts";
import { quote } from "./quote.ts";
import { placeOf, type Setup } from "./setup.ts";

/** Which distributions answer, which cache behaviors are open, and which never get a request. */
export function restrictionFindings({ inventory, distributions, hasUrls }: Setup): DistributionFinding[] {
  const isAnyRestricted = distributions.some(isRestricted);
  return [
    ...disabledFindings(inventory.distributions),
    ...distributions.flatMap((distribution) => [
      ...distribution.behaviors.flatMap((behavior) => behaviorFindings(distribution, behavior)),
      ...unreachableFindings(distribution),
      ...openFindings(distribution, isAnyRestricted, hasUrls),
    ]),
  ];
}

function disabledFindings(distributions: readonly Distribution[]): DistributionFinding[] {
  const certainty = distributions.some(({ enabled }) => enabled) ? "possible" : "proven";
  return distributions
    .filter(({ enabled }) => !enabled)
    .map((distribution) =>
      found("distribution-disabled", certainty, "Enabled is false", { place: placeOf(distribution) }),
    );
}

function isRestricted({ behaviors }: Distribution): boolean {
  return behaviors.some(({ restricted }) => restricted);
}

function behaviorFindings(distribution: Distribution, behavior: DistributionBehavior): DistributionFinding[] {
  const findings: DistributionFinding[] = [];
  const place = placeOf(distribution, behavior);
  if (isTurnedOff(behavior))
    findings.push(
      proven("key-groups-disabled", "TrustedKeyGroups has key groups, and its Enabled is false", { place }),
    );
  const { problem } = readPathPattern(behavior.pathPattern);
  if (problem !== undefined)
    findings.push(proven("path-pattern-invalid", `the path pattern ${problem}`, { place }));
  return findings;
}

/** Whether a cache behavior names key groups and checks no signature. */
function isTurnedOff({ keyGroups, restricted }: DistributionBehavior): boolean {
  return !restricted && keyGroups.items.length > 0;
}

/** Without the URLs that are signed, only the owner knows which cache behaviors are open on purpose. */
function openFindings(
  distribution: Distribution,
  isAnyRestricted: boolean,
  hasUrls: boolean,
): DistributionFinding[] {
  if (!isRestricted(distribution)) {
    if (distribution.behaviors.some(isTurnedOff)) return [];
    return [
      found(
        "nothing-restricted",
        isAnyRestricted ? "possible" : "proven",
        "TrustedKeyGroups and TrustedSigners are turned off in every cache behavior",
        { place: placeOf(distribution) },
      ),
    ];
  }
  if (hasUrls) return [];
  return distribution.behaviors
    .filter((behavior) => !behavior.restricted && !isTurnedOff(behavior))
    .map((behavior) =>
      possible("behavior-open", "no signature is checked here, and other cache behaviors are restricted", {
        place: placeOf(distribution, behavior),
      }),
    );
}

/**
 * Cache behaviors behind one whose pattern ends in its only wildcard, a `*`, and matches all of their paths.
 * Other pairs of patterns are not compared, so that the time is in proportion to their number.
 */
function unreachableFindings(distribution: Distribution): DistributionFinding[] {
  const findings: DistributionFinding[] = [];
  const uncovered = new Map<string, DistributionBehavior>();
  for (const behavior of distribution.behaviors) {
    const { problem, rooted: pattern } = readPathPattern(behavior.pathPattern);
    if (problem !== undefined) continue;
    const earlier = findCovering(pattern, uncovered);
    if (earlier && earlier.restricted !== behavior.restricted) {
      const evidence = `${quote(earlier.pathPattern)} comes first, matches the same paths and is ${earlier.restricted ? "restricted" : "open"}`;
      findings.push(proven("behavior-unreachable", evidence, { place: placeOf(distribution, behavior) }));
    }
    // A covered pattern covers nothing that the earlier one does not cover as well.
    const wildcard = pattern.search(/[*?]/);
    if (!earlier && wildcard === pattern.length - 1 && pattern.endsWith("*"))
      uncovered.set(pattern.slice(0, -1), behavior);
  }
  return findings;
}

/**
 * The first cache behavior that matches all paths of a pattern. It has the longest prefix: behind a shorter
 * one, it would be covered itself.
 */
function findCovering(
  pattern: string,
  uncovered: ReadonlyMap<string, DistributionBehavior>,
): DistributionBehavior | undefined {
  for (let length = pattern.length; length > 0; length--) {
    const behavior = uncovered.get(pattern.slice(0, length));
    if (behavior) return behavior;
  }
  return undefined;
}
