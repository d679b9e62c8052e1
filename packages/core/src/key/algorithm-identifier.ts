import {
  DerError,
  type DerValue,
  derTags,
  readInteger,
  readObjectIdentifier,
  readSequence,
} from "../encoding/der.ts";
import type { KeyType } from "./algorithm.ts";
import { newEcKey, newRsaKey, unsupportedKey } from "./key-error.ts";
import { isP256Field } from "./p256-point.ts";

/** AlgorithmIdentifier (RFC 5280 section 4.1.1.2). */
export interface AlgorithmIdentifier {
  /**
   * The object identifier in its dotted form. Not for messages: in a corrupted key it could be anything.
   */
  readonly algorithm: string;
  readonly parameters: DerValue | undefined;
}

const rsaEncryption = "1.2.840.113549.1.1.1";
const idEcPublicKey = "1.2.840.10045.2.1";
const prime256v1 = "1.2.840.10045.3.1.7";
const primeField = "1.2.840.10045.1.1";

export function readAlgorithmIdentifier(value: DerValue | undefined): AlgorithmIdentifier {
  const [algorithm, parameters, ...more] = readSequence(value);
  if (more.length > 0) throw new DerError();
  return { algorithm: readObjectIdentifier(algorithm), parameters };
}

/**
 * Whether parameters are left out or NULL, which mean the same (RFC 8017 appendix A.1, RFC 8018 appendix
 * B.1).
 */
export function isWithoutParameters({ parameters }: AlgorithmIdentifier): boolean {
  return parameters === undefined || (parameters.tag === derTags.null && parameters.content.length === 0);
}

/**
 * The type of an RSA key or of a key on P-256; throws for any other and names it. `nameCurve` is the command
 * that replaces explicit parameters of a curve by its name.
 */
export function keyTypeOf(identifier: AlgorithmIdentifier, nameCurve: string, option: string): KeyType {
  const { algorithm, parameters } = identifier;
  if (algorithm === rsaEncryption) {
    if (!isWithoutParameters(identifier)) throw new DerError();
    return "RSA";
  }
  if (algorithm === idEcPublicKey) {
    checkCurve(parameters, nameCurve, option);
    return "EC";
  }
  return unsupportedKey(option, `a key for ${otherAlgorithm(algorithm)}`, newRsaKey);
}

/** Throws unless ECParameters (RFC 5480 section 2.1.1) name P-256. */
export function checkCurve(parameters: DerValue | undefined, nameCurve: string, option: string): void {
  if (parameters?.tag === derTags.sequence) {
    if (isOverOtherField(parameters)) {
      unsupportedKey(option, "an EC key with explicit parameters of another curve than P-256", newEcKey);
    }
    unsupportedKey(
      option,
      "an EC key with explicit curve parameters",
      `give the curve its name: ${nameCurve}`,
    );
  }
  const curve = readObjectIdentifier(parameters);
  if (curve === prime256v1) return;
  unsupportedKey(option, `an EC key on ${otherCurve(curve)}`, newEcKey);
}

/** Whether explicit parameters (SpecifiedECDomain, SEC 1 appendix C.2) name another field than P-256's. */
function isOverOtherField(parameters: DerValue): boolean {
  const [, fieldId] = readSequence(parameters);
  if (!fieldId) return false;
  const [fieldType, prime] = readSequence(fieldId);
  return readObjectIdentifier(fieldType) !== primeField || !isP256Field(readInteger(prime));
}

/**
 * Other algorithms of keys. Sources: RFC 8017 (RSA), RFC 5480 (EC), RFC 3279 (DSA, DH), RFC 8410 (the curves of
 * 2^255-19 and 2^448), NIST's Computer Security Objects Register (ML-DSA, SLH-DSA, ML-KEM).
 */
function otherAlgorithm(identifier: string): string {
  switch (identifier) {
    case "1.2.840.113549.1.1.7":
      return "RSA-OAEP";
    case "1.2.840.113549.1.1.10":
      return "RSA-PSS";
    case "1.2.840.113549.1.3.1":
    case "1.2.840.10046.2.1":
      return "DH";
    case "1.2.840.10040.4.1":
      return "DSA";
    case "1.3.132.1.12":
      return "ECDH";
    case "1.3.101.110":
      return "X25519";
    case "1.3.101.111":
      return "X448";
    case "1.3.101.112":
      return "Ed25519";
    case "1.3.101.113":
      return "Ed448";
    case "2.16.840.1.101.3.4.3.17":
    case "2.16.840.1.101.3.4.3.18":
    case "2.16.840.1.101.3.4.3.19":
      return "ML-DSA";
    case "2.16.840.1.101.3.4.3.20":
    case "2.16.840.1.101.3.4.3.21":
    case "2.16.840.1.101.3.4.3.22":
    case "2.16.840.1.101.3.4.3.23":
    case "2.16.840.1.101.3.4.3.24":
    case "2.16.840.1.101.3.4.3.25":
    case "2.16.840.1.101.3.4.3.26":
    case "2.16.840.1.101.3.4.3.27":
    case "2.16.840.1.101.3.4.3.28":
    case "2.16.840.1.101.3.4.3.29":
    case "2.16.840.1.101.3.4.3.30":
    case "2.16.840.1.101.3.4.3.31":
      return "SLH-DSA";
    case "2.16.840.1.101.3.4.4.1":
    case "2.16.840.1.101.3.4.4.2":
    case "2.16.840.1.101.3.4.4.3":
      return "ML-KEM";
    default:
      return "an algorithm that this package does not know";
  }
}

/** Other curves. Sources: RFC 5480, SEC 2, RFC 5639 (brainpool). */
function otherCurve(identifier: string): string {
  switch (identifier) {
    case "1.2.840.10045.3.1.1":
      return "P-192";
    case "1.3.132.0.33":
      return "P-224";
    case "1.3.132.0.34":
      return "P-384";
    case "1.3.132.0.35":
      return "P-521";
    case "1.3.132.0.10":
      return "secp256k1";
    case "1.3.36.3.3.2.8.1.1.7":
      return "brainpoolP256r1";
    case "1.3.36.3.3.2.8.1.1.8":
      return "brainpoolP256t1";
    case "1.3.36.3.3.2.8.1.1.9":
      return "brainpoolP320r1";
    case "1.3.36.3.3.2.8.1.1.10":
      return "brainpoolP320t1";
    case "1.3.36.3.3.2.8.1.1.11":
      return "brainpoolP384r1";
    case "1.3.36.3.3.2.8.1.1.12":
      return "brainpoolP384t1";
    case "1.3.36.3.3.2.8.1.1.13":
      return "brainpoolP512r1";
    case "1.3.36.3.3.2.8.1.1.14":
      return "brainpoolP512t1";
    case "1.2.156.10197.1.301":
      return "SM2";
    default:
      return "a curve that this package does not know";
  }
}
