import { namesOfQuery, parameterNames } from "cloudfront-sign-webcrypto/internals";
import { DistinctValues, FrequentValues, Sample, Timeline } from "./bounded.ts";
import type { FoundCause } from "./cause-search.ts";
import type { Client } from "./client-kind.ts";
import type { Denial } from "./denial.ts";
import type { LoggedRequest } from "./log-reader.ts";
import { pathPattern, redactedLine } from "./redaction.ts";

/** The values of a table. A value of which more than one in this many came is in it. */
const mostValues = 128;

/** The size of the table of addresses of a cause. With as many addresses, two in three are told apart. */
const mostAddresses = 65_536;

/** When something came. */
export class Period {
  count = 0;
  first: number = Number.POSITIVE_INFINITY;
  last: number = Number.NEGATIVE_INFINITY;

  add(time: number): void {
    this.count++;
    if (time < this.first) this.first = time;
    if (time > this.last) this.last = time;
  }
}

/** What requests can have in common. */
export type Trait = "path" | "client" | "key" | "country";

type Traits = Readonly<Record<Trait, string | undefined>>;

/** A table of the values of each trait. */
type ByTrait<Detail> = Readonly<Record<Trait, FrequentValues<Detail>>>;

const traits = ["path", "client", "key", "country"] as const;

function byTrait<Detail>(size: number, detailOf: () => Detail): ByTrait<Detail> {
  const table = (): FrequentValues<Detail> => new FrequentValues(size, detailOf);
  return { path: table(), client: table(), key: table(), country: table() };
}

/** Calls `see` with the detail of each value that a request has. */
function forEachTrait<Detail>(tables: ByTrait<Detail>, values: Traits, see: (detail: Detail) => void): void {
  for (const trait of traits) {
    const value = values[trait];
    const detail = value === undefined ? undefined : tables[trait].add(value);
    if (detail !== undefined) see(detail);
  }
}

/** The requests of one path, client, key or country. */
export interface Group {
  readonly allowed: Period;
  readonly denied: Period;
  /** Both together. */
  readonly timeline: Timeline;
}

const group = (): Group => ({ allowed: new Period(), denied: new Period(), timeline: new Timeline() });

/** The requests that one cause denied. */
export class DeniedTraffic extends Period {
  readonly timeline: Timeline = new Timeline();
  readonly addresses: DistinctValues = new DistinctValues(mostAddresses);
  /** The denials of viewers: not those of programs, and no more than two of an address. */
  readonly ofViewers: Timeline = new Timeline();
  /** The values of the denied requests, each with its denials of viewers. */
  readonly groups: ByTrait<Timeline> = byTrait(mostValues, () => new Timeline());
  /** How many requests each kind of client made. */
  readonly kinds: Map<Client["kind"], number> = new Map();
  readonly expiries: FrequentValues = new FrequentValues(mostValues, () => undefined);
  readonly signatures: FrequentValues<DistinctValues> = new FrequentValues(
    mostValues,
    () => new DistinctValues(512),
  );
  /** The seconds between the request and the moment that it missed. */
  readonly distance: Sample = new Sample();
  rewritten = 0;

  readonly cause: FoundCause;
  readonly example: string;

  constructor(cause: FoundCause, request: LoggedRequest, client: Client) {
    super();
    this.cause = cause;
    this.example = redactedLine(request, client);
  }

  addDenied(request: LoggedRequest, denial: Denial, client: Client, values: Traits): void {
    const { time, address = "", query } = request;
    this.add(time);
    this.timeline.add(time);
    const isOfViewer = this.addresses.add(address) <= 2 && client.kind !== "program";
    if (isOfViewer) this.ofViewers.add(time);
    forEachTrait(this.groups, values, (ofViewers) => {
      if (isOfViewer) ofViewers.add(time);
    });
    this.kinds.set(client.kind, (this.kinds.get(client.kind) ?? 0) + 1);
    if (denial.signature !== "") this.signatures.add(denial.signature.slice(0, 40))?.add(address);
    if (denial.expires !== undefined) this.expiries.add(String(denial.expires));
    const missed = this.cause.id === "not-yet-valid" ? denial.starts : denial.expires;
    if (missed !== undefined) this.distance.add(Math.abs(Math.floor(time / 1000) - missed));
    if (isSorted(query)) this.rewritten++;
  }
}

