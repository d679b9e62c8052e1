import { refuseManifest } from "./manifest-fault.ts";

const predefinedEntities: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
};

/**
 * The text of an XML value, without its escapes. There is no DOCTYPE, so XML's five predefined entities are
 * all that there are.
 */
export function decodeEscapes(raw: string): string {
  if (!raw.includes("&")) return raw;
  return raw.replace(/&(?:#(\d+);|#x([\da-fA-F]+);|(\w{1,40});)?/g, (_, decimal, hex, entity) => {
    if (entity && Object.hasOwn(predefinedEntities, entity)) return predefinedEntities[entity] as string;
    const code = decimal ? Number(decimal) : Number.parseInt(hex, 16);
    if (code > 0 && code <= 0x10ffff) return String.fromCodePoint(code);
    return refuseManifest("a & in a reference does not start an XML escape; write &amp;");
  });
}

/** A text with the escapes that it needs in any XML value. */
export function encodeEscapes(text: string): string {
  return text.replace(/&/g, "&amp;").replace(/[<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** The position in an XML value of the code unit at `index` of its text. */
export function rawIndex(raw: string, index: number): number {
  if (!raw.includes("&")) return index;
  let shift = 0;
  for (const match of raw.matchAll(/&[^;]*;/g)) {
    if (match.index - shift >= index) break;
    shift += match[0].length - decodeEscapes(match[0]).length;
  }
  return index + shift;
}
