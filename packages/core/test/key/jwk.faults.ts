import { ecPoint, ecScalar } from "@cloudfront-sign-webcrypto/testing/support/key-mutants.ts";
import { bytesToBase64 } from "@cloudfront-sign-webcrypto/testing/support/keys.ts";
import { type KeyFault, newKey, refusedPrivateKey, refusedPublicKey } from "../support/key-fault.ts";

const unsupported = (given: string, key: unknown, message: string, also?: KeyFault["also"]) =>
  refusedPrivateKey(given, key, "ERR_KEY_UNSUPPORTED", message, also);
const invalid = (given: string, key: unknown, message: string) =>
  refusedPrivateKey(given, key, "ERR_KEY_INVALID", message);

const d = bytesToBase64(ecScalar);
const y = bytesToBase64(ecPoint.subarray(33));
const publicJwk = { kty: "EC", crv: "P-256", x: bytesToBase64(ecPoint.subarray(1, 33)), y };

/** Faults of JSON Web Keys, and of objects that are none. */
export const jwkFaults: readonly KeyFault[] = [
  unsupported(
    '{ kty: "OKP", crv: "Ed25519" }',
    { kty: "OKP", crv: "Ed25519", x: "AAAA", d: "AAAA" },
    `is a JWK that is neither RSA nor EC on P-256; ${newKey}`,
    {
      "one that says P-256": { kty: "OKP", crv: "P-256", x: "AAAA", d: "AAAA" },
      X25519: { kty: "OKP", crv: "X25519", x: "AAAA", d: "AAAA" },
      oct: { kty: "oct", k: "AAAA" },
      AKP: { kty: "AKP" },
    },
  ),
  unsupported(
    '{ kty: "EC", crv: "P-384" }',
    { kty: "EC", crv: "P-384", x: "AAAA", y: "AAAA", d: "AAAA" },
    `is a JWK that is neither RSA nor EC on P-256; ${newKey}`,
    {
      "P-521": { kty: "EC", crv: "P-521", x: "AAAA", y: "AAAA", d: "AAAA" },
      secp256k1: { kty: "EC", crv: "secp256k1", x: "AAAA", y: "AAAA", d: "AAAA" },
      "another crv": { kty: "EC", crv: "AAAA" },
      "no crv": { kty: "EC" },
    },
  ),
  unsupported(
    "{ private_key: pem }",
    { id: "K2JCJMDEHXQW5F", private_key: "-----BEGIN PRIVATE KEY-----" },
    "is an object without kty; pass the key itself (a remote signer has a function sign; a key that reloads belongs in the option key)",
  ),
  unsupported(
    "{}",
    {},
    "is an object without kty; pass the key itself (a remote signer has a function sign; a key that reloads belongs in the option key)",
    {
      "a JWK Set": { keys: [] },
      "a pair of keys": { privateKey: {}, publicKey: {} },
      "an object with a key in it": { privateKey: {} },
      "as JSON": JSON.stringify({ keyPairId: "K2JCJMDEHXQW5F", privateKey: "pem" }),
      "the JSON of a Buffer": { type: "Buffer", data: [48, 130] },
      "a loadedKey()": { keyPairId: undefined, reload: () => undefined },
      "the response of GetPublicKey": { KeyId: "alias/cloudfront", PublicKey: new Uint8Array([48]) },
      "a remote signer without sign": { keyType: "RSA", hashAlgorithm: "SHA256" },
      "a remote signer with Sign": { keyType: "RSA", hashAlgorithm: "SHA256", Sign: () => undefined },
    },
  ),
  refusedPrivateKey(
    '{ kty: "EC", crv: "P-256", x, y }',
    publicJwk,
    "ERR_KEY_NOT_PRIVATE",
    "is the JWK of a public key; pass the private key that belongs to it",
  ),
  refusedPublicKey(
    '{ kty: "EC", crv: "P-256", x, y, d }',
    { ...publicJwk, d },
    "ERR_KEY_NOT_PUBLIC",
    "is the JWK of a private key; leave out d, p, q, dp, dq and qi",
  ),
  invalid(
    '{ kty: "EC", crv: "P-256", y, d }',
    { kty: "EC", crv: "P-256", y, d },
    "is a JWK whose x is missing or not base64url of 32 bytes; export the whole key again",
  ),
  invalid(
    '{ kty: "EC", crv: "P-256", x: "AQ", y, d }',
    { ...publicJwk, x: "AQ", d },
    "is a JWK whose x is missing or not base64url of 32 bytes; export the whole key again",
  ),
  invalid(
    '{ kty: "RSA", d, n: 5 }',
    { kty: "RSA", d: "AAAA", n: 5 },
    "is a JWK whose n is missing or not base64url; export the whole key again",
  ),
  invalid(
    '{ kty: "RSA", d, n: "?" }',
    { kty: "RSA", d: "AAAA", n: "?" },
    "is a JWK whose n is missing or not base64url; export the whole key again",
  ),
  invalid(
    '{ kty: "RSA", d, n } with an n of 65,537 characters',
    { kty: "RSA", d: "AAAA", n: "A".repeat(65_537) },
    "is a JWK whose n is missing or not base64url; export the whole key again",
  ),
];
