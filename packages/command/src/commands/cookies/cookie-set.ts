import type { SetCookieAttributes, SignedCookies } from "cloudfront-sign-webcrypto";

export const cookieFormats = ["header", "set-cookie", "json", "curl-jar", "curl"] as const;

export type CookieFormat = (typeof cookieFormats)[number];

/** The signed cookies for one resource. */
export interface CookieSet {
  /** What they cover; `undefined` where a ready policy says it. */
  readonly resource: string | undefined;
  readonly cookies: SignedCookies;
}

export interface PrintedCookies {
  readonly sets: readonly CookieSet[];
  readonly attributes: SetCookieAttributes;
  /** The URL that curl is to request. */
  readonly url: string | undefined;
}
