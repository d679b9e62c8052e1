import type { CloudFrontSignError } from "../errors.ts";

/** What the command has for each option of the library. */
const wordOfOption: Readonly<Record<string, string>> = {
  keyPairId: "--key-pair-id",
  allowAnyKeyPairId: "--allow-any-key-pair-id",
  privateKey: "--private-key",
  passphrase: "CLOUDFRONT_PRIVATE_KEY_PASSPHRASE",
  hashAlgorithm: "--hash-algorithm",
  expiresIn: "--expires-in",
  dateLessThan: "--date-less-than",
  dateGreaterThan: "--date-greater-than",
  cacheWindow: "--cache-window",
  ipAddress: "--ip-address",
  resource: "--resource",
  policy: "--policy",
};

// Options in a sentence: a name that is no word of English, with or without a value; one that is, where the
// sentence makes clear that it is an option.
const optionInSentence =
  /\b(?:the option (policy|resource|passphrase)|(?<=\b(?:give|set) )(passphrase)|(keyPairId|allowAnyKeyPairId|privateKey|hashAlgorithm|expiresIn|dateLessThan|dateGreaterThan|cacheWindow|ipAddress))\b(?:: "?(\w+)"?)?/g;

/** The message of an error of the library in the words of the command's flags. */
export function messageInFlags({ option, message }: CloudFrontSignError): string {
  const sentence = message
    .slice(`${option}: `.length)
    .replace(optionInSentence, (_, ...groups: (string | undefined)[]) => {
      const [word, afterVerb, name, value] = groups;
      const flag = wordOfOption[word ?? afterVerb ?? name ?? ""] ?? "";
      // A flag that stands for true takes no value.
      return value === undefined || value === "true" ? flag : `${flag} ${value}`;
    });
  return `${wordOfOption[option] ?? option}: ${sentence}`;
}
