import type { CloudFrontSignError } from "../errors.ts";
import type { ExitStatus } from "./command.ts";
import { messageInFlags } from "./flag-words.ts";
import { printable } from "./terminal.ts";

/** Ends the command with one message for a person; never a stack trace for a wrong input. */
export class Refusal extends Error {
  readonly status: ExitStatus;

  constructor(message: string, status: ExitStatus = 2) {
    super(message);
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

/** An error of the library as the command tells it. `sources` as for {@link messageInFlags}. */
export function describeError(
  error: CloudFrontSignError,
  sources?: Readonly<Record<string, string>>,
): string {
  return `${error.code}\n${printable(messageInFlags(error, sources))}`;
}
