import type { CloudFrontSignError } from "cloudfront-sign-webcrypto";

/** A key and where the command read it. */
interface GivenKey {
  readonly key: unknown;
  readonly isPrivate: boolean;
  /** The value of an environment variable, not the content of a file or of standard input. */
  readonly isOfVariable: boolean;
}

/**
 * What a shell can do about a text that is not a key; `undefined` if the library's own sentence says it. It looks at
 * the key, never at the message.
 */
export function keySentence({ code }: CloudFrontSignError, given: GivenKey): string | undefined {
  if (code !== "ERR_KEY_INVALID") return undefined;
  const { key } = given;
  if (typeof key === "string") return sentenceOfText(key.trim(), given);
  if (!(key instanceof Uint8Array)) return undefined;
  return key.length === 0
    ? "has no bytes; write the PEM text into it"
    : sentenceOfText(new TextDecoder().decode(key).trim(), given);
}

function sentenceOfText(text: string, { isPrivate, isOfVariable }: GivenKey): string | undefined {
  return (isOfVariable ? undefined : sentenceOfFile(text)) ?? sentenceOfReference(text, isPrivate);
}

/** For a file, where neither the quotes of a shell nor a variable are at fault. */
function sentenceOfFile(text: string): string | undefined {
  if (text === "") return "is empty; write the PEM text into it";
  if (/^(?:\\[nr]|[\s"'\\])+$/.test(text)) return "holds nothing but quotes; write the PEM text into it";
  if (text === "undefined") return 'is the text "undefined"; check the command that wrote it';
  return /^-----BEGIN [A-Z0-9 ]+-----(?:\\[nr])*$/.test(text)
    ? "is cut off after its first line; copy the whole file again"
    : undefined;
}

const awsKms =
  'which never leaves it; sign in a program, with awsKmsKey of cloudfront-sign-webcrypto/remote (docs/keys.md, "AWS KMS")';

/** A text that says where a key is, or what JavaScript makes of a value that is not text. */
function sentenceOfReference(text: string, isPrivate: boolean): string | undefined {
  const flag = isPrivate ? "--private-key FILE" : "--public-key ID=FILE";
  if (/^\[object \w{1,30}\]$/.test(text)) return `is the text "${text}"; pass the key as PEM text`;
  // A line of OpenSSH ends as file names do.
  if (/\s/.test(text) || /^(?:\{|https?:)/.test(text)) return undefined;
  if (text.startsWith("arn:")) return sentenceOfArn(text.split(":", 3)[2]);
  if (text.startsWith("file:")) return `is a file: URL; use ${flag}, with the path alone`;
  if (/^(?:[.~]|\w:)|\.\w{2,4}$/.test(text)) return `is a file path; use ${flag}`;
  if (text.startsWith("/"))
    return `is a file path or the name of an SSM parameter; use ${flag}, or pass the decrypted value of the parameter`;
  if (/^(?:alias\/.|mrk-[\da-f]{32}$|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$)/.test(text))
    return `is the alias or ID of a key in AWS KMS, ${awsKms}`;
  if (!/^(?:K|APKA)[A-Z0-9]{10,}$/.test(text)) return undefined;
  return isPrivate
    ? "is a key pair ID; pass it as --key-pair-id, and the text of the key here"
    : "is a key pair ID; write the text of the key here";
}

function sentenceOfArn(service: string | undefined): string {
  switch (service) {
    case "kms":
      return `is the ARN of a key in AWS KMS, ${awsKms}`;
    case "secretsmanager":
      return "is the ARN of a secret in Secrets Manager; set the value of the secret: aws secretsmanager get-secret-value --secret-id ARN --query SecretString --output text";
    case "ssm":
      return "is the ARN of a parameter in SSM Parameter Store; set its decrypted value: aws ssm get-parameter --name ARN --with-decryption --query Parameter.Value --output text";
    default:
      return "is the ARN of something that is not a key; pass the key itself";
  }
}
