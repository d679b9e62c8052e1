import { decodeEscapes, encodeEscapes, rawIndex } from "./escapes.ts";
import { refuseManifest } from "./mpd-problem.ts";

/** Signs one reference, or returns it as it is. */
export type Sign = (reference: string) => string;

const whiteSpace = " \t\r\n";

/**
 * An XML value with its reference signed. The white space around it, which schemas ignore, and every escape
 * stay as they are, and the parameters are inserted. Only a reference with characters that clients would
 * rewrite is written anew. CDATA has no escapes.
 */
export function signValue(value: string, isCdata: boolean, sign: Sign): string {
  let start = 0;
  let end = value.length;
  while (start < end && whiteSpace.includes(value[start] as string)) start++;
  while (start < end && whiteSpace.includes(value[end - 1] as string)) end--;
  const raw = value.slice(start, end);
  const reference = isCdata ? raw : decodeEscapes(raw);
  const signed = sign(reference);
  if (signed === reference) return value;
  const encode = isCdata ? (text: string) => text : encodeEscapes;
  const hash = reference.indexOf("#");
  const address = hash < 0 ? reference.length : hash;
  let text = encode(signed);
  if (signed.startsWith(reference.slice(0, address))) {
    const at = isCdata ? address : rawIndex(raw, address);
    text =
      raw.slice(0, at) +
      encode(signed.slice(address, signed.length - (reference.length - address))) +
      raw.slice(at);
  }
  return value.slice(0, start) + text + value.slice(end);
}

const contentPiece = /<!--[\s\S]*?-->|<\?[\s\S]*?\?>|<!\[CDATA\[([\s\S]*?)\]\]>|[^<]+/g;

/** The content of an element with its reference, text or CDATA, signed; comments and instructions stay. */
export function signContent(
  content: string,
  element: string,
  sign: (reference: string, isCdata: boolean) => string,
): string {
  let found = false;
  return content.replace(contentPiece, (all, cdata: string | undefined) => {
    const isCdata = cdata !== undefined;
    if ((all[0] === "<" && !isCdata) || !(cdata ?? all).trim()) return all;
    if (found) refuseManifest({ id: "reference-in-pieces", element });
    found = true;
    const signed = signValue(cdata ?? all, isCdata, (reference) => sign(reference, isCdata));
    return isCdata ? `<![CDATA[${signed}]]>` : signed;
  });
}
