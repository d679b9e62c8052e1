/**
 * The longest key, in characters or in bytes. The longest key that is accepted, RSA 4096 as PEM in base64, has
 * 4,500 characters; a longer text is another file.
 */
export const maxKeyLength = 65_536;

/** The shortest RSA modulus, in bits. Shorter ones have been factored: RSA-768 in 2009, RSA-250 (829 bits) in 2020. */
export const minModulusLength = 1_024;

/**
 * The longest modulus of an RSA key that signs, in bits: the longest that AWS KMS has. CloudFront's own
 * documentation asks for 2,048.
 */
export const maxPrivateModulusLength = 4_096;

/** The longest modulus of an RSA key that verifies, in bits: OpenSSL's OPENSSL_RSA_MAX_MODULUS_BITS. */
export const maxPublicModulusLength = 16_384;

/** RFC 8017 section 3.1. With an exponent of 1, anyone can make a valid signature. */
export const minPublicExponent = 3;

/**
 * The highest iteration count of PBKDF2: a few seconds on one core. OpenSSL writes 2,048, OWASP's "Password
 * Storage Cheat Sheet" advises 600,000 to 1,400,000, and a file could ask for 2^31.
 */
export const maxIterations = 10_000_000;

/** The number of imported private keys that a process remembers: more than the keys of a server that rotate. */
export const maxImportedKeys = 128;

/**
 * The longest content of a key with its passphrase, in characters, that a process remembers. V8 finds longer
 * texts by their length alone, one after the other.
 */
export const maxRememberedLength = 16_000;

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

/**
 * The longest part with `?` between two `*` of one section that is searched for; a longer one matches nothing.
 * Our own limit: the time grows with the product of both lengths.
 */
export const longestWildcardPart = 100;

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
export const microsecondsFrom = 253_402_300_800_000;

/** The longest time of a timer, in seconds: 24 days. Runtimes count milliseconds in 31 bits, and end a longer timer at once. */
export const longestTimer = 2_147_483;

/** The longest text that is read as a date; a fraction of a second may have any number of digits. */
export const longestIsoText = 1000;

/**
 * The longest name and value of a cookie together, in bytes: browsers ignore a longer one.
 *
 * Source: RFC 6265bis, section 5.7.
 */
export const longestCookie = 4096;

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

/** Those that other packages keep, too. Not the whole module: a bundler would keep all of it. */
export const limits: {
  readonly highestPort: typeof highestPort;
  readonly longestCookie: typeof longestCookie;
  readonly longestCookieHeader: typeof longestCookieHeader;
  readonly longestHost: typeof longestHost;
  readonly longestP256Der: typeof longestP256Der;
  readonly longestSignature: typeof longestSignature;
  readonly longestUrl: typeof longestUrl;
  readonly longestUrlText: typeof longestUrlText;
  readonly longestWildcardPart: typeof longestWildcardPart;
  readonly rawP256Signature: typeof rawP256Signature;
  readonly secondsLimit: typeof secondsLimit;
} = {
  highestPort,
  longestCookie,
  longestCookieHeader,
  longestHost,
  longestP256Der,
  longestSignature,
  longestUrl,
  longestUrlText,
  longestWildcardPart,
  rawP256Signature,
  secondsLimit,
};
