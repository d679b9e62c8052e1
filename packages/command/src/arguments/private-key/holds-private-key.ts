import { base64Views, endOfBase64, isRandomBase64 } from "./base64-view.ts";
import { hasKeyStructure, latin1, longestKeyText } from "./key-structure.ts";
import { numberedBytes } from "./numbered-bytes.ts";
import { hasPrivateNumber, type PairBudget } from "./private-numbers.ts";
import { unescapedText } from "./unescaped-text.ts";

/** The encodings inside of each other that are decoded: the base64 of hexadecimal digits of a text is three. */
const mostLayers = 4;

/** The bytes that are decoded at most, as a multiple of those that were given. A text that needs more hides something. */
const mostDecoded = 32;

/** The pairs of numbers that are checked at most, whether they are those of a key. */
const mostPairs = 300;

/**
 * Whether bytes hold a private key: what decodes as its structure, not a label alone. The structure may be DER, or in
 * base64, in numbers, in UTF-16, with escapes, and with anything before, after and between its lines. Keys with OpenSSL's
 * own encryption have no structure: they count by their header and what follows it.
 */
export function holdsPrivateKey(bytes: Uint8Array): boolean {
  for (let at = 0; ; at += longestPart - longestKeyText) {
    const part = bytes.subarray(at, at + longestPart);
    if (holds(part, mostLayers, { left: mostDecoded * part.length, pairs: mostPairs })) return true;
    if (at + longestPart >= bytes.length) return false;
  }
}

/** The bytes that are looked at together: expressions have no room for a text of any length. */
export const longestPart = 1_048_576;

/** The same for a text of a person: the label of a private key alone shows that one was meant. */
export function isAboutPrivateKey(text: string): boolean {
  const bytes = new TextEncoder().encode(text);
  return labelOfKey.test(text) || labelOfKey.test(unescapedText(text)) || holdsPrivateKey(bytes);
}

const labelOfKey = /-----BEGIN [\w .]{0,40}PRIVATE KEY(?: BLOCK)?-----/;

interface Budget extends PairBudget {
  /** Bytes. */
  left: number;
}

function holds(bytes: Uint8Array, layers: number, budget: Budget): boolean {
  const characters = latin1(bytes);
  if (hasKeyStructure(bytes, characters)) return true;
  if (!anyText.test(characters)) return false;
  budget.left -= bytes.length;
  if (budget.left < 0) return true;
  const text = withoutZeros(characters);
  if (textHolds(text, layers, budget)) return true;
  const unescaped = unescapedText(text);
  if (unescaped === text) return false;
  // The escapes of a string may be those of bytes.
  if (hasKeyStructure(Buffer.from(unescaped, "latin1"), unescaped)) return true;
  return textHolds(withoutZeros(unescaped), layers, budget);
}

/** UTF-16 has a zero in every other byte. */
function withoutZeros(text: string): string {
  return text.replaceAll("\0", "");
}

/**
 * So many characters of a text in a row, in UTF-16, too: no key is shorter. The bytes of a video have none, and only
 * they are so many that the rest would take long.
 */
const anyText = /(?:[\t\n\f\r -~]\0?){40}/;

const shortestText = 40;

/** Base64 of a key or of a text has one. Numbers have none. */
const capital = /[A-Z]/;

function textHolds(text: string, layers: number, budget: Budget): boolean {
  if (hasPrivateNumber(text, budget)) return true;
  let before = "";
  for (const part of capital.test(text) ? text.split(endOfBase64) : []) {
    if (base64Holds(part, before, layers, budget)) return true;
    before = part;
  }
  if (layers === 0) return false;
  for (const bytes of numberedBytes(text)) if (holds(bytes, layers - 1, budget)) return true;
  return false;
}

/** A header of OpenSSL's own encryption, which leaves no structure. */
const encryptedByOpenSsl = /DEK-Info: ?[\w-]{1,40},[\da-f]{16,32}/i;

/** The shortest encrypted body, in characters: a P-256 key in SEC1 has 160. */
const shortestBody = 100;

/** The base64 of the first bytes of a packet of PGP: tag, length and version (RFC 9580, sections 4.2 and 5.5.2). */
const packetOfPgp = /\b(?=[lx][A-b][AEIMQUYcgkosw048][D-G]|[lx][Q-f]..(?:A[w-z\d+/]|B[A-Za-v]))/;

/** Whether a part of a text has a key in base64, or a text with one. `before` stands in front of it, such as a label. */
function base64Holds(part: string, before: string, layers: number, budget: Budget): boolean {
  if (hasBody(part, encryptedByOpenSsl)) return true;
  if (before.endsWith("PRIVATE KEY BLOCK") && hasBody(part, packetOfPgp)) return true;
  // It may begin at each character, since what stands in front may be base64, too.
  for (const view of part.length < shortestText ? [] : base64Views(part))
    for (let phase = 0; phase < 4; phase++) {
      const bytes = Buffer.from(view.slice(phase), "base64");
      const characters = latin1(bytes);
      const isBase64 = (from: number, to: number): boolean =>
        isRandomBase64(view, phase + inBase64(from), phase + inBase64(to));
      if (hasKeyStructure(bytes, characters, isBase64)) return true;
      if (layers === 0) continue;
      for (const { 0: found, index } of characters.matchAll(textOfBytes))
        if (holds(bytes.subarray(index, index + found.length), layers - 1, budget)) return true;
    }
  return false;
}

function hasBody(part: string, header: RegExp): boolean {
  const found = header.exec(part);
  const bodies = found === null ? [] : base64Views(part.slice(found.index + found[0].length));
  return bodies.some((body) => body.length >= shortestBody && isRandomBase64(body, 0));
}

function inBase64(numBytes: number): number {
  return Math.floor((numBytes * 4) / 3);
}

const textOfBytes = /\0?(?:[\t\n\f\r -~]\0?){40,}/g;
