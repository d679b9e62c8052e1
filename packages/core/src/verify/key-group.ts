import { sharedResult } from "../cache/shared-result.ts";
import { decodeBase64, encodeBase64Url } from "../encoding/base64.ts";
import type { Bytes } from "../encoding/bytes.ts";
import { fail } from "../errors.ts";
import { type HashAlgorithm, keyAlgorithm } from "../key/algorithm.ts";
import { readUse } from "../key/crypto-key.ts";
import { ecdsaFromDer } from "../key/ecdsa-signature.ts";
import { named, readProperties, verifySha256 } from "../key/key-error.ts";
import { checkKeyPairId } from "../key/key-pair-id.ts";
import { coordinateLength } from "../key/p256-point.ts";
import { importPublicKey, type PublicKey, type PublicKeySource, readPublicKey } from "../key/public-key.ts";
import { isVerifyingSha1Refused } from "../key/sha1-refusal.ts";
import { subtleCrypto } from "../key/subtle-crypto.ts";
import { minModulusLength } from "../limits.ts";
import { readOptionProperties } from "../options/read-properties.ts";
import { describeType, typeTag } from "../options/type-name.ts";
import type { CloudFrontDenialReason } from "./verdict.ts";

type Verify = (signature: Bytes, bytes: Bytes) => Promise<boolean>;

/**
 * Whether a signature is valid, or at once the reason why it cannot be. Makes no promise but WebCrypto's:
 * each one costs time.
 */
export type SignatureCheck = (
  hash: HashAlgorithm,
  signature: Bytes,
  bytes: Bytes,
) => Promise<boolean> | CloudFrontDenialReason;

/** A key of a group. */
export interface GroupKey {
  readonly publicKey: PublicKey;
  readonly checkSignature: SignatureCheck;
}

/** Reads all keys of a group at once. Each is imported when a hash first needs it, and kept. */
export function readPublicKeys(
  publicKeys: Readonly<Record<string, PublicKeySource>>,
  allowEmulatorKeyPairIds: boolean,
): Map<string, GroupKey> {
  const isObject = typeTag(publicKeys) === "Object";
  const entries = isObject ? readOptionProperties(() => Object.entries(publicKeys), "publicKeys") : [];
  if (entries.length === 0)
    fail(
      "ERR_OPTION_INVALID",
      "publicKeys",
      `${isObject ? "has no keys" : `is ${describeType(publicKeys)}`}; pass public keys by their IDs: { K2JCJMDEHXQW5F: publicKey }`,
    );
  return new Map(
    entries.map(([id, source], i) => {
      const keyPairId = checkKeyPairId(id, allowEmulatorKeyPairIds, { entry: i + 1 });
      const option = `publicKeys.${keyPairId}`;
      const publicKey = readPublicKey(source, option);
      return [keyPairId, { publicKey, checkSignature: signatureCheck(publicKey, option) }];
    }),
  );
}

