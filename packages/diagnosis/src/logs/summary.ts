import type { CloudFrontFinding } from "../explain/finding.ts";
import type { FrequentValues } from "./bounded.ts";
import { deniedElsewhere, grouped, missingOf, type Reading } from "./missing.ts";
import { type Outstanding, outstandingIn } from "./outstanding.ts";
import { type AccessLogPattern, dominant, type FoundPattern, findPattern } from "./patterns.ts";
import type { DeniedTraffic, Traffic, Trait } from "./traffic.ts";

/** What an access log says about denials. */
export interface AccessLogDiagnosis {
  /** The answer in one sentence. */
  readonly sentence: string;
  /**
   * Whether the log could be read, and no cause stands out: some links expire, and some bots ask without a signature.
   */
  readonly isHealthy: boolean;
  /** The number of requests that could be read. */
  readonly requests: number;
  /** The number of requests that were denied. */
  readonly denied: number;
  /** The number of lines that could not be read. */
  readonly unreadable: number;
  /** The time of the first request. */
  readonly first: Date | undefined;
  /** The time of the last request. */
  readonly last: Date | undefined;
  /** The causes, the one that denies most users first. */
  readonly causes: readonly AccessLogCause[];
  /** The number of all requests in each bin of `seconds` seconds, from `start` on; the causes have the same bins. */
  readonly timeline:
    | { readonly start: Date; readonly seconds: number; readonly requests: readonly number[] }
    | undefined;
  /** What the log leaves out, and what to switch on. */
  readonly missing: readonly string[];
}

/** One cause of denials. */
export interface AccessLogCause
  extends Pick<CloudFrontFinding, "id" | "certainty" | "summary" | "evidence" | "fix"> {
  /** How many, since when, what they have in common, and the question that this raises. */
  readonly sentence: string;
  /** What makes it an incident that people know. */
  readonly pattern: AccessLogPattern | undefined;
  /** Whether it is more than what healthy traffic has. */
  readonly standsOut: boolean;
  /** The number of requests that it denied. */
  readonly count: number;
  /** The number of these divided by that of all requests, from 0 to 1. */
  readonly share: number;
  /** The time of the first of them. */
  readonly first: Date;
  /** The time of the last of them. */
  readonly last: Date;
  /** One request, without signature, query values, cookies and whole address. */
  readonly example: string;
  /** About the number of addresses that the requests came from. */
  readonly addresses: number;
  /** The most frequent path patterns, in which IDs are a `*`. */
  readonly paths: readonly AccessLogCount[];
  /** The most frequent key pair IDs. */
  readonly keyPairIds: readonly AccessLogCount[];
  /** Browsers, players, apps and programs by their `User-Agent`. */
  readonly clients: readonly AccessLogCount[];
  /** Codes of two letters, if the log has them. */
  readonly countries: readonly AccessLogCount[];
  /** The number of denied requests in each bin of the diagnosis. */
  readonly timeline: readonly number[];
}

/** How many requests have a value: at least `count`, and at most `count + missed`. */
export interface AccessLogCount {
  /** The value. */
  readonly value: string;
  /** The number of requests that were counted. */
  readonly count: number;
  /** The number of requests that may be missing in the count: 0 if it is exact. */
  readonly missed: number;
}

/** The values of a table that are shown. */
const mostShown = 5;

/** Puts what was counted into words. */
export function describeTraffic(all: Traffic, reading: Reading): AccessLogDiagnosis {
  const causes = [...all.causes.values()]
    .map((denied) => describeCause(denied, all))
    .sort((a, b) => rankOf(b) - rankOf(a) || b.count - a.count);
  const { timeline } = all;
  const doubt = doubtOf(all, reading);
  const isHealthy = all.count > 0 && doubt === undefined && !causes.some(({ standsOut }) => standsOut);
  const requests = timeline.countsIn(timeline);
  return {
    sentence: sentenceOf(all, causes, doubt),
    isHealthy,
    requests: all.count,
    denied: all.denied.count,
    unreadable: reading.unreadable,
    first: dateOf(all.first),
    last: dateOf(all.last),
    causes,
    timeline:
      all.count === 0
        ? undefined
        : { start: new Date(timeline.first * timeline.width), seconds: timeline.width / 1000, requests },
    missing: missingOf(all, reading),
  };
}

/** What denies users comes before what denies programs. */
function rankOf({ pattern, standsOut }: AccessLogCause): number {
  return (standsOut ? 2 : 0) + (pattern === "programs" ? 0 : 1);
}

function describeCause(denied: DeniedTraffic, all: Traffic): AccessLogCause {
  const found = findPattern(denied, all);
  const { id, certainty, summary, evidence } = found?.cause ?? denied.cause;
  const { count, first, last } = denied;
  const share = count / all.count;
  const isLarge = standsOut(count, share, found);
  const outstanding = isLarge ? undefined : outstandingIn(denied, all, found);
  return {
    id,
    certainty,
    summary,
    evidence,
    fix: found?.fix ?? denied.cause.fix,
    sentence: causeSentence(id, denied, all, found, outstanding),
    pattern: found?.pattern,
    standsOut: isLarge || outstanding !== undefined,
    count,
    share,
    first: new Date(first),
    last: new Date(last),
    example: denied.example,
    addresses: Math.min(count, denied.addresses.count),
    paths: shown(denied.groups.path),
    keyPairIds: shown(denied.groups.key),
    clients: shown(denied.groups.client),
    countries: shown(denied.groups.country),
    timeline: denied.timeline.countsIn(all.timeline),
  };
}

