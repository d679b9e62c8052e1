import type { ParameterEvidence } from "../evidence/parameter-evidence.ts";
import { type Finding, likely, proven } from "../findings/finding.ts";
import type { ReadQuestion } from "../question/question.ts";
import { readGivenUrl } from "./given-url.ts";

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
export function quotedPrintableFindings({ givenUrl }: ReadQuestion): Finding[] {
  const { text } = readGivenUrl(givenUrl);
  const evidence = quotedPrintableEvidence(text);
  if (evidence === undefined) return [];
  return [
    evidence === "equals-in-base64"
      ? likely("quoted-printable", evidence)
      : proven("quoted-printable", evidence),
  ];
}

function quotedPrintableEvidence(text: string): Extract<ParameterEvidence, string> | undefined {
  if (encodedEquals.test(text)) return "equals-is-3d";
  if (decodedEquals.test(text)) return "equals-was-decoded";
  if (/=\r?\n[^\s]/.test(text)) return "soft-line-breaks";
  return softLineBreak.test(text) ? "equals-in-base64" : undefined;
}
