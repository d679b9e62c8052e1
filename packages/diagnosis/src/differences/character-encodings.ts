import { percentDecoded } from "cloudfront-sign-webcrypto/internals";
import { meaningOf } from "./url-meaning.ts";

/**
 * Encodings that file names and databases still have, most frequent first, by the labels of the WHATWG Encoding
 * Standard: those with one byte for each character, and then those with two.
 */
export const characterEncodings = [
  "iso-8859-1",
  "windows-1252",
  "iso-8859-2",
  "windows-1250",
  "windows-1251",
  "iso-8859-15",
  "koi8-r",
  "ibm866",
  "macintosh",
  "iso-8859-5",
  "windows-1253",
  "windows-1254",
  "windows-1255",
  "windows-1256",
  "windows-1257",
  "windows-1258",
  "windows-874",
  "gbk",
  "shift_jis",
  "big5",
  "euc-kr",
  "euc-jp",
] as const;

export type CharacterEncoding = (typeof characterEncodings)[number];

/** A part of a URL with its letters beyond ASCII escaped in an encoding; unchanged if it lacks one of them. */
export function escapedIn(encoding: CharacterEncoding, part: string): string {
  const text = part.replace(/(?:%[89a-f][\da-f])+/gi, percentDecoded).normalize("NFC");
  const letters = text.match(/[^\0-\x7f]/gu);
  if (!letters) return part;
  const bytes = bytesOf(encoding, new Set(letters));
  if (!letters.every((letter) => bytes.has(letter))) return part;
  const escaped = (byte: number): string => `%${byte.toString(16).toUpperCase()}`;
  return text.replace(/[^\0-\x7f]/gu, (letter) => bytes.get(letter)?.map(escaped).join("") ?? letter);
}

/** The bytes of letters in an encoding: what runtimes decode, the other way round. */
function bytesOf(encoding: CharacterEncoding, letters: ReadonlySet<string>): Map<string, readonly number[]> {
  const found = new Map<string, readonly number[]>();
  const upperHalf = Array.from({ length: 128 }, (_, i) => 128 + i);
  const single = Array.from(bytesAsText(encoding, upperHalf));
  const isSingle = single.length === upperHalf.length;
  const codes = isSingle
    ? upperHalf.map((byte) => [byte])
    : upperHalf.flatMap((lead) => Array.from({ length: 191 }, (_, i) => [lead, 64 + i]));
  const text = isSingle
    ? single
    : bytesAsText(
        encoding,
        codes.flatMap((code) => [...code, 10]),
      ).split("\n");
  for (const [i, letter] of text.entries())
    if (letters.has(letter) && !found.has(letter)) found.set(letter, codes[i] ?? []);
  return found;
}

/** A part of a URL whose escaped bytes are read in an encoding, and escaped as UTF-8. */
export function readIn(encoding: CharacterEncoding, part: string): string {
  return part.replace(/%[89a-f][\da-f](?:%[\da-f]{2})*/gi, (escapes) => {
    const bytes = (escapes.match(/[\da-f]{2}/gi) ?? []).map((hex) => Number.parseInt(hex, 16));
    return encodeURIComponent(bytesAsText(encoding, bytes)) || escapes;
  });
}

/** The encoding in which the escapes of one text say what those of the other one say in UTF-8. */
export function encodingOfEscapes(one: string, other: string): CharacterEncoding | undefined {
  if (!/%[89a-f]/i.test(one) || !/%[89a-f]/i.test(other)) return undefined;
  const meaning = meaningOf(other);
  return characterEncodings.find((encoding) => meaningOf(readIn(encoding, one)) === meaning);
}

/** Empty where the runtime lacks the encoding. */
function bytesAsText(encoding: CharacterEncoding, bytes: readonly number[]): string {
  // The label is another name of windows-1252 in the standard.
  if (encoding === "iso-8859-1") return String.fromCharCode(...bytes);
  try {
    return new TextDecoder(encoding).decode(Uint8Array.from(bytes));
  } catch {
    return "";
  }
}
