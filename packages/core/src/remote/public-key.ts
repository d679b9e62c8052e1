import type { Bytes } from "../encoding/bytes.ts";
import type { HashAlgorithm, KeyType } from "../key/algorithm.ts";
import { type ImportedKey, readUse } from "../key/crypto-key.ts";
import { named, readProperties } from "../key/key-error.ts";
import { type PublicKey, readPublicKey } from "../key/public-key.ts";
import { checkModulusLength } from "../key/rsa-public-key.ts";
import { maxPrivateModulusLength } from "../limits.ts";
import { signatureCheck } from "../verify/key-group.ts";

/** The public half of a key that is elsewhere. */
export interface RemotePublicKey {
  readonly keyType: KeyType;
  /** Bits of the modulus of an RSA key. */
  readonly modulusLength: number | undefined;
  /** An RSA key itself, unless it came as a `CryptoKey`. */
  readonly jwk: JsonWebKey | undefined;
  readonly isSignatureValid: (hash: HashAlgorithm, signature: Bytes, bytes: Bytes) => Promise<boolean>;
}

const option = "publicKey";

/** Reads the option `publicKey`; throws for a key with which signatures for CloudFront cannot be checked. */
export function readRemotePublicKey(source: unknown, hash: HashAlgorithm): RemotePublicKey {
  const key = readPublicKey(source, option);
  const [keyType, modulusLength] = named(option, () => readKind(key, hash));
  const check = signatureCheck(key, option);
  return {
    keyType,
    modulusLength,
    jwk: key.kind === "RSA" ? key.data : undefined,
    isSignatureValid: async (usedHash, signature, bytes) =>
      (await check(usedHash, signature, bytes)) === true,
  };
}

function readKind(key: PublicKey, hash: HashAlgorithm): [KeyType, modulusLength: number | undefined] {
  const keyType = key.kind === "CryptoKey" ? readCryptoKey(key.key, hash) : key.kind;
  const modulusLength = keyType === "RSA" ? modulusLengthOf(key) : undefined;
  if (modulusLength !== undefined) checkModulusLength(modulusLength, maxPrivateModulusLength);
  return [keyType, modulusLength];
}

/** An RSA `CryptoKey` for another hash has to be imported again, so it must be extractable. */
function readCryptoKey(key: ImportedKey, hash: HashAlgorithm): KeyType {
  const isExtractable = readProperties(() => key.extractable);
  return readUse(key, "verify", isExtractable ? undefined : hash)[0];
}

function modulusLengthOf(key: PublicKey): number | undefined {
  if (key.kind !== "CryptoKey") return key.kind === "RSA" ? key.modulusLength : undefined;
  return readProperties(() => (key.key.algorithm as RsaHashedKeyAlgorithm).modulusLength);
}
