import { invalidKey, notPrivate, unsupportedKey } from "./key-error.ts";
import type { LabelledStructure, OtherStructure } from "./key-structure.ts";

/** For a structure that is no private key. */
export function refuseNotPrivate(
  structure: LabelledStructure | OtherStructure | undefined,
  option: string,
): never {
  switch (structure) {
    case "SubjectPublicKeyInfo":
    case "RSAPublicKey":
    case "DSAPublicKey":
      return notPrivate(option, "a public key");
    case "Certificate":
      return notPrivate(option, "a certificate");
    case "CertificationRequest":
      return notPrivate(option, "a certificate request");
    case "Parameters":
      return notPrivate(option, "a set of parameters without a key");
    case "PFX":
      return invalidKey(
        option,
        "is a PKCS#12 file; take the key out of it: openssl pkcs12 -in key.p12 -nocerts -nodes -out key.pem",
      );
    // A block with this label was read as a key before.
    case "PrivateKeyInfo":
    case undefined:
      return notPrivate(option, "a PEM without a key in it", "pass the PEM with -----BEGIN PRIVATE KEY-----");
  }
}

/** For a `KeyObject` whose type is not `"private"`. */
export function refuseNotPrivateKeyObject(type: string, option: string): never {
  switch (type) {
    case "public":
      return notPrivate(option, "a public KeyObject");
    case "secret":
      return unsupportedKey(
        option,
        "a secret KeyObject, which is for symmetric algorithms",
        "make a private one: createPrivateKey(pem)",
      );
    default:
      return invalidKey(option, "is a KeyObject of an unknown type; pass the PEM text of the key");
  }
}
