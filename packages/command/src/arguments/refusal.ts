import type { CloudFrontSignError } from "cloudfront-sign-webcrypto";
import type { ExitStatus } from "../command.ts";
import { withoutRandomText } from "../output/shown-value.ts";
import { printable } from "../output/terminal.ts";
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
};

/** What a message says after the option, for which a shell has another name. */
export function sentenceOf({ option, message }: CloudFrontSignError): string {
  return message.slice(option.length + 2);
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

/**
 * An error of the library as the command tells it. `sources` has the words for options whose value came from
 * elsewhere than their flag.
 */
export function describeError(
  error: CloudFrontSignError,
  sources: Readonly<Record<string, string>> = {},
  sentence: string = sentenceOf(error),
): string {
  const { code, option } = error;
  return `${code}\n${printable(`${sources[option] ?? flagOfOption[option] ?? option}: ${sentence}`)}`;
}
