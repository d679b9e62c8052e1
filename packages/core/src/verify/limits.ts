/**
 * The longest headers that CloudFront takes, in bytes; the cookies are among them.
 *
 * Source: CloudFront Developer Guide, "Quotas", "Maximum length of a request, including headers and query
 * strings".
 */
export const longestCookieHeader = 20_480;

/**
 * The longest signature that is decoded, in characters: RSA with 4,096 bits makes 684, and no key of
 * CloudFront's more. Our own limit.
 */
export const longestSignature = 2000;

/**
 * The characters of all readings of a path: sixteen of the longest URL, thousands of a usual one. Our own
 * limit.
 */
export const longestReadings = 131_072;

/**
 * The beginning of a response body in which all is that tells who answered. Our own limit: CloudFront's own
 * bodies have 900 bytes.
 */
export const longestBody = 5000;

/** `Set-Cookie` lines that are looked at: a signer sets four. Our own limit. */
export const mostSetCookieLines = 20;

/**
 * What is read of a `Set-Cookie` line: name and value, and the attributes behind them.
 *
 * Source: RFC 6265bis, section 5.6 (4,096 bytes of name and value, 1,024 of an attribute's value).
 */
export const longestSetCookie = 5000;

/** Other host names of a distribution that are tried. Our own limit. */
export const mostHostnames = 20;

/** The longest host name, in characters (RFC 1035, section 2.3.4). */
export const longestHostname = 253;

/** Keys of a group that a signature is tried with. Our own limit. */
export const mostKeys = 10;

/**
 * URLs that may have been signed instead, and what they have in characters together: some hundredths of a
 * second. Our own limits.
 */
export const mostOtherUrls = 800;
export const longestOtherUrls = 300_000;

/** The characters of all URLs and policies that are tried. Our own limit. */
export const longestSearch = 500_000;

/** Steps of comparing a URL with a pattern that nobody is known to have signed. Our own limit. */
export const mostPatternSteps = 4_000_000;
