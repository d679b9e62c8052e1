/**
 * The longest URL that CloudFront takes, in bytes, parameters included.
 *
 * Source: CloudFront Developer Guide, "Quotas".
 */
export const longestUrl = 8192;

/** The longest text that is read as a URL. Our own limit, for safety: eight times what CloudFront takes. */
export const longestUrlText = 65_536;
