import { ecdsaFromDer } from "../encoding/ecdsa-signature.ts";
import { fail } from "../errors.ts";
import {
  type CryptoKeyLike,
  cryptoKeyUse,
  type HashAlgorithm,
  type ImportedKey,
  type KeyType,
  keyAlgorithm,
  subtleCrypto,
} from "../key/algorithm.ts";
import { checkKeyPairId } from "../key/key-pair-id.ts";
import { importPublicKey, type PublicKey, type PublicKeySource, publicKeyReader } from "../key/public-key.ts";
import { readKey } from "../key/read-key.ts";
import { kindOf } from "../options.ts";
import type { CloudFrontDenialReason } from "./denial.ts";

type Verify = (signature: Uint8Array<ArrayBuffer>, bytes: Uint8Array<ArrayBuffer>) => Promise<boolean>;

/** The reason why a signature does not fit, or nothing when it does. */
type SignatureCheck = (
  hash: HashAlgorithm,
  signature: Uint8Array<ArrayBuffer>,
  bytes: Uint8Array<ArrayBuffer>,
) => Promise<CloudFrontDenialReason | undefined>;

/** Checks all keys of a group at once; each is imported when it is first needed with a hash, and kept. */
export function readKeyGroup(keyGroup: Readonly<Record<string, PublicKeySource>>): Map<string, SignatureCheck> {
  if (kindOf(keyGroup) !== "Object" || !Object.keys(keyGroup).length)
    fail("ERR_OPTION_INVALID", "keyGroup", "expected an object of public keys by their IDs");
  return new Map(Object.entries(keyGroup).map(([id, source]) => [checkKeyPairId(id), signatureCheck(source)]));
}

function signatureCheck(source: PublicKeySource): SignatureCheck {
  const key = readKey(source, publicKeyReader, "keyGroup");
  const [keyType, bound] = "usages" in key ? cryptoKeyUse(key, "verify", undefined, "keyGroup") : [key.keyType];
  const verifiers: Partial<Record<HashAlgorithm, Promise<Verify>>> = {};
  return async (hash, signature, bytes) => {
    // An RSA CryptoKey is bound to one hash; for the other it is imported again, unless it may not be exported.
    const isBound = keyType === "RSA" && bound && bound !== hash;
    if (isBound && !(key as CryptoKeyLike).extractable) return "hash-mismatch";
    const raw = keyType === "RSA" ? signature : ecdsaFromDer(signature);
    // The shortest RSA key that anything takes has 1,024 bits.
    if (!raw || (keyType === "RSA" && raw.length < 128)) return "signature-wrong-format";
    verifiers[hash] ??= imported(isBound ? subtleCrypto().exportKey("spki", key as CryptoKey) : key, keyType, hash);
    const verify = await verifiers[hash];
    return (await verify(raw, bytes)) ? undefined : "signature-mismatch";
  };
}

async function imported(source: PublicKey | ImportedKey | Promise<ArrayBuffer>, keyType: KeyType, hash: HashAlgorithm): Promise<Verify> {
  const given = await source;
  const read = "byteLength" in given ? readKey(given, publicKeyReader, "keyGroup") : given;
  const key = await importPublicKey(read, hash, "keyGroup");
  const algorithm = keyAlgorithm(keyType, hash);
  const subtle = subtleCrypto();
  return (signature, bytes) => subtle.verify(algorithm, key as CryptoKey, signature, bytes);
}
