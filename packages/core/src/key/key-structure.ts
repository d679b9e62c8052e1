import { type DerValue, derTags } from "../encoding/der.ts";

/** The structures that people have keys in, by the names of their specifications. */
export type KeyStructure =
  | "PrivateKeyInfo"
  | "EncryptedPrivateKeyInfo"
  | "RSAPrivateKey"
  | "ECPrivateKey"
  | "DSAPrivateKey"
  | "SubjectPublicKeyInfo"
  | "RSAPublicKey"
  | "DSAPublicKey"
  | "Certificate"
  | "CertificationRequest"
  | "PFX"
  | "Parameters";

/** The structure that has members of these tags. PEM labels are unreliable, and DER bytes have none. */
export function keyStructure(members: readonly DerValue[]): KeyStructure | undefined {
  const [first, second, third] = members.map(({ tag }) => tag);
  const { integer, bitString, octetString, sequence } = derTags;
  if (first === sequence && second === bitString) return "SubjectPublicKeyInfo";
  if (first === sequence && second === octetString) return "EncryptedPrivateKeyInfo";
  if (first === sequence && second === sequence && third === bitString) return signedStructure(members[0]);
  if (first !== integer) return undefined;
  if (second === sequence) return third === octetString ? "PrivateKeyInfo" : "PFX";
  if (second === octetString) return "ECPrivateKey";
  return structureOfNumbers(members);
}

/**
 * A certificate (RFC 5280) is signed as a request for one (RFC 2986) is; the request says its version, the
 * number 0, and then its name.
 */
function signedStructure(toBeSigned: DerValue | undefined): KeyStructure {
  // The content of a SEQUENCE that starts with INTEGER 0.
  const [tag, length, version] = toBeSigned?.content ?? [];
  return tag === derTags.integer && length === 1 && version === 0 ? "CertificationRequest" : "Certificate";
}

function structureOfNumbers(members: readonly DerValue[]): KeyStructure | undefined {
  const count = members.filter(({ tag }) => tag === derTags.integer).length;
  if (count === 2 && members.length === 2) return "RSAPublicKey";
  // The public half, p, q and g: OpenSSL's own form, up to version 1.0.
  if (count === 4 && members.length === 4) return "DSAPublicKey";
  // The version, p, q, g and the two halves: OpenSSL's own form.
  if (count === 6 && members.length === 6) return "DSAPrivateKey";
  return count === 9 ? "RSAPrivateKey" : undefined;
}

/**
 * The structure that a PEM label names (RFC 7468 section 4): for blocks that are not read, only to say what
 * they are.
 */
export function labelledStructure(label: string): KeyStructure | undefined {
  if (label.endsWith("PRIVATE KEY")) return "PrivateKeyInfo";
  if (label.endsWith("PUBLIC KEY")) return "SubjectPublicKeyInfo";
  if (label.endsWith("CERTIFICATE")) return "Certificate";
  if (label.endsWith("CERTIFICATE REQUEST")) return "CertificationRequest";
  return label.endsWith("PARAMETERS") ? "Parameters" : undefined;
}
