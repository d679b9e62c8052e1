import type { AnyAbortSignal } from "../options/abort-signal.ts";
import type { Duration } from "../policy/duration.ts";
import type { Instant } from "../policy/instant.ts";

/**
 * Who may use what is signed, and from when; and what ends the call. `dateGreaterThan`, `ipAddress` and `resource` throw when
 * they are `undefined`: a restriction that got lost would open access.
 */
export interface AccessRestrictions {
  /**
   * Start of access: a `Date`, an ISO 8601 date or time with its zone, or epoch seconds. A fraction of a second is
   * rounded up. Leave it out for "from now": `new Date()` denies the first second, and longer where a clock is
   * slow. It makes the policy a custom one.
   */
  readonly dateGreaterThan?: Instant;
  /**
   * IPv4 address or CIDR of the viewer as CloudFront sees it: a public one, not that of your load balancer. It cannot
   * restrict viewers who connect over IPv6, so turn IPv6 off for the distribution. It makes the policy a custom one.
   */
  readonly ipAddress?: string;
  /**
   * URL pattern that the policy covers, such as `https://cdn.example.com/course/42/*`; for a signed URL, if it is
   * not exactly the URL, which it must cover. `*` is any number of characters within its section (protocol, domain,
   * path, query): `/users/anna*` covers `/users/annabelle/`, too, so let nobody else choose a part of it. AWS documents a
   * `?` as the start of the query and as one character: prefer a pattern without one.
   */
  readonly resource?: string;
  /** Ends this call: it rejects with the reason of the signal. A remote key aborts its request, if it has begun one. */
  readonly signal?: AnyAbortSignal | undefined;
}

// In no other member of the unions below is there a `dateLessThan`: TypeScript then names it when it may be undefined.
/** A URL that expires at a given time. */
export interface SignUrlDateLessThan extends AccessRestrictions {
  /**
   * Expiry time: a `Date`, an ISO 8601 date or time with its zone, or epoch seconds. A fraction of a second is dropped.
   */
  readonly dateLessThan: Instant;
  /** Not with `dateLessThan`. */
  readonly expiresIn?: undefined;
  /** Not with `dateLessThan`. */
  readonly cacheWindow?: undefined;
  /** Not with `dateLessThan`. */
  readonly staggerWindows?: undefined;
  /** A ready policy stands alone. */
  readonly policy?: undefined;
}

/** A URL that expires some time from now. */
export interface SignUrlExpiresIn extends AccessRestrictions {
  /** Seconds until expiry (not milliseconds), or text such as `"90s"`, `"15m"`, `"1.5h"`, `"2w"`; for a film, past its end. */
  readonly expiresIn: Duration;
  /**
   * Rounds the expiry time **up** to the next multiple of this (seconds, or text such as `"1d"`), so that every call
   * within a window gives the same URL, which caches keep. Access lasts at least `expiresIn`, and less than both together.
   */
  readonly cacheWindow?: Duration | undefined;
  /**
   * Begins the windows of each resource at a moment of its own: the same one in every process, so that not all URLs change
   * at once. Without `cacheWindow` it changes nothing. Default `false`: all windows begin at the multiples of `cacheWindow`.
   */
  readonly staggerWindows?: boolean | undefined;
  /** A ready policy stands alone. */
  readonly policy?: undefined;
}

/** A ready policy, with all conditions. */
export interface ReadyPolicy {
  /** JSON text of a custom policy with one statement; validated, then signed byte for byte. */
  readonly policy: string;
  /** Not with `policy`. */
  readonly expiresIn?: undefined;
  /** Ends this call: it rejects with the reason of the signal. */
  readonly signal?: AnyAbortSignal | undefined;
}

/** Options of a signed URL. Pass exactly one of `expiresIn`, `dateLessThan` and `policy`; no other option goes with a `policy`. */
export type SignUrlOptions = ReadyPolicy | SignUrlDateLessThan | SignUrlExpiresIn;

/** Cookies that expire at a given time. */
export interface SignCookiesDateLessThan extends SignUrlDateLessThan {
  /**
   * URL pattern that is covered, `https://cdn.example.com/course/42/*`, or one URL: without `*` it covers no other, so
   * one that ends in `/` covers no file of the folder. Let nobody else choose a part of it.
   */
  readonly resource: string;
}

/** Cookies that expire some time from now. */
export interface SignCookiesExpiresIn extends SignUrlExpiresIn {
  /**
   * URL pattern that is covered, `https://cdn.example.com/course/42/*`, or one URL: without `*` it covers no other, so
   * one that ends in `/` covers no file of the folder. Let nobody else choose a part of it.
   */
  readonly resource: string;
}

/** Options of signed cookies: a `resource` with `expiresIn` or `dateLessThan`, or a ready `policy`. */
export type SignCookiesOptions = ReadyPolicy | SignCookiesDateLessThan | SignCookiesExpiresIn;

/** A grant that expires at a given time. */
export interface GrantDateLessThan extends SignCookiesDateLessThan {
  /**
   * ID of the grant: 1 to 64 letters, digits, `-` and `_`. The URLs of the grant have it as the parameter
   * `grant-id`, which is part of the signature, so that a CloudFront Function can deny this grant alone
   * (docs/revocation.md). It appears in logs: use a random ID, never the session token itself. `undefined`
   * throws.
   */
  readonly grantId?: string;
}

/** A grant that expires some time from now. */
export interface GrantExpiresIn extends SignCookiesExpiresIn {
  /**
   * ID of the grant: 1 to 64 letters, digits, `-` and `_`. The URLs of the grant have it as the parameter
   * `grant-id`, which is part of the signature, so that a CloudFront Function can deny this grant alone
   * (docs/revocation.md). It appears in logs: use a random ID, never the session token itself. `undefined`
   * throws.
   */
  readonly grantId?: string;
}

/** Options of a grant: the same as signed cookies, and an ID by which you can deny the grant before it expires. */
export type GrantOptions = ReadyPolicy | GrantDateLessThan | GrantExpiresIn;

/** All options but `grantId`. Those that restrict nothing count as left out when they are `undefined`. */
export const signOptionNames = [
  "dateLessThan",
  "expiresIn",
  "cacheWindow",
  "staggerWindows",
  "dateGreaterThan",
  "ipAddress",
  "resource",
  "policy",
  "signal",
] as const;

/** Options as they were given: nothing in them is checked yet. */
export type GivenOptions = { readonly [Name in (typeof signOptionNames)[number] | "grantId"]?: unknown };
