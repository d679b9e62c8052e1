import {
  constructedTag,
  DerError,
  type DerValue,
  primitiveTag,
  readBitString,
  readInteger,
  readOctetString,
  takeOptional,
} from "../encoding/der.ts";
import { toBigInt } from "../encoding/integer.ts";
import { type AlgorithmIdentifier, readAlgorithmIdentifier } from "./algorithm-identifier.ts";

/** PrivateKeyInfo (PKCS#8, RFC 5208), or OneAsymmetricKey (RFC 5958), which has the public key as well. */
export interface PrivateKeyInfo {
  readonly privateKeyAlgorithm: AlgorithmIdentifier;
  readonly privateKey: Uint8Array;
  readonly publicKey: Uint8Array | undefined;
}

/**
 * Reads the members of a PrivateKeyInfo. Its attributes, which Java and macOS write, do not describe the key
 * and are skipped.
 */
export function readPrivateKeyInfo([
  version,
  algorithm,
  privateKey,
  ...optional
]: readonly DerValue[]): PrivateKeyInfo {
  // v1 is 0; v2, with a public key, is 1.
  if (toBigInt(readInteger(version)) > 1n) throw new DerError();
  takeOptional(optional, constructedTag(0));
  const publicKey = takeOptional(optional, primitiveTag(1));
  if (optional.length > 0) throw new DerError();
  return {
    privateKeyAlgorithm: readAlgorithmIdentifier(algorithm),
    privateKey: readOctetString(privateKey),
    publicKey: publicKey && readBitString(publicKey, primitiveTag(1)),
  };
}
