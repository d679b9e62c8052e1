import { decodeEscapes, encodeEscapes, rawIndex } from "./escapes.ts";
import { malformed } from "./tokenizer.ts";

/** Signs one reference, or gives it back as it is. */
export type Sign = (reference: string) => string;

const spaces = " \t\r\n";

/**
 * An XML value with its reference signed. The space around it, which schemas ignore, and every escape stay as
 * they are; a query is put in. Only a reference with characters that clients would rewrite is written anew.
 * In CDATA nothing is escaped.
 */
export function signValue(value: string, isCdata: boolean, sign: Sign): string {
  let start = 0;
  let end = value.length;
  while (start < end && spaces.includes(value[start] as string)) start++;
  while (start < end && spaces.includes(value[end - 1] as string)) end--;
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

const piece = /<!--[\s\S]*?-->|<\?[\s\S]*?\?>|<!\[CDATA\[([\s\S]*?)\]\]>|[^<]+/g;

/**
 * The content of an element, as text or CDATA, with comments around it or not. `sign` is told whether it is
 * CDATA.
 */
export function signContent(content: string, sign: (reference: string, isCdata: boolean) => string): string {
  let found = false;
  return content.replace(piece, (all, cdata: string | undefined) => {
    const isCdata = cdata !== undefined;
    if ((all[0] === "<" && !isCdata) || !(cdata ?? all).trim()) return all;
    if (found) malformed("has a reference in several pieces; write it as one text");
    found = true;
    const signed = signValue(cdata ?? all, isCdata, (reference) => sign(reference, isCdata));
    return isCdata ? `<![CDATA[${signed}]]>` : signed;
  });
}
