import type { HashAlgorithm, KeyType } from "../key/algorithm.ts";
import type { ImportedKey } from "../key/crypto-key.ts";
import { cryptoKeyUse } from "../key/crypto-key-use.ts";
import { readProperties } from "../key/key-error.ts";
import { maxPrivateModulusLength } from "../key/limits.ts";
import { type PublicKey, readPublicKey } from "../key/public-key.ts";
import { checkModulusLength } from "../key/rsa-public-key.ts";
import { signatureCheck } from "../verify/key-group.ts";

/** The public half of a key that is elsewhere. */
export interface RemotePublicKey {
  readonly keyType: KeyType;
  /** Bits of the modulus of an RSA key. */
  readonly modulusLength: number | undefined;
  /** An RSA key itself, unless it came as a `CryptoKey`. */
  readonly jwk: JsonWebKey | undefined;
  readonly isSignatureValid: (
    hash: HashAlgorithm,
    signature: Uint8Array<ArrayBuffer>,
    bytes: Uint8Array<ArrayBuffer>,
  ) => Promise<boolean>;
}

const option = "publicKey";

/** Reads the option `publicKey`; throws for a key with which signatures for CloudFront cannot be checked. */
export function readRemotePublicKey(source: unknown, hash: HashAlgorithm): RemotePublicKey {
  const key = readPublicKey(source, option);
  const keyType = "usages" in key ? readCryptoKey(key, hash) : key.keyType;
  const modulusLength = keyType === "RSA" ? modulusLengthOf(key) : undefined;
  if (modulusLength !== undefined) checkModulusLength(modulusLength, maxPrivateModulusLength, option);
  const check = signatureCheck(key, option);
  return {
    keyType,
    modulusLength,
    jwk: "usages" in key || key.keyType === "EC" ? undefined : key.data,
    isSignatureValid: async (usedHash, signature, bytes) =>
      (await check(usedHash, signature, bytes)) === true,
  };
}

/** An RSA `CryptoKey` for another hash has to be imported again, so it must be extractable. */
function readCryptoKey(key: ImportedKey, hash: HashAlgorithm): KeyType {
  const isExtractable = readProperties(() => key.extractable, option);
  return cryptoKeyUse(key, "verify", isExtractable ? undefined : hash, option)[0];
}

function modulusLengthOf(key: PublicKey | ImportedKey): number | undefined {
  if ("usages" in key)
    return readProperties(() => (key.algorithm as RsaHashedKeyAlgorithm).modulusLength, option);
  return key.keyType === "RSA" ? key.modulusLength : undefined;
}
