import type { AbortSignalLike } from "../options/abort-signal.ts";
import type { Duration } from "../policy/duration.ts";
import type { Instant } from "../policy/instant.ts";

/**
 * Access ends some time from now; who may use the resource, and from when.
 *
 * `dateGreaterThan`, `ipAddress` and `resource` throw when they are `undefined`: a restriction that got lost would
 * open access.
 */
export interface RelativeTerms {
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
  /** Not with `expiresIn`. */
  readonly dateLessThan?: undefined;
  /** A ready policy stands alone. */
  readonly policy?: undefined;
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
  readonly signal?: AbortSignalLike | undefined;
}

/** Access ends at a given time; the rest is as in {@link RelativeTerms}. */
export interface AbsoluteTerms
  extends Pick<RelativeTerms, "policy" | "dateGreaterThan" | "ipAddress" | "resource" | "signal"> {
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
}

/**
 * What a signed URL allows: exactly one of `expiresIn` ({@link RelativeTerms}), `dateLessThan`
 * ({@link AbsoluteTerms}) and `policy`, which excludes all other terms.
 */
// RelativeTerms is the last one: TypeScript explains the last member that does not fit.
export type UrlTerms =
  | {
      /** JSON text of a custom policy with one statement; validated, then signed byte for byte. */
      readonly policy: string;
      /** Not with `policy`. */
      readonly dateLessThan?: undefined;
      /** Not with `policy`. */
      readonly expiresIn?: undefined;
      /** Ends this call: it rejects with the reason of the signal. */
      readonly signal?: AbortSignalLike | undefined;
    }
  | AbsoluteTerms
  | RelativeTerms;

/** What signed cookies allow: {@link AbsoluteTerms} or {@link RelativeTerms} of a resource, or a ready `policy`. */
export type ResourceTerms =
  | Extract<UrlTerms, { readonly policy: string }>
  | ((AbsoluteTerms | RelativeTerms) & {
      /**
       * URL pattern that is covered, `https://cdn.example.com/course/42/*`, or one URL: without `*` it covers no other, so
       * one that ends in `/` covers no file of the folder. Let nobody else choose a part of it.
       */
      readonly resource: string;
    });

/** What a grant allows: {@link ResourceTerms}, and an ID, by which the grant can be denied before it expires. */
export type GrantTerms =
  | Extract<UrlTerms, { readonly policy: string }>
  | (Exclude<ResourceTerms, { readonly policy: string }> & {
      /**
       * ID of the grant: 1 to 64 letters, digits, `-` and `_`. The URLs of the grant have it as the parameter
       * `grant-id`, which is part of the signature, so that a CloudFront Function can deny this grant alone
       * (docs/revocation.md). It appears in logs: use a random ID, never the session token itself. `undefined`
       * throws.
       */
      readonly grantId?: string;
    });

/** All terms but `grantId`. Those that restrict nothing count as left out when they are `undefined`. */
export const termNames = [
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

/** Terms as they were given: nothing in them is checked yet. */
export type GivenTerms = { readonly [Name in (typeof termNames)[number] | "grantId"]?: unknown };
