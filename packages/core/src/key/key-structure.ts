import { type DerValue, derTags } from "../encoding/der.ts";

/** Structures with a private key in them, as their specifications name them. */
export type PrivateKeyStructure =
  | "PrivateKeyInfo"
  | "EncryptedPrivateKeyInfo"
  | "RSAPrivateKey"
  | "ECPrivateKey"
  | "DSAPrivateKey";

/** Structures with a public key in them, or with no key at all. */
export type OtherStructure =
  | "SubjectPublicKeyInfo"
  | "RSAPublicKey"
  | "DSAPublicKey"
  | "Certificate"
  | "CertificationRequest"
  | "PFX"
  | "Parameters";

/** A structure that the label of a PEM block can name. */
export type LabelledStructure =
  | "PrivateKeyInfo"
  | "SubjectPublicKeyInfo"
  | "Certificate"
  | "CertificationRequest"
  | "Parameters";

/** The structure whose members have these tags. PEM labels are unreliable, and DER bytes have none. */
export function keyStructure(members: readonly DerValue[]): PrivateKeyStructure | OtherStructure | undefined {
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
 * A certificate (RFC 5280) and a request for one (RFC 2986) have the same members. What the request signs
 * starts with its version, INTEGER 0.
 */
function signedStructure(toBeSigned: DerValue | undefined): OtherStructure {
  // The content of a SEQUENCE that starts with INTEGER 0.
  const [tag, length, version] = toBeSigned?.content ?? [];
  return tag === derTags.integer && length === 1 && version === 0 ? "CertificationRequest" : "Certificate";
}

function structureOfNumbers(
  members: readonly DerValue[],
): "RSAPublicKey" | "RSAPrivateKey" | "DSAPublicKey" | "DSAPrivateKey" | undefined {
  const count = members.filter(({ tag }) => tag === derTags.integer).length;
  if (count === 2 && members.length === 2) return "RSAPublicKey";
  // The public half, p, q and g: OpenSSL's own form, up to version 1.0.
  if (count === 4 && members.length === 4) return "DSAPublicKey";
  // Version, p, q, g, public and private key: a format of OpenSSL's own.
  if (count === 6 && members.length === 6) return "DSAPrivateKey";
  return count === 9 ? "RSAPrivateKey" : undefined;
}

/**
 * The structure that a PEM label names (RFC 7468 section 4). Only for the message about a block that is not
 * read.
 */
export function labelledStructure(label: string): LabelledStructure | undefined {
  if (label.endsWith("PRIVATE KEY")) return "PrivateKeyInfo";
  if (label.endsWith("PUBLIC KEY")) return "SubjectPublicKeyInfo";
  if (label.endsWith("CERTIFICATE")) return "Certificate";
  if (label.endsWith("CERTIFICATE REQUEST")) return "CertificationRequest";
  return label.endsWith("PARAMETERS") ? "Parameters" : undefined;
}
