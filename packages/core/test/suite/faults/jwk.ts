import { ecPoint, ecScalar } from "../support/key-mutants.ts";
import { bytesToBase64 } from "../support/keys.ts";
import { type KeyFault, newEcKey, newKey, refusedPrivateKey, refusedPublicKey } from "./key-fault.ts";

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
    '{ kty: "oct" }',
    { kty: "oct", k: "AAAA" },
    `is a JWK whose kty is neither RSA nor EC; ${newKey}`,
  ),
  ...["Ed25519", "X25519"].map((crv) =>
    unsupported(
      `{ kty: "OKP", crv: "${crv}" }`,
      { kty: "OKP", crv, x: "AAAA", d: "AAAA" },
      `is a JWK whose kty is neither RSA nor EC; ${newKey}`,
    ),
  ),
  ...["P-384", "P-521", "secp256k1"].map((crv) =>
    unsupported(
      `{ kty: "EC", crv: "${crv}" }`,
      { kty: "EC", crv, x: "AAAA", y: "AAAA", d: "AAAA" },
      `is a JWK of EC that is not on P-256; ${newEcKey}`,
    ),
  ),
  unsupported(
    '{ kty: "EC", crv: "…" }',
    { kty: "EC", crv: "AAAA" },
    `is a JWK of EC that is not on P-256; ${newEcKey}`,
    { "no crv": { kty: "EC" } },
  ),
  unsupported('{ kty: "AKP" }', { kty: "AKP" }, `is a JWK whose kty is neither RSA nor EC; ${newKey}`),
  unsupported(
    "{ private_key: pem }",
    { id: "K2JCJMDEHXQW5F", private_key: "-----BEGIN PRIVATE KEY-----" },
    "is an object without kty, so it is not a JWK; pass the key itself, not what holds it (a remote signer needs a function sign; a key that reloads belongs into the option key)",
  ),
  unsupported(
    "{}",
    {},
    "is an object without kty, so it is not a JWK; pass the key itself, not what holds it (a remote signer needs a function sign; a key that reloads belongs into the option key)",
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
    "is a JWK without x; export the whole key again",
  ),
  invalid(
    '{ kty: "EC", crv: "P-256", x: "AQ", y, d }',
    { ...publicJwk, x: "AQ", d },
    "is a JWK whose x has 1 bytes; on P-256 it has 32, with leading zeros where needed",
  ),
  invalid(
    '{ kty: "RSA", d, n: 5 }',
    { kty: "RSA", d: "AAAA", n: 5 },
    "is a JWK whose n is not the base64url of a number; export the whole key again",
  ),
  invalid(
    '{ kty: "RSA", d, n: "?" }',
    { kty: "RSA", d: "AAAA", n: "?" },
    "is a JWK whose n is not the base64url of a number; export the whole key again",
  ),
  invalid(
    '{ kty: "RSA", d, n } with an n of 65,537 characters',
    { kty: "RSA", d: "AAAA", n: "A".repeat(65_537) },
    "is a JWK whose n is not the base64url of a number; export the whole key again",
  ),
];
