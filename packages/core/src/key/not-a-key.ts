import { decodeBase64 } from "../encoding/base64.ts";
import { invalidKey } from "./key-error.ts";

/** The shortest private key, the scalar of P-256, in bytes: fewer are no key in base64 by accident. */
const shortestKey = 32;

/** An alias, the ID of a key, or the ID of a key in several regions (AWS KMS Developer Guide, "Key identifiers"). */
const kmsKey = /^(?:alias\/.|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$|mrk-[\da-f]{32}$)/;

/** `$NAME`, `${NAME}` or `NAME_OF_VARIABLE`. */
const variableName = /^(?:\$|[A-Z]+(?:_[A-Z]+)+$)/;

/** DER starts with the byte 30. */
const hexadecimalKey = /^30(?:[\da-f]{2}){31,}$/i;

/** Throws for a text that says where a key is instead of holding it. */
export function refuseReference(text: string, option: string): void {
  const stringified = stringifiedProblem(text);
  if (stringified !== undefined) invalidKey(option, stringified);
  if (text.startsWith("arn:")) invalidKey(option, arnProblem(text, option));
  if (text.startsWith("file:")) {
    invalidKey(option, 'is a file: URL; read the file: readFileSync(new URL(text), "utf8")');
  }
  if (/^\w{2,}:/.test(text)) invalidKey(option, "is a URL; fetch the key, and pass its text");
  if (/^[.~]|^\w:|\.\w{2,4}$/.test(text))
    invalidKey(option, 'is a file path; read the file: readFileSync(path, "utf8")');
  if (text.startsWith("/")) {
    invalidKey(
      option,
      'is a file path or the name of an SSM parameter; read the file: readFileSync(path, "utf8"), or pass the decrypted value of the parameter',
    );
  }
  if (kmsKey.test(text)) {
    invalidKey(
      option,
      "is the alias or ID of a key in AWS KMS, which never leaves it; pass awsKmsKey({ keyId, publicKey, sign }) of cloudfront-sign-webcrypto/remote (docs/keys.md)",
    );
  }
  // The ID of a public key, or of a key pair of the old kind.
  if (/^(K|APKA)[A-Z0-9]{10,}$/.test(text))
    invalidKey(option, "is a key pair ID; pass it as keyPairId, and the text of the key here");
  if (variableName.test(text)) {
    invalidKey(option, "is the name of a variable; pass the value of the variable");
  }
}

/** For a text that JavaScript makes of a value that is no text. */
function stringifiedProblem(text: string): string | undefined {
  switch (text) {
    case "undefined":
      return 'is the text "undefined"; check that the environment variable is set';
    case "null":
      return 'is the text "null"; check that the secret exists';
    case "[object Object]":
      return 'is the text "[object Object]"; pass the object itself, or its JSON text';
    case "[object Promise]":
      return 'is the text "[object Promise]"; await the Promise';
    default:
      return undefined;
  }
}

/** For an ARN: what it names, and how to get the key from there. */
function arnProblem(arn: string, option: string): string {
  const [, , service] = arn.split(":", 3);
  switch (service) {
    case "kms":
      return "is the ARN of a key in AWS KMS, which never leaves it; pass awsKmsKey({ keyId, publicKey, sign }) of cloudfront-sign-webcrypto/remote (docs/keys.md)";
    case "secretsmanager":
      return `is the ARN of a secret in Secrets Manager; pass the value of the secret${orLoadIt(option, "AWS Secrets Manager")}`;
    case "ssm":
      return `is the ARN of a parameter in SSM Parameter Store; pass its decrypted value${orLoadIt(option, "SSM Parameter Store")}`;
    default:
      return "is the ARN of something that is no key; pass the key itself";
  }
}

/** Only the private key of a signer can be loaded. */
function orLoadIt(option: string, section: string): string {
  return option === "privateKey"
    ? `, or replace privateKey with key: loadedKey({ load }) (docs/keys.md, "${section}")`
    : "";
}

/** For any other text without a key in it. */
export function refuseText(text: string, option: string): never {
  if (text === "") invalidKey(option, "is empty; check that the environment variable holds the PEM text");
  const content = text.replace(/\\[nr]|[\s"'\\]/g, "");
  if (content === "")
    invalidKey(option, "holds nothing but quotes; check the value of the environment variable");
  if (hexadecimalKey.test(content))
    invalidKey(option, "is hexadecimal text; pass the bytes that it stands for, or the PEM text");
  const decoded = decodeBase64(content)?.length ?? 0;
  if (decoded >= shortestKey)
    invalidKey(option, `is base64 of ${decoded} bytes that are no key; copy the whole text again`);
  return invalidKey(
    option,
    `is a text of ${text.length} characters that holds no key; pass the content of the PEM file (-----BEGIN …)`,
  );
}
