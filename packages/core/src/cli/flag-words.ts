import type { CloudFrontSignError } from "../errors.ts";

/** The environment variables that the command reads. */
export const keyVariable = "CLOUDFRONT_PRIVATE_KEY";
export const keyFileVariable = "CLOUDFRONT_PRIVATE_KEY_FILE";
export const publicKeysVariable = "CLOUDFRONT_PUBLIC_KEYS";
export const keyPairIdVariable = "CLOUDFRONT_KEY_PAIR_ID";
export const passphraseVariable = "CLOUDFRONT_PRIVATE_KEY_PASSPHRASE";

/** What the command has for each option of the library. */
const wordOfOption: Readonly<Record<string, string>> = {
  keyPairId: "--key-pair-id",
  allowAnyKeyPairId: "--allow-any-key-pair-id",
  privateKey: "--private-key",
  passphrase: passphraseVariable,
  hashAlgorithm: "--hash-algorithm",
  maxLifetime: "--max-lifetime",
  expiresIn: "--expires-in",
  dateLessThan: "--date-less-than",
  dateGreaterThan: "--date-greater-than",
  cacheWindow: "--cache-window",
  ipAddress: "--ip-address",
  resource: "--resource",
  policy: "--policy",
  keyGroup: "--public-key",
  restrict: "--restrict",
  now: "--now",
};

/** What the library says to a program, and what a shell can do instead. */
export const shellSteps: readonly (readonly [said: string, step: string])[] = [
  ['read the file: readFileSync(path, "utf8")', "use --private-key FILE"],
  ['read the file: readFileSync(new URL(text), "utf8")', "use --private-key FILE, with the path alone"],
  [
    "has no bytes; read the PEM file again, or pass a copy if its buffer was transferred",
    "has no bytes; write the PEM text into it",
  ],
  [
    "is an object with a privateKey in it; pass this privateKey alone",
    "is JSON with a key in it; give this key alone",
  ],
  ["pass its privateKey to a signer and its publicKey to a verifier", "give its private key alone"],
  ["pass Uint8Array.from(object.data) if these are the bytes of a key", "give the key as PEM text"],
  ["pass the object itself, or its JSON text", "give the key as PEM text"],
  ["await the Promise", "give the key as PEM text"],
  [
    "pass awsKmsKey({ keyId, publicKey, sign }) of cloudfront-sign-webcrypto/remote (docs/keys.md",
    "sign in a program, with awsKmsKey of cloudfront-sign-webcrypto/remote (docs/keys.md",
  ],
  [
    'pass the value of the secret, or replace privateKey with key: loadedKey({ load }) (docs/keys.md, "AWS Secrets Manager")',
    "set the value of the secret: aws secretsmanager get-secret-value --secret-id ARN --query SecretString --output text",
  ],
  [
    'pass its decrypted value, or replace privateKey with key: loadedKey({ load }) (docs/keys.md, "SSM Parameter Store")',
    "set its decrypted value: aws ssm get-parameter --name ARN --with-decryption --query Parameter.Value --output text",
  ],
  [
    "is encrypted, and passphrase is empty; check that its environment variable has a value",
    "is encrypted, and the option passphrase is empty; write the passphrase into it",
  ],
  [
    "is encrypted; set passphrase, or decrypt it",
    "is encrypted; give --passphrase-file FILE or set CLOUDFRONT_PRIVATE_KEY_PASSPHRASE, or decrypt it",
  ],
  [
    "expected the ID of the public key, such as K2JCJMDEHXQW5F; received undefined: is the environment variable set?",
    "is missing; give the ID of the public key, such as K2JCJMDEHXQW5F, or set CLOUDFRONT_KEY_PAIR_ID",
  ],
  [
    "make the URL of an object with cloudFrontUrl(origin, key)",
    "write https://HOST/KEY with the distribution's host name",
  ],
  ["write %23 or use cloudFrontUrl(origin, key)", "write %23"],
  ["is not covered by the resource of this grant", "is not covered by --resource"],
  ["resolve it first: new URL(path, base).href", "write the path without it"],
  ["take it out, for example with url.trim()", "take it out"],
  ["is an environment variable or a field missing?", "is a variable of the shell not set?"],
  ["pass what JSON.stringify returns", "check the text, and the single quotes around it in a shell"],
  ["make each pattern an entry of its own", "give each pattern a --restrict of its own"],
  ["call JSON.stringify only once", "remove the quotes around it and the backslashes in it"],
  ["the same public key, imported for SHA-256, verifies it", "the same public key verifies it"],
  ["leave domain out to use the answering host", "leave --domain out to use the answering host"],
  [
    "each set has the path of its resource; leave path out",
    "each RESOURCE has its own path; leave --path out",
  ],
  [
    'is false with sameSite "None", so browsers drop the cookie; leave secure out',
    "is given with --same-site None, so browsers drop the cookie; leave --no-secure out",
  ],
  [
    "is false with partitioned, so browsers drop the cookie; leave secure out",
    "is given with --partitioned, so browsers drop the cookie; leave --no-secure out",
  ],
];

/** The same for a key that comes from a file or from standard input, not from the environment. */
export const stepsOfFile: typeof shellSteps = [
  ['put the value into quotes, or write "\\n" for each line break', "copy the whole file again"],
  ["check that the environment variable holds the PEM text", "write the PEM text into it"],
  ["check the value of the environment variable", "write the PEM text into it"],
  ["check that the environment variable is set", "check the command that wrote it"],
];

// Options in a sentence: a name that is no word of English, with or without a value; one that is, where the
// sentence makes clear that it is an option.
const optionInSentence =
  /\b(?:the option (policy|resource|passphrase)|(?<=\b(?:give|set) )(passphrase)|(keyPairId|allowAnyKeyPairId|privateKey|hashAlgorithm|maxLifetime|expiresIn|dateLessThan|dateGreaterThan|cacheWindow|ipAddress))\b(?:: "?(\w+)"?)?/g;

/**
 * The message of an error of the library in the words of the command. `sources` has the words for options
 * whose value came from elsewhere than their flag.
 */
export function messageInFlags(
  error: CloudFrontSignError,
  sources: Readonly<Record<string, string>> = {},
): string {
  const { option } = error;
  return `${sources[option] ?? wordOfOption[option] ?? option}: ${sentenceInFlags(error, sources)}`;
}

/** The same without the option at its start. */
export function sentenceInFlags(
  { option, message }: CloudFrontSignError,
  sources: Readonly<Record<string, string>> = {},
): string {
  const words = { ...wordOfOption, ...sources };
  return inShellSteps(message.slice(`${option}: `.length), isKeyOfFile(option, words[option])).replace(
    optionInSentence,
    (_, ...groups: (string | undefined)[]) => {
      const [word, afterVerb, name, value] = groups;
      const flag = words[word ?? afterVerb ?? name ?? ""] ?? "";
      // A flag that stands for true takes no value.
      return value === undefined || value === "true" ? flag : `${flag} ${value}`;
    },
  );
}

function isKeyOfFile(option: string, word: string | undefined): boolean {
  if (option === "privateKey") return word !== keyVariable;
  return option.startsWith("keyGroup.") && word?.startsWith(`${publicKeysVariable},`) === false;
}

function inShellSteps(sentence: string, isKeyOfFile: boolean): string {
  return [...shellSteps, ...(isKeyOfFile ? stepsOfFile : [])].reduce(
    (text, [said, step]) => text.replace(said, () => step),
    sentence,
  );
}