/** The check of signatures with one key. `option` names the key, so that a message says which one is wrong. */
export function signatureCheck(key: PublicKey, option: string): SignatureCheck {
  const callersKey = key.kind === "CryptoKey" ? key.key : undefined;
  const [keyType, bound] =
    key.kind === "CryptoKey" ? named(option, () => readUse(key.key, "verify", undefined)) : [key.kind];
  // Read here: no getter of the key runs during a request.
  const isExtractable = callersKey && named(option, () => readProperties(() => callersKey.extractable));
  // Of a CryptoKey it is not known.
  const modulus = key.kind === "RSA" ? decodeBase64(key.data.n) : undefined;
  const verifiers: Partial<Record<HashAlgorithm, Verify>> = {};
  const load = async (hash: HashAlgorithm, isBound: boolean): Promise<Verify> => {
    const problem =
      hash === "SHA1"
        ? `cannot verify SHA-1; if this runtime refuses it (FIPS mode or a crypto policy), ${verifySha256}`
        : "is a key that this runtime cannot verify with; use RSA 2048 or EC P-256";
    const refuse = (cause?: unknown): never => fail("ERR_KEY_UNSUPPORTED", option, problem, cause);
    const source = isBound
      ? readPublicKey(await exportKey(callersKey as CryptoKey).catch(refuse), option)
      : key;
    const imported = await importPublicKey(source, hash, option);
    const algorithm = keyAlgorithm(keyType, hash);
    const subtle = subtleCrypto();
    const verify: Verify = async (signature, bytes) =>
      subtle.verify(algorithm, imported as CryptoKey, signature, bytes);
    // Some runtimes import a key and find only then that they cannot use it.
    await verify(new Uint8Array(64), new Uint8Array()).catch(refuse);
    // Others take every signature for invalid whose hash they refuse.
    if (hash === "SHA1" && (await isVerifyingSha1Refused())) refuse();
    // When verify() fails from now on, the signature is the reason.
    const verifyOrDeny: Verify = (signature, bytes) =>
      subtle.verify(algorithm, imported as CryptoKey, signature, bytes).catch(() => false);
    verifiers[hash] = verifyOrDeny;
    return verifyOrDeny;
  };
  return (hash, signature, bytes) => {
    // An RSA CryptoKey is bound to one hash. For the other it is imported again, if it can be exported.
    const isBound = keyType === "RSA" && bound !== undefined && bound !== hash;
    if (isBound && !isExtractable) return "hash-mismatch";
    const raw = keyType === "RSA" ? signature : ecdsaFromDer(signature);
    if (!raw || (keyType === "RSA" && raw.length < minModulusLength / 8)) return "signature-wrong-format";
    if (modulus !== undefined && !isLess(raw, modulus)) return "signature-mismatch";
    verifiers[hash] ??= loadingVerify(() => load(hash, isBound));
    return verifiers[hash](raw, bytes);
  };
}

/** Verifies with what `load` gives, which is called again only after it failed. */
function loadingVerify(load: () => Promise<Verify>): Verify {
  const loaded = sharedResult(load);
  return (signature, bytes) => loaded().then((verify) => verify(signature, bytes));
}

/**
 * Whether a signature is a smaller number than the modulus, as it has to be (RFC 8017, section 5.2.2).
 * WebKitGTK verifies a signature to which the modulus was added, too.
 */
function isLess(signature: Uint8Array, modulus: Uint8Array): boolean {
  if (signature.length !== modulus.length) return signature.length < modulus.length;
  const at = signature.findIndex((byte, i) => byte !== modulus[i]);
  return at >= 0 && (signature[at] as number) < (modulus[at] as number);
}

async function exportKey(key: CryptoKey): Promise<ArrayBuffer> {
  return subtleCrypto().exportKey("spki", key);
}

/** A public key as a JSON Web Key (RFC 7517) with nothing but its numbers; `crypto.subtle` imports it. */
export interface PublicJwk {
  /** `RSA` or `EC`. */
  kty?: string;
  /** RSA: the modulus in base64url. */
  n?: string;
  /** RSA: the public exponent in base64url. */
  e?: string;
  /** EC: the curve, `P-256`. */
  crv?: string;
  /** EC: the x coordinate in base64url. */
  x?: string;
  /** EC: the y coordinate in base64url. */
  y?: string;
}

/** The numbers of a public key; `undefined` for a `CryptoKey` that cannot be exported. */
export async function publicJwk(key: PublicKey): Promise<PublicJwk | undefined> {
  if (key.kind === "CryptoKey") {
    try {
      return numbersOf(await subtleCrypto().exportKey("jwk", key.key as CryptoKey));
    } catch {
      return undefined;
    }
  }
  if (key.kind === "RSA") return numbersOf(key.data);
  // Behind the byte for an uncompressed point (SEC 1, section 2.3.4).
  const coordinate = (at: number): string => encodeBase64Url(key.data.slice(at, at + coordinateLength));
  return { kty: "EC", crv: "P-256", x: coordinate(1), y: coordinate(1 + coordinateLength) };
}

function numbersOf(jwk: JsonWebKey): PublicJwk {
  const { kty, n, e, crv, x, y } = jwk as Required<JsonWebKey>;
  return kty === "RSA" ? { kty, n, e } : { kty, crv, x, y };
}
