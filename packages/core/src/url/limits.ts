/**
 * The longest URL that CloudFront takes, in bytes, parameters included.
 *
 * Source: CloudFront Developer Guide, "Quotas".
 */
export const longestUrl = 8192;

/** The longest text that is read as a URL. Our own limit, for safety: eight times what CloudFront takes. */
export const longestUrlText = 65_536;

/** The longest host name in DNS (RFC 1035, section 2.3.4). */
export const longestHost = 253;

/** The highest port of TCP (RFC 9293, section 3.1: 16 bits). */
export const highestPort = 65_535;
