import { found, proven } from "../../findings/finding.ts";
import { type CookieFramework, encryptedBy } from "../values/encrypted-value.ts";
import type { CookieFinding } from "./cookie-finding-table.ts";

/** With the other changes of a value, before what follows from them. */
const rankOfQuotes = 285;

/** What happened to the value of a signed cookie before it was set or sent. */
export function valueFault(name: string, value: string): CookieFinding | undefined {
  const framework = encryptedBy(value);
  if (framework)
    // One signature in a billion begins with the same letters as with ASP.NET Core by chance.
    return found("cookie-encrypted", framework === "ASP.NET Core" ? "likely" : "proven", {
      evidence: `the value of ${name} has the form of ${framework}`,
      fix: plainCookies[framework],
    });
  if (value.length > 1 && value.startsWith('"') && value.endsWith('"'))
    return proven("stray-characters", `the value of ${name} is in quotes, which browsers send with it`, {
      summary: "The values of the cookies are in double quotes.",
      fix: "Set the cookie values without quotes: browsers send the quotes, and CloudFront takes them for a part of the value.",
      rank: rankOfQuotes,
    });
  // No value of a signed cookie has a percent sign.
  return /%[2-7][\da-f]/i.test(value)
    ? proven("cookie-encoded", "the value of a cookie is percent-encoded")
    : undefined;
}

/** How each framework sets a cookie as it is. */
const plainCookies: Readonly<Record<CookieFramework, string>> = {
  Laravel:
    "List the names of the cookies in the except of Laravel's EncryptCookies, and set them with the raw argument (Cookie::make, the sixth), since Laravel also encodes values.",
  Rails:
    "Set the cookies without cookies.encrypted and cookies.signed: write the Set-Cookie headers yourself, since Rails also encodes values.",
  Express:
    "Set the cookies without signed, and with encode: String, as Express signs and encodes them otherwise.",
  Fastify: "Set the cookies without signed, and with encode: String, as Fastify encodes them otherwise.",
  Django: "Set the cookies with response.set_cookie, not with set_signed_cookie.",
  "ASP.NET Core":
    "Write the Set-Cookie headers yourself, with no data protection: Response.Headers.Append takes the value as it is.",
  Yii: "Set enableCookieValidation to false for these cookies, or write the Set-Cookie headers yourself with header().",
  Phoenix: "Set the cookies with put_resp_cookie without encrypt and sign.",
  CakePHP: "Take the names of the cookies out of EncryptedCookieMiddleware.",
  "iron-session": "Set the cookies by themselves, each with its own name, and not in a session.",
  "a JSON Web Token": "Set the values that the signer returned, each as it is, and not in a token.",
};
