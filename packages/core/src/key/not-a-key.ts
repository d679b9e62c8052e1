import { lostText } from "../options/printable.ts";
import { invalidKey } from "./key-error.ts";

/** What is wrong with a text that names a private key or holds it encrypted by AWS KMS. */
export function referenceProblem(text: string): string | undefined {
  // An ARN, an alias, the ID of a key, or the ID of a key in several regions (AWS KMS Developer Guide, "Key identifiers").
  if (/^(?:arn:[^:]*:kms:|alias\/.|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$|mrk-[\da-f]{32}$)/.test(text))
    return 'is the name of a key in AWS KMS, which never leaves it; sign with awsKmsKey of cloudfront-sign-webcrypto/remote (docs/keys.md, "AWS KMS")';
  if (text.startsWith("arn:"))
    return "is an ARN; pass the decrypted value of the secret or parameter that holds the key";
  if (/^\w{2,}:/.test(text)) return "is a URL; read what it names, and pass the text of the key";
  if (/^[.~/]|^\w:|\.\w{2,4}$/.test(text))
    return "is a file path or the name of an SSM parameter; pass the text of the file, or the decrypted value of the parameter";
  // The ID of a public key, or of a key pair of the old kind.
  if (/^(?:K|APKA)[A-Z0-9]{10,}$/.test(text))
    return "is a key pair ID; pass it as keyPairId, and the text of the key here";
  if (isKmsCiphertext(text.replace(/^["']/, ""))) return `is encrypted by AWS KMS; ${decryptIt}`;
  // `$NAME`, `${NAME}` or `NAME_OF_VARIABLE`.
  return /^(?:\$|[A-Z]+(?:_[A-Z]+)+$)/.test(text) ? "is the name of a variable; pass its value" : undefined;
}

/** What to do with {@link isKmsCiphertext}. */
export const decryptIt = "read the SSM parameter with WithDecryption: true, or decrypt the text first";

/** Whether a text starts with the first bytes of what AWS KMS encrypts, in base64. */
export const isKmsCiphertext = (text: string): boolean => text.startsWith("AQICA");

/** For any other text without a key in it. */
export function refuseText(text: string): never {
  if (/^(?:undefined|null|\[object [A-Z]\w{1,30}\])$/.test(text))
    invalidKey(`is the text "${text}": ${lostText}`);
  if (/^(?:\\[nr]|[\s"'\\])*$/.test(text))
    invalidKey("is empty; check that the file or environment variable holds the PEM text");
  return invalidKey(
    `has ${text.length} characters and contains no key; pass the content of the PEM file (-----BEGIN …)`,
  );
}
