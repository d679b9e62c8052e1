import { type Finding, found, proven } from "../../findings/finding.ts";
import { cookieSeparatorSeen } from "../../request/cookie-separator.ts";
import { encryptionOf } from "../../request/encrypted-value.ts";
import { strayCharacter, strayCharacterSeen } from "../../request/stray-character.ts";
import type { Checks } from "../check.ts";

/**
 * What happened to the values of signed cookies before they were set or sent.
 *
 * @inline
 */
export type CookieValueFindingId =
  /**
   * The value of a cookie looks like one that a framework encrypted or signed.
   *
   * @see https://laravel.com/docs/responses#cookies-and-encryption
   */
  | "cookie-encrypted"
  /**
   * The value of a cookie is percent-encoded.
   *
   * @see https://www.php.net/manual/en/function.setrawcookie.php
   */
  | "cookie-encoded";

export const cookieValues: Checks<CookieValueFindingId> = {
  "cookie-encrypted": {
    rank: 270,
    explains: ["wrong-value"],
    summary: "A framework encrypted or signed the values of the cookies.",
    fix: "Set the cookie values as the signer returned them: exclude them from the framework's encryption.",
  },
  "cookie-encoded": {
    rank: 280,
    summary: "The values of the cookies were percent-encoded on the way.",
    fix: "Set the cookie values as they are, without encoding them (setrawcookie in PHP).",
  },
};

export type CookieValueFinding = Finding<CookieValueFindingId | "stray-characters">;

/** With the other changes of a value, before what follows from them. */
const rankOfQuotes = 285;

/** What happened to the value of a signed cookie before it was set or sent. */
export function valueFault(name: string, value: string): CookieValueFinding | undefined {
  const foreign = strayCharacter(name.slice("CloudFront-".length), value);
  if (foreign?.place === "inside")
    return proven("stray-characters", strayCharacterSeen(foreign, `the value of ${name}`), {
      rank: rankOfQuotes,
    });
  const encryption = encryptionOf(value);
  if (encryption)
    return found("cookie-encrypted", encryption.mayBeChance ? "likely" : "proven", {
      evidence: `the value of ${name} has an encrypted or signed format: ${encryption.by}`,
      fix: encryption.fix,
    });
  if (value.length > 1 && value.startsWith('"') && value.endsWith('"'))
    return proven("stray-characters", `the value of ${name} is in quotes, which browsers send with it`, {
      summary: "The values of the cookies are in double quotes.",
      fix: "Set the cookie values without quotes: browsers send the quotes, and CloudFront treats them as a part of the value.",
      rank: rankOfQuotes,
    });
  // No value of a signed cookie has a percent sign.
  return /%[2-7][\da-f]/i.test(value) && cookieSeparatorSeen(value) === undefined
    ? proven("cookie-encoded", "the value of a cookie is percent-encoded")
    : undefined;
}
