import { fail } from "../errors.ts";
import { readOptions } from "../options/read-options.ts";
import { ipv4Cidr } from "../policy/ip-address.ts";
import { parsePolicy } from "../policy/parse-policy.ts";
import type { PolicyTerms } from "../policy/policy.ts";
import { type Duration, durationSeconds, epochSeconds, type Instant } from "../policy/time.ts";
import { resourceCovers } from "../url/resource-match.ts";
import { wireResource } from "../url/resource-pattern.ts";
import { exactResource, policyFor } from "./policy-for.ts";
import type { Policy } from "./signed-policy.ts";

/** When access ends: exactly one of `dateLessThan` and `expiresIn`. */
export type End =
  | {
      /** End of access. A fraction of a second is dropped. */
      readonly dateLessThan: Instant;
      readonly expiresIn?: never;
      readonly cacheWindow?: never;
      readonly windowOffset?: never;
    }
  | ({
      /** End of access, from now. */
      readonly expiresIn: Duration;
      readonly dateLessThan?: never;
    } & CacheWindow);

/** With what `expiresIn` goes. */
export type CacheWindow =
  | {
      /**
       * Rounds the end **up** to the next multiple of this, so that every call within a window gives the same
       * URL and caches hit; `expiresIn` stays the least that is granted.
       */
      readonly cacheWindow?: Duration;
      readonly windowOffset?: never;
    }
  | {
      readonly cacheWindow: Duration;
      /**
       * Where the windows begin: `"resource"` gives each resource its own moments, the same ones in every
       * process, so that not all URLs change at once. Without it, at the multiples of `cacheWindow`.
       */
      readonly windowOffset?: "resource";
    };

/** Who may use it, and from when. Either makes the policy a custom one. */
export interface Restrictions {
  readonly policy?: never;
  /** Start of access; a fraction of a second is rounded up. */
  readonly dateGreaterThan?: Instant;
  /**
   * IPv4 address or CIDR of the viewer. Turn IPv6 off for the distribution: a viewer who comes over IPv6 can
   * never match.
   */
  readonly ipAddress?: string;
}

/** A ready custom policy, which excludes everything else. */
export interface ReadyPolicy {
  /** JSON text of a custom policy with one statement; validated, then signed as it is, to the byte. */
  readonly policy: string;
  readonly dateLessThan?: never;
  readonly expiresIn?: never;
  readonly cacheWindow?: never;
  readonly windowOffset?: never;
  readonly dateGreaterThan?: never;
  readonly ipAddress?: never;
  readonly resource?: never;
}

/** What a signed URL allows. */
export type UrlTerms =
  | (End &
      Restrictions & {
        /**
         * URL pattern that the policy covers, if not exactly the URL: `*` is any number of characters, `?` is
         * one, each within its own section (protocol, domain, path, query). It must cover the URL.
         */
        readonly resource?: string;
      })
  | ReadyPolicy;

/** What signed cookies or a grant allow. */
export type ResourceTerms =
  | (End &
      Restrictions & {
        /** URL, or URL pattern with `*` and `?`, that is covered: `https://cdn.example.com/course/42/*`. */
        readonly resource: string;
      })
  | ReadyPolicy;

const termNames = [
  "dateLessThan",
  "expiresIn",
  "cacheWindow",
  "windowOffset",
  "dateGreaterThan",
  "ipAddress",
  "resource",
  "policy",
] as const;

/** The policy that terms ask for, at `now` in milliseconds, for one URL in wire form or for a resource. */
export function policyOfTerms(given: UrlTerms | ResourceTerms, now: number, href?: string): Policy {
  const terms = readOptions("terms", given, termNames);
  for (const name of Object.keys(terms) as (keyof typeof terms)[]) {
    if (terms[name] === undefined) fail("ERR_OPTION_INVALID", name, "is undefined; leave it out");
    if ("policy" in terms && name !== "policy")
      fail("ERR_OPTION_CONFLICT", name, "cannot stand beside policy");
  }
  const { policy } = terms;
  const read = policy === undefined ? readTerms(terms, now, href) : parsePolicy(policy);
  // A ready policy's own resource may be anything; one without a protocol, unless it starts with a wildcard,
  // covers nothing.
  if (
    href === undefined ? !/^(\*|http(s|\*)?:\/\/)/.test(read.resource) : !resourceCovers(read.resource, href)
  ) {
    fail("ERR_RESOURCE_MISMATCH", "resource", "does not cover the URL in protocol, domain, path or query");
  }
  return policyFor(read, now, href, policy);
}

function readTerms(terms: UrlTerms | ResourceTerms, now: number, href: string | undefined): PolicyTerms {
  const { dateGreaterThan, ipAddress } = terms;
  const resource =
    terms.resource !== undefined
      ? wireResource(terms.resource)
      : exactResource(
          href ??
            fail(
              "ERR_OPTION_MISSING",
              "resource",
              "expected a pattern such as https://cdn.example.com/videos/*",
            ),
        );
  return {
    resource,
    dateLessThan: endSeconds(terms, now, resource),
    dateGreaterThan:
      dateGreaterThan === undefined ? undefined : epochSeconds("dateGreaterThan", dateGreaterThan, Math.ceil),
    ipAddress: ipAddress === undefined ? undefined : ipv4Cidr(ipAddress),
  };
}

function endSeconds(
  { dateLessThan, expiresIn, cacheWindow, windowOffset }: UrlTerms | ResourceTerms,
  now: number,
  resource: string,
): number {
  if ((dateLessThan === undefined) === (expiresIn === undefined))
    fail(
      `ERR_OPTION_${expiresIn === undefined ? "MISSING" : "CONFLICT"}`,
      "dateLessThan",
      "expected either dateLessThan or expiresIn",
    );
  if (windowOffset !== undefined) {
    if (cacheWindow === undefined) fail("ERR_OPTION_CONFLICT", "windowOffset", "needs cacheWindow");
    if (windowOffset !== "resource") fail("ERR_OPTION_INVALID", "windowOffset", 'expected "resource"');
  }
  if (dateLessThan !== undefined) {
    if (cacheWindow !== undefined) fail("ERR_OPTION_CONFLICT", "cacheWindow", "needs expiresIn");
    return epochSeconds("dateLessThan", dateLessThan, Math.floor);
  }
  const end = now / 1000 + durationSeconds("expiresIn", expiresIn);
  if (cacheWindow === undefined) return Math.floor(end);
  const window = durationSeconds("cacheWindow", cacheWindow);
  const offset = windowOffset ? fnv1a(resource) % window : 0;
  return Math.ceil((end - offset) / window) * window + offset;
}

/** The FNV-1a hash of text in wire form, 32 bits: quick, and the same everywhere. */
function fnv1a(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}
