/**
 * The longest name and value of a cookie together, in bytes: browsers ignore a longer one.
 *
 * Source: RFC 6265bis, section 5.7.
 */
export const longestCookie = 4096;
