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

/** `Set-Cookie` lines that are read: a signer sets four. Our own limit. */
export const mostSetCookieLines = 20;

/**
 * The characters of a `Set-Cookie` line that are read: name, value and attributes.
 *
 * Source: RFC 6265bis, section 5.6 (4,096 bytes of name and value, 1,024 of an attribute's value).
 */
export const longestSetCookie = 5000;

/** The pair and the attributes of a `Set-Cookie` line that are read: browsers know ten. Our own limit. */
export const mostSetCookieParts = 20;

/** Other host names of a distribution that are tried. Our own limit. */
export const mostHostnames = 20;

/** The longest host name, in characters (RFC 1035, section 2.3.4). */
export const longestHostname = 253;

/** Keys of a group that a signature is tried with. Our own limit. */
export const mostKeys = 10;

/** Signatures that are checked at the same time: more than any runtime has threads for. Our own limit. */
export const checksAtOnce = 32;

/** URLs that are tried as the signed one. Our own limit: some hundredths of a second. */
export const mostUrlVariants = 800;

/** The characters of all URLs together that are tried as the signed one. Our own limit, for the same time. */
export const longestUrlVariants = 300_000;

/** The characters of all URLs and policies together that are tried. Our own limit. */
export const longestSearch = 500_000;

/** Query parameters, characters and escapes of a URL that are varied one by one. Our own limit. */
export const mostVariedParts = 40;

/** Folders of a path for which patterns are tried. Our own limit. */
export const mostVariedFolders = 20;

/** Query parameters of which all orders are tried: four have 24. Our own limit. */
export const mostPermuted = 4;

/** The characters of a value that evidence quotes. Our own limit: a reader recognizes it, a thief cannot use it. */
export const longestQuote = 40;

/** The characters around a difference, or of a short value, that evidence quotes. Our own limit. */
export const longestShortQuote = 12;

/** The folder of a URL that a fix shows as a pattern, in characters. Our own limit. */
export const longestPattern = 80;

/** The characters before and behind a difference that a comparison shows. Our own limit. */
export const longestContext = 20;

/** The same within the value of a query parameter, which may be a secret. Our own limit. */
export const longestValueContext = 8;

/**
 * The beginning of a paste that is read, in characters. Our own limit: the longest URL and the longest cookies
 * (8,192 and 20,480 bytes), with all that stands around them in a browser's cURL command or in `curl -v`.
 */
export const longestPaste = 100_000;

/** A line of at most so many characters can be the progress meter of curl: it has 80. */
export const longestProgressMeter = 120;
