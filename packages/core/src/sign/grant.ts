import { refuseExpired, type SignedCookies, signedCookies } from "../cookie/signed-cookies.ts";
import { callable, fail } from "../errors.ts";
import type { PolicyStatement } from "../policy/policy.ts";
import { resourceMatcher } from "../url/resource-match.ts";
import { appendQuery, urlToSign } from "../url/signed-url.ts";
import type { UrlInput } from "../url/wire-form.ts";
import { boundTo as boundToId, grantIdName, namesGrantId } from "./grant-id.ts";
import type { PolicyOfOptions } from "./policy-of-options.ts";
import type { SignedPolicy } from "./policy-to-sign.ts";
import { describeMismatch } from "./resource.ts";

/**
 * One signature for every URL that its resource covers: ten thousand segments cost one RSA signature.
 *
 * @example
 * ```ts
 * import { createCloudFrontSigner } from "cloudfront-sign-webcrypto";
 *
 * const signer = createCloudFrontSigner({ keyPairId: "K2JCJMDEHXQW5F", privateKey: process.env.CLOUDFRONT_PRIVATE_KEY!, maxLifetime: "8h" });
 * const grant = await signer.grant({ resource: "https://d111111abcdef8.cloudfront.net/course/42/*", expiresIn: "4h" });
 * console.log(grant.covers("https://d111111abcdef8.cloudfront.net/course/43/segment-1.ts")); // false
 * ```
 */
export interface Grant {
  /**
   * Adds the grant's parameters to a URL. It is synchronous and does no cryptography.
   *
   * @param url the absolute URL, with its query; a fragment is put after the signature
   * @returns the signed URL
   * @throws `ERR_RESOURCE_MISMATCH` when the resource does not cover the URL; `ERR_URL_INVALID`,
   * `ERR_URL_TOO_LONG`, `ERR_URL_ALREADY_SIGNED` as `signer.signUrl`, the last one also for a URL with
   * `grant-id` in its query, if the grant has an ID; `ERR_DATE_PAST` when the grant has expired.
   */
  signUrl(url: UrlInput): string;
  /**
   * Tells whether `signUrl` accepts a URL. Never throws.
   *
   * @param url the URL
   * @returns `true` if the resource covers it
   */
  covers(url: UrlInput): boolean;
  /**
   * The parameters alone, `Policy=…&Signature=…&Key-Pair-Id=…`, for players that append them to every
   * request; with `grantId` in front: `grant-id=…&Policy=…`. Nothing but the signing parameters may follow
   * an ID.
   */
  readonly query: string;
  /**
   * The same grant as signed cookies.
   *
   * @throws `ERR_OPTION_CONFLICT` for a grant with `grantId`: cookies cannot carry an ID.
   */
  readonly cookies: SignedCookies;
  /** What the grant covers: a URL or a pattern in wire form, without the ID. */
  readonly resource: string;
  /** Expiry time, from which on `signUrl` throws: make a new grant before, in a server for each request. */
  readonly expiresAt: Date;
}

/** The grant of a signature. `boundTo` is the ID that its policy is bound to, and what it covers without the ID. */
export function createGrant(
  signed: SignedPolicy,
  boundTo: PolicyOfOptions["boundTo"],
  clock: (() => Date) | undefined,
): Grant {
  let { query, resource } = signed;
  const isSignedCovered = resourceMatcher(resource);
  let isCovered = isSignedCovered;
  if (boundTo !== undefined) {
    const parameter = `${grantIdName}=${boundTo.id}`;
    query = `${parameter}&${query}`;
    resource = boundTo.resource;
    const isCoveredWithout = resourceMatcher(resource);
    // With the ID, a URL without a query has one.
    isCovered = (href) =>
      isCoveredWithout(href) &&
      !namesGrantId(href) &&
      isSignedCovered(appendQuery({ href, fragment: "" }, parameter));
  }
  let isInTime = false;
  const checkTime = () => {
    if (isInTime) return;
    refuseExpired("grant", signed.dateLessThan, clock);
    // Until other code runs: for the many URLs of a playlist, a clock would cost an eighth of the time.
    isInTime = true;
    void Promise.resolve().then(() => {
      isInTime = false;
    });
  };
  const grant = {
    // More than the interface has, for what JavaScript can pass. Array.map passes a number.
    signUrl: callable((url: UrlInput, options?: unknown) => {
      if (typeof options === "object" && options !== null) refuseOptions();
      const target = urlToSign(url);
      if (!isCovered(target.href)) refuseUncovered(target.href, boundTo !== undefined);
      checkTime();
      return appendQuery(target, query);
    }),
    covers(url: UrlInput) {
      try {
        const target = urlToSign(url);
        return isCovered(target.href) && appendQuery(target, query) !== "";
      } catch {
        return false;
      }
    },
    query,
    resource,
    expiresAt: new Date(signed.dateLessThan * 1000),
  };
  // Not enumerable, so that a copy of the grant does not throw.
  if (boundTo !== undefined) Object.defineProperty(grant, "cookies", { get: refuseCookies });
  return Object.freeze(
    boundTo === undefined ? { ...grant, cookies: signedCookies(signed, clock) } : grant,
  ) as Grant;
}

/**
 * The grant of parameters that a viewer has, with the statement of their policy. `query` has nothing else in it, in the
 * order of {@link SignedPolicy.query}.
 */
export function receivedGrant(
  text: string,
  { resource, dateLessThan }: PolicyStatement,
  query: string,
  clock: (() => Date) | undefined,
): Grant {
  return createGrant({ kind: "custom", text, resource, dateLessThan, query }, boundToId(resource), clock);
}

function refuseOptions(): never {
  return fail(
    "ERR_OPTION_INVALID",
    "options",
    "each URL of a grant has the options of the grant; make another grant for other options, or write signer.signUrl(url, options)",
  );
}

function refuseUncovered(href: string, hasId: boolean): never {
  if (hasId && namesGrantId(href))
    fail(
      "ERR_URL_ALREADY_SIGNED",
      "url",
      `has ${grantIdName} in its query, which this grant adds itself; leave it out`,
    );
  return fail(
    "ERR_RESOURCE_MISMATCH",
    "url",
    `is not covered by the signed resource: ${describeMismatch(href)}`,
  );
}

function refuseCookies(): never {
  return fail(
    "ERR_OPTION_CONFLICT",
    "grantId",
    "is a parameter of URLs, which signed cookies cannot carry; use grant.signUrl(url) or grant.query, or make a grant without grantId for cookies",
  );
}
