import { namesOfQuery, parameterNames } from "cloudfront-sign-webcrypto/internals";
import { DistinctValues, FrequentValues, Sample, Timeline } from "./bounded.ts";
import type { FoundCause } from "./cause-search.ts";
import type { Client } from "./client-kind.ts";
import type { Denial } from "./denial.ts";
import type { LoggedRequest } from "./log-reader.ts";
import { pathPattern, redactedLine } from "./redaction.ts";

/** The values of a table. A value of which more than one in this many came is in it. */
const mostValues = 128;

const nothing = (): undefined => undefined;
const values = (): FrequentValues => new FrequentValues(mostValues, nothing);

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

/** The requests of one key or of one client. */
export interface Outcomes {
  readonly allowed: Period;
  readonly denied: Period;
}

const outcomes = (): Outcomes => ({ allowed: new Period(), denied: new Period() });

/** The requests that one cause denied. */
export class DeniedTraffic extends Period {
  readonly timeline: Timeline = new Timeline();
  readonly addresses: DistinctValues = new DistinctValues(4096);
  readonly paths: FrequentValues = values();
  readonly keyPairIds: FrequentValues = values();
  readonly countries: FrequentValues = values();
  readonly clients: FrequentValues = values();
  /** How many requests each kind of client made. */
  readonly kinds: Map<Client["kind"], number> = new Map();
  readonly expiries: FrequentValues = values();
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

  addDenied(request: LoggedRequest, denial: Denial, client: Client): void {
    const { time, address = "", country, path, query } = request;
    this.add(time);
    this.timeline.add(time);
    this.addresses.add(address);
    this.paths.add(pathPattern(path));
    this.clients.add(client.name);
    this.kinds.set(client.kind, (this.kinds.get(client.kind) ?? 0) + 1);
    if (country !== undefined) this.countries.add(country);
    if (denial.keyPairId !== "") this.keyPairIds.add(denial.keyPairId);
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
  readonly keys: FrequentValues<Outcomes> = new FrequentValues(mostValues * 2, outcomes);
  readonly clients: Map<string, Outcomes> = new Map();
  readonly allowedCountries: FrequentValues = values();
  readonly allowedPaths: FrequentValues = values();
  readonly allowedClients: FrequentValues = values();
  readonly denied: Period = new Period();
  /** The statuses of errors that may be denials, if they are not that of denials. */
  readonly deniedElsewhere: FrequentValues = values();
  readonly causes: Map<string, DeniedTraffic> = new Map();
  allowed = 0;
  signed = 0;
  withCookies = 0;
  /** Signed requests that were allowed, and those of them whose query looks sorted. */
  allowedSigned = 0;
  allowedByUrl = 0;
  allowedRewritten = 0;

  addAllowed(request: LoggedRequest, client: Client): void {
    const { time, query, cookies, country } = request;
    this.allowed++;
    this.#outcomes(client).allowed.add(time);
    this.allowedPaths.add(pathPattern(request.path));
    this.allowedClients.add(client.name);
    const keyPairId = keyPairIdIn(query, cookies);
    if (country !== undefined) this.allowedCountries.add(country);
    if (keyPairId === undefined) return;
    this.allowedSigned++;
    if (query.includes("Key-Pair-Id=")) this.allowedByUrl++;
    if (isSorted(query)) this.allowedRewritten++;
    this.keys.add(keyPairId)?.allowed.add(time);
  }

  addDenied(request: LoggedRequest, denial: Denial, client: Client, cause: FoundCause): void {
    const { time } = request;
    this.denied.add(time);
    this.#outcomes(client).denied.add(time);
    if (denial.keyPairId !== "") this.keys.add(denial.keyPairId)?.denied.add(time);
    const traffic = this.causes.get(cause.id) ?? new DeniedTraffic(cause, request, client);
    this.causes.set(cause.id, traffic);
    traffic.addDenied(request, denial, client);
  }

  /** Counts a request, whatever came of it: errors of an origin and redirects are neither allowed nor denied. */
  addRequest({ time, query, cookies }: LoggedRequest): void {
    this.add(time);
    this.timeline.add(time);
    if (cookies !== undefined) this.withCookies++;
    if (keyPairIdIn(query, cookies) !== undefined) this.signed++;
  }

  #outcomes({ name }: Client): Outcomes {
    const known = this.clients.get(name) ?? outcomes();
    this.clients.set(name, known);
    return known;
  }
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
