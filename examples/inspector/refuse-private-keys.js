import { complain, elementById, fields, labelOf, textOf } from "./fields.js";
import { make } from "./make.js";
import { holdsPrivateKey } from "./private-key.js";
import { privateKeyProblem } from "./public-key-problem.js";
import { card } from "./verdict.js";

/**
 * Takes private keys out of the page before anything else sees them.
 *
 * @param {() => void} clearAnswer @returns {boolean} whether there was one
 */
export function refusePrivateKeys(clearAnswer) {
  const holding = fields.filter((field) => holdsPrivateKey(textOf(field)));
  if (holding.length === 0) return false;
  clearAnswer();
  for (const field of holding) {
    elementById(field).value = "";
    if (field === "publicKey")
      complain(field, privateKeyProblem.sentence, " ", make("code", "command", privateKeyProblem.command));
    else complain(field, `The field “${labelOf(field)}” had a private key, which was removed.`);
  }
  elementById("empty").hidden = true;
  elementById("refused").replaceChildren(
    card(
      "refused",
      "Refused",
      "That was a private key. It has been removed and was not used. Treat it as compromised.",
      make(
        "p",
        "",
        "This page needs only the public key, which starts with -----BEGIN PUBLIC KEY-----. A private key that was in a clipboard and in a web page is no longer private: make a new key pair, add its public key to the key group, sign with it, and remove the old one.",
      ),
    ),
  );
  elementById("refused").scrollIntoView({ block: "nearest" });
  return true;
}
