import { malformed } from "./tokenizer.ts";

const names: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

/**
 * The text that an XML value stands for. Only the five names that XML itself has are known, as there is no
 * DOCTYPE.
 */
export function decodeEscapes(raw: string): string {
  return raw.replace(/&(?:#(\d+);|#x([\da-fA-F]+);|(amp|lt|gt|quot|apos);)?/g, (_, decimal, hex, name) => {
    if (name) return names[name] as string;
    const code = decimal ? Number(decimal) : hex ? Number.parseInt(hex, 16) : 0;
    if (!code || code > 0x10ffff)
      malformed("has a & in a reference that starts no known escape; is &amp; meant?");
    return String.fromCodePoint(code);
  });
}

/** A text as it may stand in any XML value. */
export function encodeEscapes(text: string): string {
  return text.replace(/&/g, "&amp;").replace(/[<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** Where in an XML value the text has its `index`-th code unit. */
export function rawIndex(raw: string, index: number): number {
  let shift = 0;
  for (const match of raw.matchAll(/&[^;]*;/g)) {
    if (match.index - shift >= index) break;
    shift += match[0].length - decodeEscapes(match[0]).length;
  }
  return index + shift;
}
