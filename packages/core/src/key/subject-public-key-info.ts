import { DerError, type DerValue, readBitString } from "../encoding/der.ts";
import { type AlgorithmIdentifier, readAlgorithmIdentifier } from "./algorithm-identifier.ts";

/** SubjectPublicKeyInfo (RFC 5280 section 4.1). */
export interface SubjectPublicKeyInfo {
  readonly algorithm: AlgorithmIdentifier;
  readonly subjectPublicKey: Uint8Array;
}

export function readSubjectPublicKeyInfo([
  algorithm,
  subjectPublicKey,
  ...more
]: readonly DerValue[]): SubjectPublicKeyInfo {
  if (more.length > 0) throw new DerError();
  return { algorithm: readAlgorithmIdentifier(algorithm), subjectPublicKey: readBitString(subjectPublicKey) };
}
