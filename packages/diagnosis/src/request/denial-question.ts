import type { UrlInput } from "cloudfront-sign-webcrypto";
import type { CloudFrontVerifier, CookieInput } from "cloudfront-sign-webcrypto/verify";
import type { ResponseHeadersInput } from "./response-headers.ts";

/** A denied request, as far as it is known. The more you give, the more can be proven. */
export interface CloudFrontDenialQuestion {
  /** The URL as the signer returned it, or as it was requested. */
  readonly url?: UrlInput | undefined;
  /** The URL as it stands in the text that it was read from, if it is not `url`. `readPastedRequest` tells it. */
  readonly urlAsPasted?: UrlInput | undefined;
  /** The cookies of the request: the value of the `Cookie` header, or names and values. */
  readonly cookies?: CookieInput | undefined;
  /** Other headers of the request, names in any case: signed cookies in them do not count. */
  readonly requestHeaders?: Readonly<Record<string, string | readonly string[] | undefined>> | undefined;
  /** Whether `cookies` are only those of the `Set-Cookie` lines, so that nobody knows whether they were sent. `readPastedRequest` tells it. */
  readonly areCookiesUncertain?: boolean | undefined;
  /** The `Set-Cookie` lines that set the cookies. */
  readonly setCookie?: readonly string[] | undefined;
  /** The body of the answer. */
  readonly responseBody?: string | undefined;
  /** The HTTP status of the answer. */
  readonly status?: number | undefined;
  /** A verifier with the public keys, which can prove a cause. */
  readonly verifier?: CloudFrontVerifier | undefined;
  /** Whether the cache behavior of the URL demands a signature, where no verifier knows. Default: `true`. */
  readonly isRestricted?: boolean | undefined;
  /** The time of the request. Default: the header `Date` in `responseHeaders`, without one the system clock. */
  readonly time?: Date | undefined;
  /** Whether the request may have been made at another time: then nothing is proven from it. `readPastedRequest` tells it. */
  readonly isTimeUncertain?: boolean | undefined;
  /** Whether the URL is from a text that may not show it as it was sent: then only a key proves something. `readPastedRequest` tells it. */
  readonly isRequestUncertain?: boolean | undefined;
  /** The viewer's address. */
  readonly ipAddress?: string | undefined;
  /** Whether a text names the address, which may not be the one that CloudFront sees: then nothing is proven from it. `readPastedRequest` tells it. */
  readonly isAddressUncertain?: boolean | undefined;
  /** Other host names that may have been signed instead, such as an old domain. */
  readonly hostnames?: readonly string[] | undefined;
  /** The request's method. Default: `GET`. */
  readonly method?: string | undefined;
  /** Headers of the answer, names in any case. */
  readonly responseHeaders?: ResponseHeadersInput | undefined;
  /** The origin of the page that made the request, such as `https://app.example.com`, for cookies. */
  readonly pageOrigin?: string | undefined;
  /** The credentials mode with which a script called `fetch`: `omit` and `same-origin` leave cookies out. */
  readonly credentials?: "include" | "omit" | "same-origin" | undefined;
  /** A policy as a text shows it, in the notation of any language: what was meant, and not what was signed. `readPastedRequest` tells it. */
  readonly shownPolicy?: string | undefined;
}

/** The names of a question: any other one is an unknown option. */
export const questionNames = [
  "url",
  "urlAsPasted",
  "cookies",
  "areCookiesUncertain",
  "requestHeaders",
  "setCookie",
  "responseBody",
  "status",
  "verifier",
  "isRestricted",
  "time",
  "isTimeUncertain",
  "isRequestUncertain",
  "ipAddress",
  "isAddressUncertain",
  "hostnames",
  "method",
  "responseHeaders",
  "pageOrigin",
  "credentials",
  "shownPolicy",
] as const;
