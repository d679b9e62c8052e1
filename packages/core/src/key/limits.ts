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
