import type { Duration } from "../policy/duration.ts";
import type { Instant } from "../policy/instant.ts";

/** Access ends at a given time. */
export interface AbsoluteExpiry {
  /**
   * Expiry time: a `Date`, an ISO 8601 text with a time zone, or epoch seconds (whole seconds since 1970). A
   * fraction of a second of a `Date` is dropped.
   */
  readonly dateLessThan: Instant;
  /** Not with `dateLessThan`. */
  readonly expiresIn?: undefined;
  /** Not with `dateLessThan`. */
  readonly cacheWindow?: undefined;
  /** Not with `dateLessThan`. */
  readonly windowOffset?: undefined;
}

/** Access ends some time from now. */
export interface RelativeExpiry {
  /** Time until expiry, from now: whole seconds, or text such as `"90s"`, `"15m"`, `"6h"`, `"7d"`. */
  readonly expiresIn: Duration;
  /** Not with `expiresIn`. */
  readonly dateLessThan?: undefined;
}

/**
 * When access ends: exactly one of `dateLessThan` ({@link AbsoluteExpiry}) and `expiresIn` ({@link RelativeExpiry},
 * with {@link CacheWindow}).
 */
export type EndOfAccess = AbsoluteExpiry | (RelativeExpiry & CacheWindow);

/**
 * Rounds expiry times, so that signing a URL again gives the same signed URL. Use it with `expiresIn`.
 */
// The member without `cacheWindow` is the last one: TypeScript explains the last one that does not fit.
export type CacheWindow =
  | {
      /**
       * Rounds the expiry time **up** to the next multiple of this (whole seconds, or text such as `"1d"`), so
       * that every call within a window gives the same URL and caches hit. `expiresIn` stays the guaranteed
       * minimum.
       */
      readonly cacheWindow: Duration;
      /**
       * Where the windows begin: `"resource"` staggers the windows per resource, the same way in every
       * process, so that not all URLs change at once. Without it they begin at the multiples of
       * `cacheWindow`.
       */
      readonly windowOffset?: "resource" | undefined;
    }
  | {
      /** The same window (whole seconds, or text), or none. */
      readonly cacheWindow?: Duration | undefined;
      readonly windowOffset?: undefined;
    };

/**
 * Who may use the resource, and from when. Each of them makes the policy a custom one. `undefined` throws: a
 * restriction that got lost would open access.
 */
export interface PolicyRestrictions {
  /** A ready policy has its own restrictions. */
  readonly policy?: never;
  /**
   * Start of access: a `Date`, an ISO 8601 text with a time zone, or epoch seconds. A fraction of a second of a
   * `Date` is rounded up.
   */
  readonly dateGreaterThan?: Instant;
  /**
   * IPv4 address or CIDR of the viewer. It cannot restrict viewers who connect over IPv6, so turn IPv6 off
   * for the distribution.
   */
  readonly ipAddress?: string;
}

/** A custom policy that you wrote yourself. It excludes all other terms. */
export interface ReadyPolicy {
  /** JSON text of a custom policy with one statement; validated, then signed byte for byte. */
  readonly policy: string;
  /** Not with `policy`. */
  readonly dateLessThan?: undefined;
  /** Not with `policy`. */
  readonly expiresIn?: undefined;
  /** Not with `policy`. */
  readonly cacheWindow?: undefined;
  /** Not with `policy`. */
  readonly windowOffset?: undefined;
  /** Not with `policy`. */
  readonly dateGreaterThan?: never;
  /** Not with `policy`. */
  readonly ipAddress?: never;
  /** Not with `policy`. */
  readonly resource?: never;
}

/**
 * What a signed URL allows: {@link EndOfAccess}, {@link PolicyRestrictions} and {@link UrlResource}, or a
 * {@link ReadyPolicy}.
 */
export type UrlTerms = (EndOfAccess & PolicyRestrictions & UrlResource) | ReadyPolicy;

/** The resource of a signed URL. */
export interface UrlResource {
  /**
   * URL pattern that the policy covers, if not exactly the URL: `*` is any number of characters within its
   * section (protocol, domain, path, query). The first `?` starts the query. It must cover the URL.
   */
  readonly resource?: string;
}

/** The resource of signed cookies or of a grant. */
export interface PolicyResource {
  /** URL, or URL pattern with `*`, that is covered: `https://cdn.example.com/course/42/*`. */
  readonly resource: string;
}

/** A resource ({@link PolicyResource}), {@link EndOfAccess} and {@link PolicyRestrictions}. */
export type TermsOfResource = EndOfAccess & PolicyRestrictions & PolicyResource;

/** What signed cookies allow: {@link TermsOfResource}, or a {@link ReadyPolicy}. */
export type ResourceTerms = TermsOfResource | ReadyPolicy;

/** What a grant allows: {@link TermsOfResource} and {@link GrantIdTerms}, or a {@link ReadyPolicy}. */
export type GrantTerms = (TermsOfResource & GrantIdTerms) | (ReadyPolicy & { readonly grantId?: never });

/** The ID of a grant, by which it can be denied before it expires. */
export interface GrantIdTerms {
  /**
   * ID of the grant: 1 to 64 letters, digits, `-` and `_`. The URLs of the grant have it as the parameter
   * `grant-id`, which is part of the signature, so that a CloudFront Function can deny this grant alone
   * (docs/revocation.md). It appears in logs: use a random ID, never the session token itself. `undefined`
   * throws.
   */
  readonly grantId?: string;
}
