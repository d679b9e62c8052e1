/**
 * The longest key text, in characters, and the longest key in bytes. The largest key that is taken, RSA 4096
 * as PEM that is base64 a second time, has 4,500; what is longer is another file.
 */
export const longestKeyText = 65_536;

/**
 * The shortest RSA key, in bits. Shorter ones have been factored: RSA-768 in 2009, RSA-250 (829 bits) in
 * 2020.
 */
export const shortestModulus = 1_024;

/**
 * The longest RSA key that signs, in bits: the longest that AWS KMS has. CloudFront's own documentation asks
 * for 2,048.
 */
export const longestPrivateModulus = 4_096;

/** The longest RSA key that verifies, in bits: OpenSSL's own limit (OPENSSL_RSA_MAX_MODULUS_BITS). */
export const longestPublicModulus = 16_384;

/** RFC 8017 section 3.1. With an exponent of 1 anyone can make a signature that fits. */
export const smallestPublicExponent = 3;

/**
 * The most rounds of PBKDF2: some seconds of one core. OpenSSL makes 2,048, OWASP's "Password Storage Cheat
 * Sheet" advises 600,000 to 1,400,000, and the file could ask for 2^31.
 */
export const mostIterations = 10_000_000;
