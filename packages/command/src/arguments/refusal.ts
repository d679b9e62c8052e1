import type { CloudFrontSignError, CloudFrontSignErrorCode } from "cloudfront-sign-webcrypto";
import type { ExitStatus } from "../command.ts";
import { withoutRandomText } from "../output/shown-value.ts";
import { printable } from "../output/terminal.ts";
import { program } from "../program.ts";
import { isAboutPrivateKey } from "./private-key/holds-private-key.ts";
import { passphraseVariable } from "./variables.ts";

/** What the command has for each option of the library. */
const flagOfOption: Readonly<Record<string, string>> = {
  keyPairId: "--key-pair-id",
  allowEmulatorKeyPairIds: "--allow-emulator-key-pair-ids",
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
  publicKeys: "--public-key",
  restrict: "--restrict",
  now: "--now",
  domain: "--domain",
  path: "--path",
  maxAge: "--max-age",
  sameSite: "--same-site",
  secure: "Secure (--no-secure turns it off)",
  partitioned: "--partitioned",
};

/** What only a shell can do, whatever the option is called. */
const sentenceOfCode: Partial<Record<CloudFrontSignErrorCode, string>> = {
  ERR_KEY_ENCRYPTED: `is encrypted, and there is no passphrase; pass --passphrase-file FILE or set ${passphraseVariable}, or decrypt it: openssl pkey -in key.pem -out new.pem`,
};

/** What a message says after the option, with the flags of other options that it names. */
export function sentenceOf({ code, option, message }: CloudFrontSignError): string {
  const sentence = sentenceOfCode[code] ?? message.slice(option.length + 2);
  // Not in a text that the sentence shows, and no word that is plain English, too.
  return sentence.replace(/(?<!["\w])[a-z]+[A-Z]\w+(?!["\w])/g, (name) =>
    Object.hasOwn(flagOfOption, name) ? (flagOfOption[name] as string) : name,
  );
}

/** Ends the command with one message for a person; never a stack trace for a wrong input. */
export class Refusal extends Error {
  readonly status: ExitStatus;

  constructor(message: string, status: ExitStatus = 2) {
    super(withoutRandomText(message));
    this.status = status;
  }
}

/**
 * A text from elsewhere stays within the line of its sentence. A code of the library has a line of its own, and so has
 * the `next` sentence.
 */
export function refuse(message: string, status: ExitStatus = 2, next = ""): never {
  const [code = ""] = /^ERR_\w+\n/.exec(message) ?? [];
  throw new Refusal(code + printable(message.slice(code.length)) + (next && `\n${next}`), status);
}

/** An error of the library as the command tells it. `sources` are those of the arguments. */
export function describeError(
  error: CloudFrontSignError,
  sources: ReadonlyMap<string, string> = new Map(),
): string {
  const { code, option } = error;
  return `${code}\n${printable(`${sources.get(option) ?? flagOfOption[option] ?? option}: ${sentenceOf(error)}`)}`;
}

/** Refuses a text with a private key in it, and does not show it. `where` names the text in the message. */
export function refusePrivateKey(where: string, text: string | undefined): void {
  if (text === undefined || !isAboutPrivateKey(text)) return;
  refuse(
    `${where} has a private key in it. It was not used. Keys are read from files: --private-key FILE signs, --public-key ID=FILE checks. A private key that stood in a chat, a ticket or the history of a shell is no longer private: make a new pair (${program()} keygen), add its public key to the key group, sign with it, and remove the old one.`,
  );
}
