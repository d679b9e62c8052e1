import { type SignedCookies, signedCookies } from "../cookie/signed-cookies.ts";
import { fail } from "../errors.ts";
import { resourceMatcher } from "../url/resource-match.ts";
import { appendQuery, signableUrl } from "../url/signed-url.ts";
import type { UrlInput } from "../url/wire-form.ts";
import { describeMismatch, findMismatch } from "./resource-mismatch.ts";
import type { SignedPolicy } from "./signed-policy.ts";

/** One signature for every URL that its resource covers: ten thousand segments cost one RSA signature. */
export interface Grant {
  /**
   * The URL with the grant's parameters. Synchronous, no cryptography.
   *
   * @throws `ERR_RESOURCE_MISMATCH` when the resource does not cover the URL; `ERR_URL_INVALID`,
   * `ERR_URL_TOO_LONG`, `ERR_URL_ALREADY_SIGNED` as `signer.signUrl`.
   */
  signUrl(url: UrlInput): string;
  /** Whether `signUrl` takes this URL. */
  covers(url: UrlInput): boolean;
  /**
   * The parameters alone, `Policy=…&Signature=…&Key-Pair-Id=…`, for players that append them to every
   * request.
   */
  readonly query: string;
  /** The same grant as signed cookies. */
  readonly cookies: SignedCookies;
  /** What the grant covers, as it is signed: a URL or a pattern in wire form. */
  readonly resource: string;
  /** Expiry time. */
  readonly expiresAt: Date;
}

export function createGrant(signed: SignedPolicy): Grant {
  const { query, resource } = signed;
  const isCovered = resourceMatcher(resource);
  return Object.freeze({
    signUrl(url: UrlInput): string {
      const target = signableUrl(url);
      if (!isCovered(target.href)) refuseUncovered(resource, target.href);
      return appendQuery(target, query);
    },
    covers(url: UrlInput): boolean {
      try {
        const target = signableUrl(url);
        return isCovered(target.href) && appendQuery(target, query) !== "";
      } catch {
        return false;
      }
    },
    query,
    cookies: signedCookies(signed),
    resource,
    expiresAt: new Date(signed.dateLessThan * 1000),
  });
}

function refuseUncovered(resource: string, href: string): never {
  const difference = describeMismatch(findMismatch(resource, href));
  return fail("ERR_RESOURCE_MISMATCH", "url", `is not covered by the resource of this grant: ${difference}`);
}
