import { readPathPattern } from "cloudfront-sign-webcrypto/internals";
import { found, possible, proven } from "../findings/finding.ts";
import type { DistributionBehavior } from "./cache-behavior.ts";
import type { Distribution } from "./distribution.ts";
import type { DistributionFinding } from "./finding-table.ts";
import { quote } from "./quote.ts";
import type { Route } from "./routes.ts";
import { placeOf, type Setup } from "./setup.ts";

type PathPattern = ReturnType<typeof readPathPattern>;

/** Which distributions answer, which cache behaviors are open, and which never get a request. */
export function restrictionFindings({ inventory, distributions, routes }: Setup): DistributionFinding[] {
  const isAnyRestricted = distributions.some(isRestricted);
  return [
    ...disabledFindings(inventory.distributions),
    ...distributions.flatMap((distribution) => [
      ...distribution.behaviors.flatMap((behavior) => behaviorFindings(distribution, behavior)),
      ...unreachableFindings(distribution),
      ...openFindings(distribution, isAnyRestricted, routes),
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

/**
 * Only the owner knows which cache behaviors are open on purpose. One whose paths are all in another pattern is taken as
 * an exception to it, if URLs show what is signed.
 */
function openFindings(
  distribution: Distribution,
  isAnyRestricted: boolean,
  routes: readonly Route[],
): DistributionFinding[] {
  const { behaviors } = distribution;
  if (!isRestricted(distribution)) {
    if (behaviors.some(isTurnedOff)) return [];
    return [
      found(
        "nothing-restricted",
        isAnyRestricted ? "possible" : "proven",
        "TrustedKeyGroups and TrustedSigners are turned off in every cache behavior",
        { place: placeOf(distribution) },
      ),
    ];
  }
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
      return possible(
        "behavior-open",
        `it comes before ${quote(opened.pathPattern)}, and matches some of the same paths`,
        {
          place,
          summary: "The cache behavior is open, and takes requests of a restricted one.",
          fix: "If a private file matches both path patterns, move the restricted cache behavior up, above the open one (Behaviors tab).",
        },
      );
    return hasUrls
      ? []
      : possible("behavior-open", "no signature is checked here, and other cache behaviors are restricted", {
          place,
        });
  });
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

/** Cache behaviors behind one whose pattern matches all of their paths. */
function unreachableFindings(distribution: Distribution): DistributionFinding[] {
  const earlier: { readonly behavior: DistributionBehavior; readonly pattern: PathPattern }[] = [];
  return distribution.behaviors.flatMap((behavior) => {
    const pattern = readPathPattern(behavior.pathPattern);
    if (pattern.problem !== undefined) return [];
    const first = earlier.find((one) => one.pattern.covers(pattern.rooted))?.behavior;
    earlier.push({ behavior, pattern });
    if (first === undefined || first.restricted === behavior.restricted) return [];
    const evidence = `${quote(first.pathPattern)} comes first, matches the same paths and is ${first.restricted ? "restricted" : "open"}`;
    return proven("behavior-unreachable", evidence, { place: placeOf(distribution, behavior) });
  });
}
