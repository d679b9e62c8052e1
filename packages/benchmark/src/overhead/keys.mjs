// Both kinds of key for the raw operation and "by hand".
import { cannedPolicy, derOf, ecAlgorithm, readFixture, rsaAlgorithm, urlList } from "../fixture.mjs";

/**
 * The subjects that take turns. Synchronous ones have no parallel mode: a hundred take a hundred times as
 * long. `perCall` is how many URLs one call handles, where that is not one.
 * @typedef {(i: number) => unknown} Subject of the URL i
 * @typedef {{ asynchronous: Record<string, Subject>, synchronous: Record<string, Subject>, check: (name:
 * string, made: unknown, i: number) => unknown, perCall?: number }} Race
 */

export const fixture = await readFixture();
export const urls = urlList(100);
const encoder = new TextEncoder();

/** @param {string} url */
export const policyBytes = (url) => encoder.encode(cannedPolicy(url, fixture.dateLessThan));
/** The policy of each URL. */
export const policies = urls.map(policyBytes);

/** The terms of a custom policy with a pattern and an address, and that address. */
export const viewer = "203.0.113.7";
export const customTerms = {
  resource: fixture.resource,
  dateLessThan: fixture.dateLessThan,
  ipAddress: viewer,
};
/** Its text. */
export const customPolicy = `{"Statement":[{"Resource":"${fixture.resource}","Condition":{"DateLessThan":{"AWS:EpochTime":${fixture.dateLessThan}},"IpAddress":{"AWS:SourceIp":"${viewer}/32"}}}]}`;

/** @template T @param {readonly T[]} values @param {number} i */
export const at = (values, i) => /** @type {T} */ (values[i]);

/** @param {boolean} isEc */
export function keyOf(isEc) {
  const { rsa, rsaPublic, ec, ecPublic } = fixture;
  return isEc
    ? { pem: ec, publicPem: ecPublic, algorithm: ecAlgorithm, hash: /** @type {const} */ ("SHA256") }
    : { pem: rsa, publicPem: rsaPublic, algorithm: rsaAlgorithm, hash: /** @type {const} */ ("SHA1") };
}

/** @param {boolean} isEc @param {"sign" | "verify"} use */
export function cryptoKey(isEc, use) {
  const { pem, publicPem, algorithm } = keyOf(isEc);
  const [format, text] =
    use === "sign" ? /** @type {const} */ (["pkcs8", pem]) : /** @type {const} */ (["spki", publicPem]);
  return crypto.subtle.importKey(format, derOf(text), algorithm, false, [use]);
}

/** r‖s as DER. @param {Uint8Array} raw */
export function toDer(raw) {
  const integers = [raw.subarray(0, 32), raw.subarray(32)].map((bytes) => {
    const start = bytes.findIndex((byte) => byte !== 0);
    const pad = (bytes[start] ?? 0) > 127 ? [0] : [];
    return [2, 32 - start + pad.length, ...pad, ...bytes.subarray(start)];
  });
  const content = integers.flat();
  return Uint8Array.from([48, content.length, ...content]);
}

/** DER as r‖s. @param {Uint8Array} der */
export function fromDer(der) {
  const raw = new Uint8Array(64);
  const second = 4 + (der[3] ?? 0);
  for (const [start, end] of /** @type {const} */ ([
    [4, 32],
    [second + 2, 64],
  ])) {
    const number = der.subarray(start, start + (der[start - 1] ?? 0)).slice(-32);
    raw.set(number, end - number.length);
  }
  return raw;
}
