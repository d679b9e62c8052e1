import { program } from "./program.ts";
import { refuse } from "./refusal.ts";

/**
 * The beginning of PKCS#8, PKCS#1 and SEC1 in base64: a version number, which no public key starts with
 * (RFC 5958, section 2; RFC 8017, appendix A.1.2; RFC 5915, section 3).
 */
const derOfPrivateKey =
  /(?:^|[^A-Za-z0-9+/])(?:MII[A-Za-z0-9+/]{2}[AQgw]IBA|MI[E-H][A-Za-z0-9+/]AgE[AB]|M[GH][A-Za-z0-9+/]CAQ[AE])/;
const labelOfPrivateKey = /BEGIN [A-Z0-9 ]{0,30}PRIVATE KEY|"d"\s*:\s*"/;
const base64OfPem = /LS0tLS1CRUdJTi[A-Za-z0-9+/]{16,40}/g;

/** Refuses a text with a private key in it, and does not show it. `where` names the text in the message. */
export function refusePrivateKey(where: string, text: string | undefined): void {
  if (text === undefined || !holdsPrivateKey(text)) return;
  refuse(
    `${where} has a private key in it. It was not used. Keys are read from files: --private-key FILE signs, --public-key ID=FILE checks. A private key that stood in a chat, a ticket or the history of a shell is no longer private: make a new pair (${program()} keygen), add its public key to the key group, sign with it, and remove the old one.`,
  );
}

/** Whether a text has a private key in it, in one of the forms in which people carry keys around. */
function holdsPrivateKey(text: string): boolean {
  return (
    labelOfPrivateKey.test(text) ||
    derOfPrivateKey.test(text) ||
    (text.match(base64OfPem) ?? []).some((encoded) => labelOfPem(encoded).includes("PRIVATE"))
  );
}

function labelOfPem(encoded: string): string {
  return atob(encoded.slice(0, encoded.length - (encoded.length % 4)));
}
