import { decodeBase64 } from "../encoding/base64.ts";
import { lostText } from "../options/printable.ts";
import { invalidKey, orLoadIt, type Problem } from "./key-error.ts";

/** The shortest private key, the scalar of P-256, in bytes: fewer are not a key in base64 by accident. */
const shortestKey = 32;

const readIt = 'read the file: await readFile(path, "utf8")';

/** Throws for a text that says where a key is instead of holding it, or that JavaScript makes of another value. */
export function refuseReference(text: string): void {
  const problem = referenceProblem(text);
  if (problem !== undefined) invalidKey(problem);
}

function referenceProblem(text: string): Problem | undefined {
  if (/^(?:undefined|null|\[object [A-Z]\w{1,30}\])$/.test(text)) return `is the text "${text}": ${lostText}`;
  // An ARN, an alias, the ID of a key, or the ID of a key in several regions (AWS KMS Developer Guide, "Key identifiers").
  if (/^(?:arn:[^:]*:kms:|alias\/.|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$|mrk-[\da-f]{32}$)/.test(text))
    return 'is the ARN, alias or ID of a key in AWS KMS, which never leaves it; pass awsKmsKey({ keyId, publicKey, sign }) of cloudfront-sign-webcrypto/remote (docs/keys.md, "AWS KMS")';
  if (text.startsWith("arn:"))
    return orLoadIt(
      "is an ARN, not the key; pass the decrypted value of the secret or parameter that holds it",
    );
  if (text.startsWith("file:")) return 'is a file: URL; read the file: readFileSync(new URL(text), "utf8")';
  if (/^\w{2,}:/.test(text)) return "is a URL; fetch the key, and pass its text";
  if (/^[.~]|^\w:|\.\w{2,4}$/.test(text)) return `is a file path; ${readIt}`;
  if (text.startsWith("/"))
    return `is a file path or the name of an SSM parameter; ${readIt}, or pass the decrypted value of the parameter`;
  // The ID of a public key, or of a key pair of the old kind.
  if (/^(?:K|APKA)[A-Z0-9]{10,}$/.test(text))
    return "is a key pair ID; pass it as keyPairId, and the text of the key here";
  // `$NAME`, `${NAME}` or `NAME_OF_VARIABLE`.
  return /^(?:\$|[A-Z]+(?:_[A-Z]+)+$)/.test(text)
    ? "is the name of a variable; pass the value of the variable"
    : undefined;
}

/** What to do with {@link isKmsCiphertext}. */
export const decryptIt = "read the SSM parameter with WithDecryption: true, or decrypt the text first";

/** Whether a text starts with the first bytes of what AWS KMS encrypts, in base64. */
export const isKmsCiphertext = (text: string): boolean => text.startsWith("AQICA");

/** For any other text without a key in it. */
export function refuseText(text: string): never {
  const content = text.replace(/\\[nr]|[\s"'\\]/g, "");
  if (content === "") invalidKey("is empty; check that the environment variable holds the PEM text");
  // DER starts with the byte 30.
  if (/^30(?:[\da-f]{2}){31,}$/i.test(content))
    invalidKey("is hexadecimal text; pass the bytes that it stands for, or the PEM text");
  if (isKmsCiphertext(content)) invalidKey(`is encrypted by AWS KMS; ${decryptIt}`);
  const decoded = decodeBase64(content)?.length ?? 0;
  if (decoded >= shortestKey)
    invalidKey(`is base64 of ${decoded} bytes that are not a key; copy the whole text again`);
  return invalidKey(
    `is a text of ${text.length} characters that holds no key; pass the content of the PEM file (-----BEGIN …)`,
  );
}
