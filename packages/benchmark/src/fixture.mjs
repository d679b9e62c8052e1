// The input of every subject: the same throw-away keys, key pair ID, URLs and expiry.
export const host = "https://d111111abcdef8.cloudfront.net";

/**
 * @typedef {object} Fixture
 * @property {string} keyPairId
 * @property {number} dateLessThan epoch seconds
 * @property {string} resource covers every URL
 * @property {string} rsa PKCS#8 PEM
 * @property {string} rsaPublic
 * @property {string} ec PKCS#8 PEM
 * @property {string} ecPublic
 */

/** Without a node: module: Deno takes some 20 ms to load one. @returns {Promise<Fixture>} */
export async function readFixture() {
  const made = "../out/fixture.mjs";
  return (await import(made)).default;
}

/** @param {number} i */
export const urlAt = (i) => `${host}/videos/course-42/segment-${i}.ts`;

/** @param {number} count */
export const urlList = (count) => Array.from({ length: count }, (_, i) => urlAt(i));

/** Bytes that an endpoint of the server answers beside a signed URL. */
export const payloadSizes = /** @type {const} */ ([1000, 100_000, 2_000_000]);

/** The text of a canned policy. @param {string} url @param {number} dateLessThan */
export const cannedPolicy = (url, dateLessThan) =>
  `{"Statement":[{"Resource":"${url}","Condition":{"DateLessThan":{"AWS:EpochTime":${dateLessThan}}}}]}`;

/** The DER of a PEM. @param {string} pem */
export const derOf = (pem) =>
  Uint8Array.from(atob(pem.replace(/-----.*?-----|\s/g, "")), (char) => char.charCodeAt(0));

export const rsaAlgorithm = { name: "RSASSA-PKCS1-v1_5", hash: "SHA-1" };
export const ecAlgorithm = { name: "ECDSA", hash: "SHA-256", namedCurve: "P-256" };
