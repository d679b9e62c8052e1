import { longestCookie } from "../cookie/signed-cookies.ts";
import { earliestPlausible, secondsLimit } from "../policy/limits.ts";
import { highestPort, longestHost, longestUrlText } from "../url/limits.ts";
import { longestWildcardPart } from "../url/wildcard-pattern.ts";

/**
 * The longest `Cookie` header that is read, in bytes: CloudFront rejects a request with more bytes of headers.
 *
 * Source: CloudFront Developer Guide, "Quotas", "Maximum length of a request, including headers and query strings".
 */
export const longestCookieHeader = 20_480;

/**
 * The longest signature that is decoded, in characters. Our own limit: RSA with 4,096 bits takes 684, and no
 * key of CloudFront more.
 */
export const longestSignature = 2000;

/** Bytes of a raw P-256 signature: r and s of 32 bytes each (IEEE P1363). CloudFront accepts DER only. */
export const rawP256Signature = 64;

/** The longest P-256 signature in DER, in bytes: two integers of 33 bytes with two headers and one around. */
export const longestP256Der = 72;

/**
 * The characters of all readings of a path together: sixteen times the longest URL, thousands of times a
 * usual path. Our own limit.
 */
export const longestReadings = 131_072;

/**
 * The longest path pattern, in characters.
 *
 * Source: CloudFront Developer Guide, "Cache behavior settings", "Path pattern".
 */
export const longestPathPattern = 255;

type Limit =
  | "earliestPlausible"
  | "highestPort"
  | "longestCookie"
  | "longestCookieHeader"
  | "longestHost"
  | "longestP256Der"
  | "longestSignature"
  | "longestUrlText"
  | "longestWildcardPart"
  | "rawP256Signature"
  | "secondsLimit";

/** What CloudFront, browsers and this package accept at most; each is explained where it is defined. */
export const limits: Readonly<Record<Limit, number>> = {
  earliestPlausible,
  highestPort,
  longestCookie,
  longestCookieHeader,
  longestHost,
  longestP256Der,
  longestSignature,
  longestUrlText,
  longestWildcardPart,
  rawP256Signature,
  secondsLimit,
};
