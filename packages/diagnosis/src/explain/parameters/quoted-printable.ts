import { likely, proven } from "../../findings/finding.ts";
import type { ReadQuestion } from "../question/question.ts";
import { readGivenUrl } from "../values/given-url.ts";
import type { ParameterFinding } from "./parameter-finding-table.ts";

/**
 * The equals sign of a parameter in quoted-printable. A signature may start with 3D itself: one in 4,096 does.
 *
 * Source: RFC 2045, section 6.7.
 */
const encodedEquals = /(?:Expires=3D\d|Policy=3De|Key-Pair-Id=3D(?:K|APKA))/;

/** A mail program took the = of a time and its first two digits for an encoded byte. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what =10 to =20 decode to
const decodedEquals = /[?&]Expires(?:[\u0010-\u0020]|%(?:1\d|20))\d{8}(?=&|$)/;

/** An equals sign within base64, where none can be: it ended a line of a mail. */
const softLineBreak = /[?&](?:Policy|Signature)=[\w~-]{1,8000}=(?:\r?\n)?[\w~-]{4}/;

/** What mails do to a URL that their program did not decode, or decoded without reason. */
export function quotedPrintableFindings({ givenUrl }: ReadQuestion): ParameterFinding[] {
  const { text } = readGivenUrl(givenUrl);
  const id = "quoted-printable";
  if (encodedEquals.test(text))
    return [proven(id, "parameters have =3D in the place of =, as in the source of a mail")];
  if (decodedEquals.test(text)) {
    const evidence = "a mail program took the = of Expires and two digits for one encoded character";
    const fix =
      "Let the mail program encode the mail: it sent the URL as quoted-printable without encoding it.";
    return [proven(id, evidence, { fix })];
  }
  if (/=\r?\n[^\s]/.test(text))
    return [proven(id, "lines of the URL end with =, as in the source of a mail")];
  return softLineBreak.test(text)
    ? [likely(id, "there is = within base64, as at the end of a line in the source of a mail")]
    : [];
}
