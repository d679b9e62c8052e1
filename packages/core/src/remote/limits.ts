/** The longest message that AWS KMS signs whole, in bytes (AWS KMS API Reference, "Sign": Message). */
export const maxRawMessage = 4096;

/** Calls in progress by default: the sockets that the AWS SDK for JavaScript opens in Node.js. */
export const defaultConcurrency = 50;

/** A session of PKCS#11 has one active signing operation (PKCS#11 Base Specification, "C_SignInit"). */
export const sessionConcurrency = 1;

/**
 * Attempts of one signature by default. When 30 % of all calls are throttled, one signature of 170,000 uses
 * up all of them.
 */
export const defaultAttempts = 10;

/** More attempts than this only hide that the key cannot be reached. Our own limit. */
export const maxAttempts = 100;

/** Seconds that one attempt may take by default. AWS KMS answers within a tenth of one. */
export const defaultTimeout = 5;

/** The longest timeout of one attempt, in seconds: a day. Timers cannot run for more than 24 days. */
export const maxTimeout = 86_400;

/** The longest wait before the second attempt, in milliseconds. It doubles with each attempt. */
export const firstDelay = 50;

/** The longest wait before any attempt, in milliseconds. AWS KMS counts its quotas by the second. */
export const longestDelay = 2000;

/** The longest text that is decoded to see whether it is a signature: RSA 4096 in hexadecimal, and more. */
export const longestEncodedSignature = 2048;
