import type { CloudFrontFindingId } from "../checks/entries.ts";
import type { Timeline } from "./bounded.ts";
import type { FoundPattern } from "./patterns.ts";
import type { DeniedTraffic, Traffic, Trait } from "./traffic.ts";

/** Why a cause stands out, though it is a small part of all requests. */
export interface Outstanding {
  /** What its requests have in common; `undefined` if it is all traffic that is compared. */
  readonly trait: Trait | undefined;
  readonly value: string | undefined;
  /** The part of the requests with this value, from 0 to 1. */
  readonly share: number | undefined;
  /** When it began, in epoch milliseconds. */
  readonly since: number | undefined;
}

/** The denials of viewers that count: of ten viewers or more, since each counts at most twice. */
const leastDenials = 20;

/** The part of a path's, a client's or a key's requests that no healthy traffic has. */
const largeShare = 0.2;

/** How many times as frequent denials are after a sudden start. */
const steepness = 10;

/** Causes by which CloudFront does what it is configured for: a part of a path may always be denied. */
const configured: readonly CloudFrontFindingId[] = [
  "no-credentials",
  "preflight-without-cookies",
  "country-blocked",
  "edge-function-answered",
  "blocked-before-signing",
];

/** What is compared apart. A country is not: it has no part in what breaks a signature. */
const comparedTraits = ["path", "key", "client"] as const;

/**
 * Compares the denials of viewers with the requests of the same path, key or client: they stand out by a large part of
 * these, or by a sudden start.
 */
export function outstandingIn(
  denied: DeniedTraffic,
  all: Traffic,
  found: FoundPattern | undefined,
): Outstanding | undefined {
  const pattern = found?.pattern;
  // CloudFront denies these as it should.
  if (pattern === "shared-link" || pattern === "programs") return undefined;
  if (denied.ofViewers.total < leastDenials) return undefined;
  const groups = comparedTraits.flatMap((trait) => {
    const { missed } = all.groups[trait];
    return denied.groups[trait].sorted().flatMap(({ value, count, detail: ofViewers }) => {
      const group = all.groups[trait].get(value);
      if (group === undefined || ofViewers.total < leastDenials) return [];
      // A count may be too low by those that are missed: that makes no alarm.
      const requests = group.allowed.count + group.denied.count + missed;
      return [{ trait, value, ofViewers, group, requests, share: count / requests }];
    });
  });
  if (!configured.includes(denied.cause.id)) {
    const large = groups.filter(
      ({ ofViewers, group, requests }) => ofViewers.total >= largeShare * requests && group.allowed.count > 0,
    );
    const [largest] = large.sort((one, other) => other.ofViewers.total - one.ofViewers.total);
    if (largest) {
      const { trait, value, share } = largest;
      return { trait, value, share, since: undefined };
    }
  }
  // Links that expire together always begin to be denied suddenly.
  if (pattern === "bulk-mail") return undefined;
  const since = suddenStart(denied.ofViewers, all.timeline, all.timeline);
  if (since !== undefined) return { trait: undefined, value: undefined, share: undefined, since };
  for (const { trait, value, ofViewers, group } of groups) {
    const start = suddenStart(ofViewers, group.timeline, all.timeline);
    if (start !== undefined) return { trait, value, share: undefined, since: start };
  }
  return undefined;
}

/** The time from which on denials are a much larger part of the requests than before. */
function suddenStart(denials: Timeline, requests: Timeline, all: Timeline): number | undefined {
  const counts = denials.countsIn(all);
  const ofAll = requests.countsIn(all);
  const sum = (numbers: readonly number[]): number => numbers.reduce((before, one) => before + one, 0);
  let [deniedBefore, before] = [0, 0];
  const [denied, total] = [sum(counts), sum(ofAll)];
  let start: { readonly bin: number; readonly lead: number } | undefined;
  for (const [i, count] of counts.entries()) {
    const deniedAfter = denied - deniedBefore;
    // What would have come before if the part had always been that of after.
    const expected = (deniedAfter * before) / Math.max(total - before, 1);
    const lead = expected - steepness * deniedBefore;
    if (deniedAfter >= leastDenials && lead >= leastDenials && lead > (start?.lead ?? 0))
      start = { bin: i, lead };
    deniedBefore += count;
    before += ofAll[i] ?? 0;
  }
  return start && (all.first + start.bin) * all.width;
}
