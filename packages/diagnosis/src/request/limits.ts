/**
 * The beginning of a response body that is read: it shows who answered. Our own limit: CloudFront's own
 * bodies have 900 bytes.
 */
export const longestBody = 5000;

/** The beginning of a header of the answer that is read, in characters. Our own limit. */
export const longestHeader = 1000;

/** Headers of an answer that are read. Our own limit: servers send some twenty. */
export const mostHeaders = 200;

/** The beginning of a method that is read, in characters: `PROPPATCH` has nine. Our own limit. */
export const longestMethod = 20;

/** `Set-Cookie` lines that are looked at. Our own limit: browsers keep about 180 cookies for a domain. */
export const mostSetCookieLines = 200;

/** `Set-Cookie` lines of signed cookies that are read: a set has four, and two sets are removed and set. Our own limit. */
export const mostSigningLines = 40;

/** The longest `Set-Cookie` line that is read, in characters. Our own limit: servers send no longer header. */
export const longestSetCookieLine = 65_536;

/** The characters of the attributes of a `Set-Cookie` line. Nothing is said of a longer line. Our own limit. */
export const longestCookieAttributes = 16_384;

/**
 * The cookies of one domain from which on browsers have removed some: Chrome keeps 180, and removes 30 when
 * there are more.
 *
 * Source: Chromium, net/cookies/cookie_monster.h, `kDomainMaxCookies` and `kDomainPurgeCookies`.
 */
export const manyCookies = 150;

/**
 * The cookies that browsers keep for one domain.
 *
 * Sources: Chromium, net/cookies/cookie_monster.h, `kDomainMaxCookies`; Firefox, `network.cookie.maxPerHost`.
 */
export const mostCookiesOfDomain = 180;

/** Other host names of a distribution that are tried. Our own limit. */
export const mostHostnames = 20;

/** The longest host name, in characters (RFC 1035, section 2.3.4). */
export const longestHostname = 253;

/**
 * Keys that a signature is tried with: all of four key groups with five public keys each.
 *
 * Source: CloudFront Developer Guide, "Quotas", "Quotas on key groups".
 */
export const mostKeys = 20;

/** Signatures that are checked at the same time: more than any runtime has threads for. Our own limit. */
export const checksAtOnce = 32;

/**
 * The characters of all texts together that are tried as the signed one for one question, however often its request is
 * mended. Our own limit: their hashes take less than a second.
 */
export const longestSearch = 1_300_000;

/**
 * What the check of a signature costs at least, in characters of {@link longestSearch}, since a hash is much cheaper: a
 * question has at most 1,600 of them. Our own limit: a tenth of a second with P-256.
 */
export const costOfCheck = 813;

/** The characters of all texts together that are made to be tried, some of them more than once. Our own limit. */
export const longestCandidates = 4_000_000;

/** Texts of one kind that are combined with those of another kind, and their characters. Our own limits. */
export const mostCombined = 400;
export const longestCombined = 200_000;

/** Resources that are combined with other JSON and other expiry times. Our own limit. */
export const mostCommonResources = 60;

/** Checks of the most frequent mistakes with other keys. Our own limit. */
export const mostOtherKeyChecks = 300;

/** Texts with one mistake that are tried with the other hash, too. Our own limit. */
export const mostCommonTexts = 100;

/** Texts with one mistake of those that few people make, which are tried in an opened signature. Our own limit. */
export const mostSeldomTexts = 3500;

/** Texts with two frequent mistakes that are tried before those with one rare mistake. Our own limit. */
export const mostCommonPairs = 350;

/** The most frequent mistakes of one part of a URL that are combined with those of other parts. Our own limit. */
export const mostCommonFaults = 11;

/** The longest RSA modulus for which a signature is opened, in bits: the longest that CloudFront ever took. */
export const longestModulusBits = 4096;

/** The longest RSA exponent for which a signature is opened, in bits. Our own limit: nearly all are 65,537. */
export const longestExponentBits = 64;

/** Bytes of padding by which an opened signature is recognized (RFC 8017, section 9.2: at least eight). */
export const shortestPadding = 8;

/** Bytes of the shortest digest, that of MD5. */
export const shortestDigest = 16;

/** Query parameters, characters and escapes of a URL that are varied one by one. Our own limit. */
export const mostVariedParts = 40;

/** Folders of a path for which patterns are tried. Our own limit. */
export const mostVariedFolders = 20;

/** Query parameters of which all orders are tried: four have 24. Our own limit. */
export const mostPermuted = 4;

/** Seconds by which clocks that are not synchronized usually differ at most. Our own limit. */
export const usualClockDifference = 300;

/**
 * The beginning of a paste that is read, in characters. Our own limit: the longest URL and the longest cookies
 * (8,192 and 20,480 bytes), with all that stands around them in a browser's cURL command or in `curl -v`.
 */
export const longestPaste = 100_000;

/** A line of at most so many characters can be the progress meter of curl: it has 80. */
export const longestProgressMeter = 120;
