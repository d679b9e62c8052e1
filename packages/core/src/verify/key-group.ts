import { fail } from "../errors.ts";
import { type HashAlgorithm, keyAlgorithm } from "../key/algorithm.ts";
import { type CryptoKeyLike, cryptoKeyUse, subtleCrypto } from "../key/crypto-key.ts";
import { ecdsaFromDer } from "../key/ecdsa-signature.ts";
import { checkKeyPairId } from "../key/key-pair-id.ts";
import { importPublicKey, type PublicKeySource, readPublicKey } from "../key/public-key.ts";
import { kindOf } from "../options/read-options.ts";
import type { CloudFrontDenialReason } from "./denial.ts";

type Verify = (signature: Uint8Array<ArrayBuffer>, bytes: Uint8Array<ArrayBuffer>) => Promise<boolean>;

/**
 * Whether a signature fits, or at once the reason why it cannot; without any promise but WebCrypto's, each of
 * which has its price.
 */
type SignatureCheck = (
  hash: HashAlgorithm,
  signature: Uint8Array<ArrayBuffer>,
  bytes: Uint8Array<ArrayBuffer>,
) => Promise<boolean> | CloudFrontDenialReason;

/** Checks all keys of a group at once; each is imported when it is first needed with a hash, and kept. */
export function readKeyGroup(
  keyGroup: Readonly<Record<string, PublicKeySource>>,
  allowAnyKeyPairId: boolean,
): Map<string, SignatureCheck> {
  if (kindOf(keyGroup) !== "Object" || !Object.keys(keyGroup).length)
    fail("ERR_OPTION_INVALID", "keyGroup", "expected an object of public keys by their IDs");
  return new Map(
    Object.entries(keyGroup).map(([id, source], i) => [
      checkKeyPairId(id, allowAnyKeyPairId, i + 1),
      signatureCheck(source),
    ]),
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
    // Some runtimes import a key and find only then that they cannot use it.
    await verify(new Uint8Array(64), new Uint8Array()).catch((cause) =>
      fail(
        "ERR_KEY_UNSUPPORTED",
        "keyGroup",
        "holds a key that this runtime cannot verify with; use RSA 2048 or EC P-256",
        cause,
      ),
    );
    // From now on it is the signature that a runtime cannot use.
    verifiers[hash] = (signature, bytes) =>
      subtle.verify(algorithm, imported as CryptoKey, signature, bytes).catch(() => false);
    return verifiers[hash];
  };
  return (hash, signature, bytes) => {
    // An RSA CryptoKey is bound to one hash; for the other it is imported again, unless it may not be
    // exported.
    const isBound = keyType === "RSA" && bound !== undefined && bound !== hash;
    if (isBound && !(key as CryptoKeyLike).extractable) return "hash-mismatch";
    const raw = keyType === "RSA" ? signature : ecdsaFromDer(signature);
    // The shortest RSA key that anything takes has 1,024 bits.
    if (!raw || (keyType === "RSA" && raw.length < 128)) return "signature-wrong-format";
    verifiers[hash] ??= load(hash, isBound);
    const verify = verifiers[hash];
    return typeof verify === "function" ? verify(raw, bytes) : verify.then((loaded) => loaded(raw, bytes));
  };
}
