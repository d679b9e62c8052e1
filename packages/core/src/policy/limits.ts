/**
 * The longest text that is read as a policy. Our own limit, for safety: a URL of 8,192 bytes has room for
 * 6,000, a cookie for 3,000.
 *
 * Source: CloudFront Developer Guide, "Quotas"; RFC 6265bis, section 5.6.
 */
export const longestPolicy = 65_536;

/** Epoch seconds are less than this (the year 5138); anything above is milliseconds. */
export const secondsLimit = 1e11;

/** Times before 2001 are lengths of time that were taken for epoch seconds. */
export const earliestPlausible = 1e9;

/** Numbers from here on are microseconds: as milliseconds they would be after the year 5138, too. */
export const microsecondsFrom = 1e14;

/** A longer duration needs a unit. Our own limit: 11 days; in milliseconds, 1,000,000 are 17 minutes. */
export const bareSecondsLimit = 1e6;

/**
 * A multiple of this needs a unit, too: minutes in milliseconds, such as `15 * 60 * 1000`. As seconds it is 16 hours 40
 * minutes, and no number of whole days below {@link bareSecondsLimit} is a multiple of it.
 */
export const minuteOfMilliseconds = 60_000;

/** The longest time of one call, in seconds. */
export const longestTimeout = 300;

/** Durations in seconds are less than this (317 years); anything above is milliseconds. */
export const durationLimit = 1e10;

/** The longest text that is read as a date; a fraction of a second may have any number of digits. */
export const longestIsoText = 1000;
