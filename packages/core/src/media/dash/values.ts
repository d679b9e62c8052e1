import { decodeEscapes, encodeEscapes, rawIndex } from "./escapes.ts";
import { malformed } from "./tokenizer.ts";

/** Signs one reference, or gives it back as it is. */
export type Sign = (reference: string) => string;

const spaces = " \t\r\n";

/**
 * An XML value with its reference signed. The space around it, which schemas ignore, and every escape stay as they are; a query is put in.
 * Only a reference with characters that clients would rewrite is written anew. In CDATA nothing is escaped.
 */
function signValue(value: string, isCdata: boolean, sign: Sign): string {
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
    text = raw.slice(0, at) + encode(signed.slice(address, signed.length - (reference.length - address))) + raw.slice(at);
  }
  return value.slice(0, start) + text + value.slice(end);
}

/** The content of an element, as text or CDATA, with comments around it or not. */
export function signContent(content: string, sign: Sign): string {
  let found = false;
  return content.replace(/<!--[\s\S]*?-->|<\?[\s\S]*?\?>|<!\[CDATA\[([\s\S]*?)\]\]>|[^<]+/g, (piece, cdata: string | undefined) => {
    const isCdata = cdata !== undefined;
    if ((piece[0] === "<" && !isCdata) || !(cdata ?? piece).trim()) return piece;
    if (found) malformed("has a reference in several pieces; write it as one text");
    found = true;
    return isCdata ? `<![CDATA[${signValue(cdata, true, sign)}]]>` : signValue(piece, false, sign);
  });
}

/** A start tag with the attributes signed for which there is something to sign with. */
export function signAttributes(tag: string, name: string, signOf: (attribute: string) => Sign | undefined): string {
  const attributes = tag.slice(name.length + 1);
  const attribute = /(\s([^\s=<>"'/]+)\s*=\s*)("[^"]*"|'[^']*')/g;
  if (!/^\s*\/?>$/.test(attributes.replace(attribute, ""))) malformed("has a tag that is not well-formed");
  return `<${name}${attributes.replace(attribute, (all, before: string, key: string, value: string) => {
    const sign = signOf(key);
    return sign ? before + value[0] + signValue(value.slice(1, -1), false, sign) + value[0] : all;
  })}`;
}
