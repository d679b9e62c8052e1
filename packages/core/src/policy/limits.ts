/**
 * The longest text that is read as a policy. Our own limit, for safety: a URL of 8,192 bytes has room for
 * 6,000, a cookie for 3,000.
 *
 * Source: CloudFront Developer Guide, "Quotas"; RFC 6265bis, section 5.6.
 */
export const longestPolicy = 65_536;

/** Epoch seconds are less than this (the year 10,000); anything above is milliseconds. */
export const secondsLimit = 253_402_300_800;

/** Times before 2001 are lengths of time that were taken for epoch seconds. */
export const earliestPlausible = 1e9;

/** Numbers from here on are microseconds: as milliseconds they would be after the year 10,000, too. */
export const microsecondsFrom: number = secondsLimit * 1000;

/** The longest time of a timer, in seconds: 24 days. Runtimes count milliseconds in 31 bits, and end a longer timer at once. */
export const longestTimer = 2_147_483;

/** The longest text that is read as a date; a fraction of a second may have any number of digits. */
export const longestIsoText = 1000;
