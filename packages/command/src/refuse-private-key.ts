import { isAboutPrivateKey } from "./private-key/holds-private-key.ts";
import { program } from "./program.ts";
import { refuse } from "./refusal.ts";

/** Refuses a text with a private key in it, and does not show it. `where` names the text in the message. */
export function refusePrivateKey(where: string, text: string | undefined): void {
  if (text === undefined || !isAboutPrivateKey(text)) return;
  refuse(
    `${where} has a private key in it. It was not used. Keys are read from files: --private-key FILE signs, --public-key ID=FILE checks. A private key that stood in a chat, a ticket or the history of a shell is no longer private: make a new pair (${program()} keygen), add its public key to the key group, sign with it, and remove the old one.`,
  );
}
