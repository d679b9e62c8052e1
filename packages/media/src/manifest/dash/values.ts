import { decodeEscapes, rawIndex } from "./escapes.ts";
import { refuseManifest } from "./manifest-fault.ts";

/** Signs one reference, or returns it as it is. */
export type Sign = (reference: string) => string;

const whiteSpace = " \t\r\n";

/** The text with the escapes that it needs in an XML value. */
export type Encode = (text: string) => string;

/**
 * An XML value with its reference signed. The white space around it, which schemas ignore, and every escape
 * stay as they are, and the parameters are inserted. Only a reference with characters that clients would
 * rewrite is written anew. CDATA, which has no escapes, comes without `encode`.
 */
export function signValue(value: string, sign: Sign, encode: Encode | undefined): string {
  let start = 0;
  let end = value.length;
  while (start < end && whiteSpace.includes(value[start] as string)) start++;
  while (start < end && whiteSpace.includes(value[end - 1] as string)) end--;
  const raw = value.slice(start, end);
  const reference = encode === undefined ? raw : decodeEscapes(raw);
  const signed = sign(reference);
  if (signed === reference) return value;
  const written = encode === undefined ? signed : withParameters(raw, reference, signed, encode);
  return value.slice(0, start) + written + value.slice(end);
}

/** The escaped reference with what was inserted into it to sign it. */
function withParameters(raw: string, reference: string, signed: string, encode: Encode): string {
  const hash = reference.indexOf("#");
  const address = hash < 0 ? reference.length : hash;
  if (!signed.startsWith(reference.slice(0, address))) return encode(signed);
  const at = rawIndex(raw, address);
  const parameters = signed.slice(address, signed.length - (reference.length - address));
  return raw.slice(0, at) + encode(parameters) + raw.slice(at);
}

/** The problem of a reference that is not one text. */
export function inPieces(element: string): string {
  return `the reference in ${element} is in several pieces, or has an element in it; write it as one text`;
}

const contentPiece = /<!--[\s\S]*?-->|<\?[\s\S]*?\?>|<!\[CDATA\[([\s\S]*?)\]\]>|[^<]+/g;

/** The content of an element with its reference, text or CDATA, signed; comments and instructions stay. */
export function signContent(
  content: string,
  element: string,
  sign: (reference: string, isCdata: boolean) => string,
  encode: Encode,
): string {
  let found = false;
  return content.replace(contentPiece, (all, cdata: string | undefined) => {
    const isCdata = cdata !== undefined;
    if ((all[0] === "<" && !isCdata) || !(cdata ?? all).trim()) return all;
    if (found) refuseManifest(inPieces(element));
    found = true;
    const signed = signValue(
      cdata ?? all,
      (reference) => sign(reference, isCdata),
      isCdata ? undefined : encode,
    );
    return isCdata ? `<![CDATA[${signed}]]>` : signed;
  });
}
