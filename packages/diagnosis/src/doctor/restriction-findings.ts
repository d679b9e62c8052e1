import { readPathPattern } from "cloudfront-sign-webcrypto/internals";
import type { DistributionBehavior } from "./cache-behavior.ts";
import type { Distribution } from "./distribution.ts";
import { type Finding, possible, proven } from "./finding.ts";
import type { Setup } from "./setup.ts";

/** Which distributions answer, which cache behaviors are open, and which never get a request. */
export function restrictionFindings({ inventory, distributions, hasUrls }: Setup): Finding[] {
  const isAnyRestricted = distributions.some(isRestricted);
  return [
    ...disabledFindings(inventory.distributions),
    ...distributions.flatMap((distribution) => [
      ...stateFindings(distribution),
      ...distribution.behaviors.flatMap((behavior) => behaviorFindings(distribution, behavior)),
      ...unreachableFindings(distribution),
      ...openFindings(distribution, isAnyRestricted, hasUrls),
    ]),
  ];
}

function disabledFindings(distributions: readonly Distribution[]): Finding[] {
  const disabledFinding = distributions.some(({ enabled }) => enabled) ? possible : proven;
  return distributions
    .filter(({ enabled }) => !enabled)
    .map((distribution) =>
      disabledFinding("distribution-disabled", "distribution-not-enabled", distribution),
    );
}

function isRestricted({ behaviors }: Distribution): boolean {
  return behaviors.some(({ restricted }) => restricted);
}

function stateFindings(distribution: Distribution): Finding[] {
  if (distribution.status !== "InProgress") return [];
  return [possible("distribution-in-progress", "deployment-in-progress", distribution)];
}

function behaviorFindings(distribution: Distribution, behavior: DistributionBehavior): Finding[] {
  const findings: Finding[] = [];
  if (isTurnedOff(behavior))
    findings.push(proven("key-groups-disabled", "key-groups-not-enabled", distribution, behavior));
  const { problem } = readPathPattern(behavior.pathPattern);
  if (problem !== undefined) {
    const evidence = { kind: "path-pattern", problem } as const;
    findings.push(proven("path-pattern-invalid", evidence, distribution, behavior));
  }
  return findings;
}

/** Whether a cache behavior names key groups and checks no signature. */
function isTurnedOff({ keyGroups, restricted }: DistributionBehavior): boolean {
  return !restricted && keyGroups.items.length > 0;
}

/** Without the URLs that are signed, only the owner knows which cache behaviors are open on purpose. */
function openFindings(distribution: Distribution, isAnyRestricted: boolean, hasUrls: boolean): Finding[] {
  if (!isRestricted(distribution)) {
    if (distribution.behaviors.some(isTurnedOff)) return [];
    const openFinding = isAnyRestricted ? possible : proven;
    return [openFinding("nothing-restricted", "no-restricted-behavior", distribution)];
  }
  if (hasUrls) return [];
  return distribution.behaviors
    .filter((behavior) => !behavior.restricted && !isTurnedOff(behavior))
    .map((behavior) => possible("behavior-open", "other-behaviors-restricted", distribution, behavior));
}

/**
 * Cache behaviors behind one whose pattern ends in its only wildcard, a `*`, and matches all of their paths.
 * Other pairs of patterns are not compared, so that the time is in proportion to their number.
 */
function unreachableFindings(distribution: Distribution): Finding[] {
  const findings: Finding[] = [];
  const uncovered = new Map<string, DistributionBehavior>();
  for (const behavior of distribution.behaviors) {
    const { problem, rooted: pattern } = readPathPattern(behavior.pathPattern);
    if (problem !== undefined) continue;
    const earlier = findCovering(pattern, uncovered);
    if (earlier && earlier.restricted !== behavior.restricted) {
      const { pathPattern, restricted } = earlier;
      const evidence = {
        kind: "covered-by-pattern",
        pattern: pathPattern,
        isRestricted: restricted,
      } as const;
      findings.push(proven("behavior-unreachable", evidence, distribution, behavior));
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
