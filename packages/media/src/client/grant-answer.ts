import { describeType, fail, longestUrl, memberOf, namesHost } from "cloudfront-sign-webcrypto/internals";

/** What the endpoint of `grantHandler` answers, and what a function given as `load` may return. */
export interface GrantAnswer {
  /** What the grant covers: `grant.resource`. Its host may be `*.example.com`, but not `*` or `*.cloudfront.net`. */
  readonly resource: string;
  /** Expiry time: `grant.expiresAt`, or that of cookies with a shorter `maxAge`, as a `Date` or as ISO 8601 text. */
  readonly expiresAt: string | Date;
  /** Time of the answer by the clock of the server, because the clock of the device may be wrong. */
  readonly now: string | Date;
  /** Parameters that sign requests: `grant.query`. */
  readonly query?: string | undefined;
  /** `true` instead of a query: the response has set the signed cookies. */
  readonly cookies?: true | undefined;
}

/** A checked answer. */
export interface NewGrant {
  readonly resource: string;
  /** `undefined` for cookies. */
  readonly query: string | undefined;
  /** Milliseconds from the answer to the expiry time. */
  readonly lifetime: number;
}

const isSignedQuery = /^(?:[\w.~-]+=[\w.~-]*&)*Signature=[\w~-]+(?:&[\w.~-]+=[\w.~-]*)*$/;

/** @throws `ERR_GRANT_LOAD_FAILED` that names the field at fault, and never shows its value. */
export function readGrantAnswer(answer: unknown): NewGrant {
  const read = (name: keyof GrantAnswer): unknown => memberOf(answer, name);
  const [resource, query, cookies] = [read("resource"), read("query"), read("cookies")];
  if (typeof answer !== "object" || answer === null)
    return refuseAnswer(`is ${describeType(answer)}; answer as grantHandler does`);
  if (typeof resource !== "string")
    return refuseAnswer(`has ${describeType(resource)} as resource; send grant.resource`);
  const isTooLong = resource.length > longestUrl;
  if (isTooLong || !namesHost(resource))
    return refuseAnswer(
      `has a resource that ${isTooLong ? "is too long" : "covers hosts that are not yours"}; start it with https:// and the name of the host`,
    );
  if (cookies !== undefined && cookies !== true)
    return refuseAnswer(`has ${describeType(cookies)} as cookies; send true, or leave it out`);
  if ((query === undefined) === (cookies === undefined))
    return refuseAnswer(
      "has to have either query or cookies; send grant.query, or set cookies and send true",
    );
  if (query !== undefined && !isGrantQuery(query))
    return refuseAnswer("has a query that is not that of a grant; send grant.query as it is");
  const lifetime = timeOf("expiresAt", read("expiresAt")) - timeOf("now", read("now"));
  if (lifetime <= 0) return refuseAnswer("has a grant that has ended: its expiresAt is not after its now");
  return { resource, query: query as string | undefined, lifetime };
}

function isGrantQuery(query: unknown): boolean {
  return typeof query === "string" && query.length <= longestUrl && isSignedQuery.test(query);
}

function timeOf(name: "expiresAt" | "now", value: unknown): number {
  const time = typeof value === "string" || value instanceof Date ? new Date(value).getTime() : Number.NaN;
  return Number.isNaN(time)
    ? refuseAnswer(`has no time as ${name}; send a date in ISO 8601, as JSON has it`)
    : time;
}

function refuseAnswer(problem: string): never {
  return fail("ERR_GRANT_LOAD_FAILED", "load", `its answer ${problem}`);
}
