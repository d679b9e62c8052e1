import { DerError, type DerValue, derTags, readObjectIdentifier, readSequence } from "../encoding/der.ts";
import type { KeyType } from "./algorithm.ts";
import { newKey, unsupportedKey } from "./key-error.ts";

/** AlgorithmIdentifier (RFC 5280 section 4.1.1.2). */
export interface AlgorithmIdentifier {
  /** The object identifier in its dotted form. Not for messages: in a corrupted key it could be anything. */
  readonly algorithm: string;
  readonly parameters: DerValue | undefined;
}

const rsaEncryption = "1.2.840.113549.1.1.1";
const idEcPublicKey = "1.2.840.10045.2.1";

/** Other common algorithms of keys. Sources: RFC 8017 (RSA), RFC 3279 (DSA), RFC 8410 (the curves of 2^255-19). */
export const otherAlgorithms: Readonly<Record<string, string>> = {
  "1.2.840.113549.1.1.10": "RSA-PSS",
  "1.2.840.10040.4.1": "DSA",
  "1.3.101.110": "X25519",
  "1.3.101.112": "Ed25519",
};

/** Curves (RFC 5480, SEC 2). */
const curves: Readonly<Record<string, string>> = {
  "1.2.840.10045.3.1.7": "P-256",
  "1.3.132.0.34": "P-384",
  "1.3.132.0.35": "P-521",
  "1.3.132.0.10": "secp256k1",
};

export function readAlgorithmIdentifier(value: DerValue | undefined): AlgorithmIdentifier {
  const [algorithm, parameters, ...more] = readSequence(value);
  if (more.length > 0) throw new DerError();
  return { algorithm: readObjectIdentifier(algorithm), parameters };
}

/** Whether parameters are left out or NULL, which mean the same (RFC 8017 appendix A.1, RFC 8018 appendix B.1). */
export function isWithoutParameters({ parameters }: AlgorithmIdentifier): boolean {
  return parameters === undefined || (parameters.tag === derTags.null && parameters.content.length === 0);
}

/** The type of an RSA key or of a key on P-256; throws for any other and names it. */
export function keyTypeOf(identifier: AlgorithmIdentifier): KeyType {
  const { algorithm, parameters } = identifier;
  if (algorithm === rsaEncryption) {
    if (!isWithoutParameters(identifier)) throw new DerError();
    return "RSA";
  }
  if (algorithm === idEcPublicKey) {
    checkCurve(parameters);
    return "EC";
  }
  const name = otherAlgorithms[algorithm] ?? "an algorithm that this package does not support";
  return unsupportedKey(`a key for ${name}`, newKey);
}

/** Throws unless ECParameters (RFC 5480 section 2.1.1) name P-256. */
export function checkCurve(parameters: DerValue | undefined): void {
  // SpecifiedECDomain (SEC 1 appendix C.2).
  if (parameters?.tag === derTags.sequence)
    unsupportedKey("an EC key with explicit curve parameters", newKey);
  const curve = curves[readObjectIdentifier(parameters)] ?? "a curve that this package does not support";
  if (curve !== "P-256") unsupportedKey(`an EC key on ${curve}`, newKey);
}
