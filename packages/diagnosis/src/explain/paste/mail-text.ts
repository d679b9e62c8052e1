import { percentDecoded } from "cloudfront-sign-webcrypto/internals";

/** A mail whose source says that it is quoted-printable. */
const quotedPrintable = /^content-transfer-encoding:[ \t]*quoted-printable[ \t]*$/im;

/**
 * The source of a mail as its reader sees it; `undefined` for other text. Without the header, =3D in a URL may be
 * what was requested.
 *
 * Source: RFC 2045, section 6.7.
 */
export function decodedMail(text: string): string | undefined {
  if (!quotedPrintable.test(text)) return undefined;
  return text
    .replace(/=[ \t]{0,9}\r?\n/g, "")
    .replace(/(?:=[\dA-F]{2})+/gi, (bytes) => percentDecoded(bytes.replaceAll("=", "%")));
}