/** Every second request, one in a hundred, or twenty of those that no healthy traffic has. Bots may be more. */
function standsOut(count: number, share: number, found: FoundPattern | undefined): boolean {
  if (share >= 0.5) return true;
  if (found?.pattern === "programs") return count >= 5 && share >= 0.05;
  return count >= 5 && (share >= 0.01 || (count >= 20 && found?.isUsual === false));
}

function shown(table: FrequentValues<unknown>): AccessLogCount[] {
  const { missed } = table;
  return table
    .sorted()
    .slice(0, mostShown)
    .map(({ value, count }) => ({ value, count, missed }));
}

/** `412 × key not trusted since 09:10, all with key K2JCJMDEHXQW5F. Was it rotated too early?` */
function causeSentence(
  id: string,
  denied: DeniedTraffic,
  all: Traffic,
  found: FoundPattern | undefined,
  outstanding: Outstanding | undefined,
): string {
  const { groups, count } = denied;
  const isKeyOfInterest = id === "key-not-trusted" || all.groups.key.sorted().length > 1;
  const key = isKeyOfInterest ? dominant(groups.key, count, 0.5) : undefined;
  const part = key === dominant(groups.key, count) ? "all" : "most";
  const common = [
    outstanding && partOf(outstanding),
    key && outstanding?.trait !== "key" ? `${part} ${words.key} ${key}` : undefined,
    ...(["client", "country", "path"] as const).map((trait) => {
      // What nearly all denied requests have and most allowed ones do not.
      const value = dominant(groups[trait], count);
      const isTold = value === undefined || value === all.usual(trait) || trait === outstanding?.trait;
      return isTold ? undefined : `all ${words[trait]} ${value}`;
    }),
  ].filter((text) => text !== undefined);
  const when =
    whenOf(denied, all) || (outstanding?.since ? ` mostly since ${timeIn(all, outstanding.since)}` : "");
  const parts = [`${grouped(count)} × ${id.replaceAll("-", " ")}${when}`, ...common.slice(0, 2)];
  return `${parts.join(", ")}${found ? `. ${found.question}` : ""}`;
}

const words: Readonly<Record<Trait, string>> = {
  path: "for",
  client: "from",
  key: "with key",
  country: "from",
};

/** The requests with which a cause was compared. */
function partOf({ trait, value, share }: Outstanding): string | undefined {
  if (trait === undefined) return undefined;
  return share === undefined
    ? `${words[trait]} ${value}`
    : `${percent(share)} of the requests ${words[trait]} ${value}`;
}

/** Where the denials begin or end within the log. */
function whenOf({ first, last }: DeniedTraffic, all: Traffic): string {
  const edge = (all.last - all.first) / 20;
  const time = (moment: number): string => timeIn(all, moment);
  const [begins, ends] = [first - all.first > edge, all.last - last > edge];
  if (begins && ends) return ` from ${time(first)} to ${time(last)}`;
  return begins ? ` since ${time(first)}` : ends ? ` until ${time(last)}` : "";
}

/** A time, with its day if the log has several. */
function timeIn(all: Traffic, moment: number): string {
  const isOneDay = all.last - all.first < 86_400_000;
  return new Date(moment)
    .toISOString()
    .slice(isOneDay ? 11 : 0, 16)
    .replace("T", " ");
}

/** Why the log may hide denials; `undefined` if too few of its lines are in doubt. */
function doubtOf(all: Traffic, { unreadable, withoutStatus }: Reading): string | undefined {
  const { count, value, sign } = deniedElsewhere(all);
  const doubts: readonly (readonly [count: number, all: number, what: string])[] = [
    [unreadable + withoutStatus, unreadable + all.count, "lines cannot be read, or have no HTTP status"],
    [count, all.count, `requests had ${sign}, and got ${value}`],
  ];
  const found = doubts.find(([part, of]) => standsOut(part, part / of, undefined));
  return found && `Denials may be hidden: ${grouped(found[0])} of ${grouped(found[1])} ${found[2]}.`;
}

function sentenceOf(all: Traffic, causes: readonly AccessLogCause[], doubt: string | undefined): string {
  if (all.count === 0) return "The log has no request that can be read.";
  const [first] = causes;
  if (doubt !== undefined && !first?.standsOut) return doubt;
  const { count } = all.denied;
  if (count === 0) return `Nothing was denied: ${grouped(all.count)} requests.`;
  const part = `${grouped(count)} of ${grouped(all.count)} requests (${percent(count / all.count)}) were denied`;
  if (!first?.standsOut) return `Nothing stands out: ${part}.`;
  return first.count * 2 > count
    ? `${part}, most of them: ${first.sentence}`
    : `${part}. What stands out: ${first.sentence}`;
}

function dateOf(time: number): Date | undefined {
  return Number.isFinite(time) ? new Date(time) : undefined;
}

/** `3.1%`, and more digits for less than one. */
function percent(share: number): string {
  const value = share * 100;
  return `${value === 0 || value >= 10 ? Math.round(value) : Number(value.toPrecision(2))}%`;
}
