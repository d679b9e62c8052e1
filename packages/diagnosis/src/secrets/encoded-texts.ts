import { decodedText } from "./decoded-text.ts";

/** How often a reading is read again: base64 of base64 of escapes needs three. */
const mostLayers = 3;

/**
 * What a text may stand for in any usual encoding, and what that may stand for, and so on: escapes with numbers of any
 * notation, lists of numbers, base64, UTF-7, elements of HTML and colors of terminals. Nothing in it shows where an encoding starts, so each
 * reading is tried on the whole text; most are noise. Those with fewer than `shortest` characters are left out.
 */
export function* encodedTexts(
  text: string,
  shortest: number,
  layers: number = mostLayers,
): Generator<string> {
  if (layers === 0) return;
  const found = new Set(readings.flatMap((read) => read(text)));
  found.delete(text);
  for (const reading of found) {
    if (reading.length < shortest) continue;
    yield reading;
    yield* encodedTexts(printableOf(reading), shortest, layers - 1);
  }
}

const readings: readonly ((text: string) => string[])[] = [
  (text) => [decodedText(text.normalize("NFKC")).text.replace(noText, "")],
  (text) => [text.replace(/\+([A-Za-z\d+/]{3,})-?/g, (_, digits: string) => bytesOfBase64(digits))],
  (text) => [inEscapes(text, "\\da-f", 16), inEscapes(text, "\\d", 10), inEscapes(text, "0-7", 8)],
  (text) => {
    const numbers = text.replace(/0x/gi, " ");
    const pairs = numbers.match(/[\da-f]+/gi) ?? [];
    return [
      pairs.map((digits) => charactersOf(digits, 16)).join(""),
      // The digits of a longer word may start in the middle of a byte.
      pairs.map((digits) => charactersOf(digits.slice(1), 16)).join(""),
      (numbers.match(/\d+/g) ?? []).map((digits) => charactersOf(digits, 10)).join(""),
      (numbers.match(/[0-7]+/g) ?? []).map((digits) => charactersOf(digits, 8)).join(""),
    ];
  },
  (text) => {
    const digits = text.replace(/[^\w+/~-]/g, "");
    return [0, 1, 2, 3].map((start) => bytesOfBase64(digits.slice(start)));
  },
];

/** Elements of HTML, and what sets the colors of a terminal. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: terminals have one
const noText = /<[^<>]*>|\x1b\[[\d;?]*[a-z]/gi;

/** A text in which a number behind the sign of an escape is the character that it stands for. */
function inEscapes(text: string, digit: string, base: number): string {
  const numbered = new RegExp(`(?:[\\\\&%=#]|u\\+)[#xuo]{0,2}[{+]?([${digit}]+)[;}]?\\s?`, "gi");
  return text.replace(numbered, (_, digits: string) => charactersOf(digits, base));
}

/** A number as a character; in hexadecimal digits, one for each byte. */
function charactersOf(digits: string, base: number): string {
  if (base !== 16) return String.fromCharCode(Number.parseInt(digits.slice(-8), base) & 0xff);
  const even = digits.length % 2 === 0 ? digits : `0${digits}`;
  return even.replace(/../g, (pair) => String.fromCharCode(Number.parseInt(pair, 16)));
}

/** The bytes of any base64, a character for each: of RFC 4648, of URLs, or of CloudFront, with or without padding. */
export function bytesOfBase64(text: string): string {
  const digits = text
    .replace(/-/g, "+")
    .replace(/[_~]/g, "/")
    .replace(/[^A-Za-z\d+/]/g, "");
  return atob(digits.slice(0, digits.length - (digits.length % 4 === 1 ? 1 : 0)));
}

/** Without what no encoding uses for its digits: the zeros of UTF-16, and nearly all of a reading that is noise. */
function printableOf(text: string): string {
  return text.replace(/[^\n -~]/g, "");
}
