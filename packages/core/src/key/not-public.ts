import {
  invalidKey,
  notPublic,
  publicKeyOf,
  publicKeyOfCertificate,
  publicKeyOfDerRequest,
  publicKeyOfPkcs12,
  publicKeyOfRequest,
  unsupportedKey,
} from "./key-error.ts";
import type { LabelledStructure, OtherStructure, PrivateKeyStructure } from "./key-structure.ts";

/** For a structure that is no public key. */
export function refuseNotPublic(
  structure: PrivateKeyStructure | OtherStructure | LabelledStructure | undefined,
  format: "PEM" | "DER",
  option: string,
): never {
  switch (structure) {
    case "PrivateKeyInfo":
    case "EncryptedPrivateKeyInfo":
    case "RSAPrivateKey":
    case "ECPrivateKey":
    case "DSAPrivateKey":
      return notPublic(option, "a private key", publicKeyOf);
    case "Certificate":
      return notPublic(option, "a certificate", publicKeyOfCertificate);
    case "CertificationRequest":
      return format === "PEM"
        ? notPublic(option, "a certificate request", publicKeyOfRequest)
        : notPublic(option, "a certificate request in DER", publicKeyOfDerRequest);
    case "Parameters":
      return notPublic(option, "a set of parameters without a key", "pass the public key that belongs to it");
    case "PFX":
      return notPublic(option, "a PKCS#12 file", publicKeyOfPkcs12);
    // Public keys were read before.
    case "SubjectPublicKeyInfo":
    case "RSAPublicKey":
    case "DSAPublicKey":
    case undefined:
      return notPublic(option, "a PEM without a key in it", "pass the PEM with -----BEGIN PUBLIC KEY-----");
  }
}

/** For a `KeyObject` whose type is not `"public"`. */
export function refuseNotPublicKeyObject(type: string, option: string): never {
  switch (type) {
    case "private":
      return notPublic(
        option,
        "a private KeyObject",
        "make the public one of it: createPublicKey(keyObject)",
      );
    case "secret":
      return unsupportedKey(
        option,
        "a secret KeyObject, which is for symmetric algorithms",
        "make a public one: createPublicKey(pem)",
      );
    default:
      return invalidKey(option, "is a KeyObject of an unknown type; pass the PEM text of the key");
  }
}
