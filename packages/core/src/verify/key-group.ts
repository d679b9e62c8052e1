import { fail } from "../errors.ts";
import { type HashAlgorithm, keyAlgorithm } from "../key/algorithm.ts";
import { type CryptoKeyLike, cryptoKeyUse, subtleCrypto } from "../key/crypto-key.ts";
import { ecdsaFromDer } from "../key/ecdsa-signature.ts";
import { checkKeyPairId } from "../key/key-pair-id.ts";
import { importPublicKey, type PublicKeySource, readPublicKey } from "../key/public-key.ts";
import { kindOf } from "../options/read-options.ts";
import type { CloudFrontDenialReason } from "./denial.ts";
import { shortestRsaSignature } from "./limits.ts";

type Verify = (signature: Uint8Array<ArrayBuffer>, bytes: Uint8Array<ArrayBuffer>) => Promise<boolean>;

/**
 * Whether a signature is valid, or at once the reason why it cannot be. Makes no promise but WebCrypto's:
 * each one costs time.
 */
type SignatureCheck = (
  hash: HashAlgorithm,
  signature: Uint8Array<ArrayBuffer>,
  bytes: Uint8Array<ArrayBuffer>,
) => Promise<boolean> | CloudFrontDenialReason;

/** Reads all keys of a group at once. Each is imported when a hash first needs it, and kept. */
export function readKeyGroup(
  keyGroup: Readonly<Record<string, PublicKeySource>>,
): Map<string, SignatureCheck> {
  if (kindOf(keyGroup) !== "Object")
    fail(
      "ERR_OPTION_INVALID",
      "keyGroup",
      `is of type ${kindOf(keyGroup)}; write an object of public keys by their IDs: { K2JCJMDEHXQW5F: publicKey }`,
    );
  if (Object.keys(keyGroup).length === 0)
    fail(
      "ERR_OPTION_INVALID",
      "keyGroup",
      "is an empty object, so that every request would be denied; add each public key by its ID",
    );
  return new Map(
    Object.entries(keyGroup).map(([id, source]) => [checkKeyPairId(id), signatureCheck(source)]),
  );
}

function signatureCheck(source: PublicKeySource): SignatureCheck {
  const key = readPublicKey(source, "keyGroup");
  const [keyType, bound] =
    "usages" in key ? cryptoKeyUse(key, "verify", undefined, "keyGroup") : [key.keyType];
  const verifiers: Partial<Record<HashAlgorithm, Verify | Promise<Verify>>> = {};
  const load = async (hash: HashAlgorithm, isBound: boolean): Promise<Verify> => {
    const source = isBound
      ? readPublicKey(await subtleCrypto().exportKey("spki", key as CryptoKey), "keyGroup")
      : key;
    const imported = await importPublicKey(source, hash, "keyGroup");
    const algorithm = keyAlgorithm(keyType, hash);
    const subtle = subtleCrypto();
    const verify: Verify = async (signature, bytes) =>
      subtle.verify(algorithm, imported as CryptoKey, signature, bytes);
    // Some runtimes import a key that they cannot use.
    await verify(new Uint8Array(64), new Uint8Array()).catch((cause) =>
      fail(
        "ERR_KEY_UNSUPPORTED",
        "keyGroup",
        "holds a key that this runtime cannot verify with; use RSA 2048 or EC P-256",
        cause,
      ),
    );
    // The key works, so that from now on a runtime can only reject for the signature.
    verifiers[hash] = (signature, bytes) =>
      subtle.verify(algorithm, imported as CryptoKey, signature, bytes).catch(() => false);
    return verifiers[hash];
  };
  return (hash, signature, bytes) => {
    // An RSA CryptoKey is bound to one hash. For the other it is exported and imported again, if it may be.
    const isBound = keyType === "RSA" && bound !== undefined && bound !== hash;
    if (isBound && !(key as CryptoKeyLike).extractable) return "hash-mismatch";
    const raw = keyType === "RSA" ? signature : ecdsaFromDer(signature);
    if (!raw || (keyType === "RSA" && raw.length < shortestRsaSignature)) return "signature-wrong-format";
    verifiers[hash] ??= load(hash, isBound);
    const verify = verifiers[hash];
    return typeof verify === "function" ? verify(raw, bytes) : verify.then((loaded) => loaded(raw, bytes));
  };
}
