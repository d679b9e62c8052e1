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

/**
 * Algorithms of keys. Sources: RFC 8017 (RSA), RFC 5480 (EC), RFC 3279 (DSA, DH), RFC 8410 (the curves of
 * 2^255-19 and 2^448), NIST's Computer Security Objects Register (ML-DSA, SLH-DSA, ML-KEM).
 */
const keyAlgorithms: Readonly<Record<string, string>> = {
  "1.2.840.113549.1.1.7": "RSA-OAEP",
  "1.2.840.113549.1.1.10": "RSA-PSS",
  "1.2.840.113549.1.3.1": "DH",
  "1.2.840.10046.2.1": "DH",
  "1.2.840.10040.4.1": "DSA",
  "1.3.132.1.12": "ECDH",
  "1.3.101.110": "X25519",
  "1.3.101.111": "X448",
  "1.3.101.112": "Ed25519",
  "1.3.101.113": "Ed448",
  "2.16.840.1.101.3.4.3.17": "ML-DSA",
  "2.16.840.1.101.3.4.3.18": "ML-DSA",
  "2.16.840.1.101.3.4.3.19": "ML-DSA",
  "2.16.840.1.101.3.4.3.20": "SLH-DSA",
  "2.16.840.1.101.3.4.3.21": "SLH-DSA",
  "2.16.840.1.101.3.4.3.22": "SLH-DSA",
  "2.16.840.1.101.3.4.3.23": "SLH-DSA",
  "2.16.840.1.101.3.4.3.24": "SLH-DSA",
  "2.16.840.1.101.3.4.3.25": "SLH-DSA",
  "2.16.840.1.101.3.4.3.26": "SLH-DSA",
  "2.16.840.1.101.3.4.3.27": "SLH-DSA",
  "2.16.840.1.101.3.4.3.28": "SLH-DSA",
  "2.16.840.1.101.3.4.3.29": "SLH-DSA",
  "2.16.840.1.101.3.4.3.30": "SLH-DSA",
  "2.16.840.1.101.3.4.3.31": "SLH-DSA",
  "2.16.840.1.101.3.4.4.1": "ML-KEM",
  "2.16.840.1.101.3.4.4.2": "ML-KEM",
  "2.16.840.1.101.3.4.4.3": "ML-KEM",
};

/** Curves. Sources: RFC 5480, SEC 2, RFC 5639 (brainpool). */
const curves: Readonly<Record<string, string>> = {
  "1.2.840.10045.3.1.1": "P-192",
  "1.3.132.0.33": "P-224",
  "1.3.132.0.34": "P-384",
  "1.3.132.0.35": "P-521",
  "1.3.132.0.10": "secp256k1",
  "1.3.36.3.3.2.8.1.1.7": "brainpoolP256r1",
  "1.3.36.3.3.2.8.1.1.8": "brainpoolP256t1",
  "1.3.36.3.3.2.8.1.1.9": "brainpoolP320r1",
  "1.3.36.3.3.2.8.1.1.10": "brainpoolP320t1",
  "1.3.36.3.3.2.8.1.1.11": "brainpoolP384r1",
  "1.3.36.3.3.2.8.1.1.12": "brainpoolP384t1",
  "1.3.36.3.3.2.8.1.1.13": "brainpoolP512r1",
  "1.3.36.3.3.2.8.1.1.14": "brainpoolP512t1",
  "1.2.156.10197.1.301": "SM2",
};

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
  return unsupportedKey(
    option,
    `a key for ${keyAlgorithms[algorithm] ?? "an algorithm that this package does not know"}`,
    newRsaKey,
  );
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
  unsupportedKey(
    option,
    `an EC key on ${curves[curve] ?? "a curve that this package does not know"}`,
    newEcKey,
  );
}

/** Whether explicit parameters (SpecifiedECDomain, SEC 1 appendix C.2) name another field than P-256's. */
function isOverOtherField(parameters: DerValue): boolean {
  const [, fieldId] = readSequence(parameters);
  if (!fieldId) return false;
  const [fieldType, prime] = readSequence(fieldId);
  return readObjectIdentifier(fieldType) !== primeField || !isP256Field(readInteger(prime));
}
