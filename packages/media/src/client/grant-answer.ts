import { describeType, limits, memberOf, namesHost } from "cloudfront-sign-webcrypto/internals";
import { loadFailure } from "./load-failure.ts";

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
  const [resource, query, cookies, expiresAt, now] = (
    ["resource", "query", "cookies", "expiresAt", "now"] as const
  ).map((name: keyof GrantAnswer) => memberOf(answer, name));
  if (typeof answer !== "object" || answer === null)
    return refuseAnswer(`is ${describeType(answer)}; answer as grantHandler does`);
  if (typeof resource !== "string" || resource.length > limits.longestUrl || !namesHost(resource))
    return refuseAnswer(
      "has a resource that is not text, is too long, or covers hosts that are not yours; send grant.resource, with https:// and the host",
    );
  const isByQuery = cookies === undefined && isGrantQuery(query);
  if (!isByQuery && (cookies !== true || query !== undefined))
    return refuseAnswer(
      "needs either the query of a grant or cookies; send grant.query unchanged, or set cookies and send true",
    );
  const lifetime = timeOf(expiresAt) - timeOf(now);
  if (!(lifetime > 0))
    return refuseAnswer("has no expiresAt that is after its now; send both as ISO 8601 dates, as in JSON");
  // By the clock of the device, which may be ahead of the server's.
  if (Number.isNaN(new Date(Date.now() + lifetime).getTime()))
    return refuseAnswer("has an expiresAt that is later than any Date; send the expiry time of the grant");
  return { resource, query: query as string | undefined, lifetime };
}

function isGrantQuery(query: unknown): boolean {
  return typeof query === "string" && query.length <= limits.longestUrl && isSignedQuery.test(query);
}

function timeOf(value: unknown): number {
  return typeof value === "string" || value instanceof Date ? new Date(value).getTime() : Number.NaN;
}

function refuseAnswer(problem: string): never {
  throw loadFailure(`its answer ${problem}`);
}