/** All requests of a log. */
export class Traffic extends Period {
  readonly timeline: Timeline = new Timeline();
  /** The requests that were allowed or denied, by what they have in common. */
  readonly groups: ByTrait<Group> = byTrait(mostValues * 2, group);
  readonly denied: Period = new Period();
  /** The statuses of errors that may be denials, if they are not that of denials. */
  readonly deniedElsewhere: FrequentValues = new FrequentValues(mostValues, () => undefined);
  readonly causes: Map<string, DeniedTraffic> = new Map();
  allowed = 0;
  signed = 0;
  withCookies = 0;
  /** Signed requests that were allowed, and those of them whose query looks sorted. */
  allowedSigned = 0;
  allowedByUrl = 0;
  allowedRewritten = 0;

  addAllowed(request: LoggedRequest, client: Client): void {
    const { time, query, cookies } = request;
    this.allowed++;
    const keyPairId = keyPairIdIn(query, cookies);
    forEachTrait(this.groups, traitsOf(request, client, keyPairId), ({ allowed, timeline }) => {
      allowed.add(time);
      timeline.add(time);
    });
    if (keyPairId === undefined) return;
    this.allowedSigned++;
    if (query.includes("Key-Pair-Id=")) this.allowedByUrl++;
    if (isSorted(query)) this.allowedRewritten++;
  }

  addDenied(request: LoggedRequest, denial: Denial, client: Client, cause: FoundCause): void {
    const { time } = request;
    this.denied.add(time);
    const values = traitsOf(request, client, denial.keyPairId || undefined);
    forEachTrait(this.groups, values, ({ denied, timeline }) => {
      denied.add(time);
      timeline.add(time);
    });
    const traffic = this.causes.get(cause.id) ?? new DeniedTraffic(cause, request, client);
    this.causes.set(cause.id, traffic);
    traffic.addDenied(request, denial, client, values);
  }

  /** Counts a request, whatever came of it: errors of an origin and redirects are neither allowed nor denied. */
  addRequest({ time, query, cookies }: LoggedRequest): void {
    this.add(time);
    this.timeline.add(time);
    if (cookies !== undefined) this.withCookies++;
    if (keyPairIdIn(query, cookies) !== undefined) this.signed++;
  }

  /** The value of a trait that at least half of the allowed requests have. */
  usual(trait: Trait): string | undefined {
    const found = this.groups[trait].sorted().find(({ detail }) => detail.allowed.count * 2 >= this.allowed);
    return found?.detail.allowed.count === 0 ? undefined : found?.value;
  }
}

function traitsOf({ path, country }: LoggedRequest, client: Client, key: string | undefined): Traits {
  return { path: pathPattern(path), client: client.name, key, country };
}

function keyPairIdIn(query: string, cookies: string | undefined): string | undefined {
  const inQuery = query === "" ? undefined : /(?:^|&)Key-Pair-Id=([A-Z0-9]{1,40})/.exec(query)?.[1];
  if (inQuery !== undefined || cookies === undefined) return inQuery;
  return /CloudFront-Key-Pair-Id=([A-Z0-9]{1,40})/.exec(cookies)?.[1];
}

/** Whether a query looks as if something had sorted it: signers write their parameters behind all others. */
function isSorted(query: string): boolean {
  if (!query.includes("Signature=")) return false;
  const names = namesOfQuery(query);
  const isBehindOwn = parameterNames.includes(names.at(-1) ?? "");
  return !isBehindOwn && names.every((name, i) => i === 0 || name >= (names[i - 1] ?? ""));
}
