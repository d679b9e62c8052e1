import { type SignedCookies, signedCookies } from "../cookie/signed-cookies.ts";
import { fail } from "../errors.ts";
import { resourceMatcher } from "../url/resource-match.ts";
import { appendQuery, urlToSign } from "../url/signed-url.ts";
import type { UrlInput } from "../url/wire-form.ts";
import { grantIdName, namesGrantId } from "./grant-id.ts";
import type { PolicyOfTerms } from "./policy-of-terms.ts";
import type { PolicyToSign } from "./policy-to-sign.ts";
import { describeMismatch } from "./resource.ts";

/**
 * One signature for every URL that its resource covers: ten thousand segments cost one RSA signature.
 *
 * @example
 * ```ts
 * import { createCloudFrontSigner } from "cloudfront-sign-webcrypto";
 *
 * const signer = createCloudFrontSigner({ keyPairId: "K2JCJMDEHXQW5F", privateKey: process.env.CLOUDFRONT_PRIVATE_KEY! });
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
   * `grant-id` in its query, if the grant has an ID.
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
  /** Expiry time. The grant still signs after it, but CloudFront denies those URLs: make a new grant before. */
  readonly expiresAt: Date;
}

/** The grant of a signature. `boundTo` is the ID that its policy is bound to, and what it covers without the ID. */
export function createGrant(
  signed: PolicyToSign & { readonly query: string },
  boundTo: PolicyOfTerms["boundTo"],
): Grant {
  const isSignedCovered = resourceMatcher(signed.resource);
  const expiresAt = new Date(signed.dateLessThan * 1000);
  if (boundTo === undefined) {
    const { query, resource } = signed;
    const { signUrl, covers } = signingFunctions(query, isSignedCovered, refuseUncovered);
    return Object.freeze({ signUrl, covers, query, cookies: signedCookies(signed), resource, expiresAt });
  }
  const { id, resource } = boundTo;
  const parameter = `${grantIdName}=${id}`;
  const query = `${parameter}&${signed.query}`;
  const isCovered = resourceMatcher(resource);
  const { signUrl, covers } = signingFunctions(
    query,
    // The resource that is signed reads a ? in one way where the given one can be read in two.
    (href) =>
      isCovered(href) &&
      !namesGrantId(href) &&
      isSignedCovered(appendQuery({ href, fragment: "" }, parameter)),
    (href) => (namesGrantId(href) ? refuseGrantIdInUrl() : refuseUncovered(href)),
  );
  // Not enumerable, so that a copy of the grant does not throw.
  return Object.freeze(
    Object.defineProperty({ signUrl, covers, query, resource, expiresAt }, "cookies", { get: refuseCookies }),
  ) as Grant;
}

function signingFunctions(
  query: string,
  isCovered: (href: string) => boolean,
  refuse: (href: string) => never,
): Pick<Grant, "signUrl" | "covers"> {
  return {
    // More than the interface has, for what JavaScript can pass. Array.map passes a number.
    signUrl(url: UrlInput, terms?: unknown) {
      if (typeof terms === "object" && terms !== null) refuseTerms();
      const target = urlToSign(url);
      if (!isCovered(target.href)) refuse(target.href);
      return appendQuery(target, query);
    },
    covers(url) {
      try {
        const target = urlToSign(url);
        return isCovered(target.href) && appendQuery(target, query) !== "";
      } catch {
        return false;
      }
    },
  };
}

function refuseTerms(): never {
  return fail(
    "ERR_OPTION_INVALID",
    "terms",
    "grant.signUrl takes only a URL, and each URL has the terms of the grant; make another grant for other terms, or write signer.signUrl(url, terms)",
  );
}

function refuseUncovered(href: string): never {
  return fail(
    "ERR_RESOURCE_MISMATCH",
    "url",
    `is not covered by the signed resource: ${describeMismatch(href)}`,
  );
}

function refuseGrantIdInUrl(): never {
  return fail(
    "ERR_URL_ALREADY_SIGNED",
    "url",
    `has ${grantIdName} in its query, which this grant adds itself; leave it out`,
  );
}

function refuseCookies(): never {
  return fail(
    "ERR_OPTION_CONFLICT",
    "grantId",
    "this grant has an ID, which is a parameter of URLs, and signed cookies cannot carry one; use grant.signUrl(url) or grant.query, or make a grant without grantId for cookies, which cannot be revoked alone",
  );
}
