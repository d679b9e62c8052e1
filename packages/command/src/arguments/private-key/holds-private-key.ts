import { type Base64View, base64Views } from "./base64-view.ts";
import {
  hasKeyStructure,
  latin1,
  longestKeyHeader,
  longestKeyText,
  privateKeyLength,
} from "./key-structure.ts";
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

/** Base64 of a key or of a text has one. Numbers have none. */
const capital = /[A-Z]/;

function textHolds(text: string, layers: number, budget: Budget): boolean {
  const hasBody = bodiesOf(text);
  if (hasPrivateNumber(text, budget) || hasUnstructuredKey(text, hasBody)) return true;
  const [all, longest] = base64Views(capital.test(text) ? text : "");
  const views = all.text === longest.text ? [all] : [all, longest];
  if (views.some((view) => hasBase64Key(view, hasBody))) return true;
  if (layers === 0) return false;
  for (const bytes of numberedBytes(text)) if (holds(bytes, layers - 1, budget)) return true;
  for (const view of views)
    for (const bytes of decodedTexts(view)) if (holds(bytes, layers - 1, budget)) return true;
  return false;
}

/** A header of OpenSSL's own encryption, which leaves no structure. */
const encryptedByOpenSsl = /DEK-Info: ?[\w-]{1,40},[\da-f]{16,32}/gi;

/** The shortest encrypted body, in characters: a P-256 key in SEC1 has 160. */
const shortestBody = 100;

/**
 * The label of a key of PGP, and in what follows the base64 of the first bytes of its packet: the tag, the length and the
 * version (RFC 9580, sections 4.2 and 5.5.2).
 */
const keyOfPgp =
  /PRIVATE KEY BLOCK-----(?:(?!-----)[\s\S]){0,400}?\b(?=[lx][A-b][AEIMQUYcgkosw048][D-G]|[lx][Q-f]..(?:A[w-z\d+/]|B[A-Za-v]))/g;

function hasUnstructuredKey(text: string, hasBody: HasBody): boolean {
  for (const { 0: header, index } of text.matchAll(encryptedByOpenSsl))
    if (hasBody(index + header.length, shortestBody)) return true;
  for (const { 0: label, index } of text.matchAll(keyOfPgp))
    if (hasBody(index + label.length, shortestBody)) return true;
  return false;
}

/**
 * The base64 of the first bytes of a private key: a sequence, and in it a short number or another sequence. Or that of a
 * key of OpenSSH.
 */
const startOfBase64 =
  /M(?:I(?:I..(?:[AQgw]IB|[DTjz][AB])|[GH].(?:AgE|M[A-P])|MA..(?:[AQgw]IB))|[C-H].(?:CAQ|w))|b3BlbnNzaC1rZXktdjE/g;

function hasBase64Key(view: Base64View, hasBody: HasBody): boolean {
  for (const { index } of view.text.matchAll(startOfBase64)) {
    const header = Buffer.from(view.text.slice(index, index + (longestKeyHeader / 3) * 4), "base64");
    const length = privateKeyLength(header);
    if (length !== undefined && hasBody(view.offsets[index] ?? 0, (length * 4) / 9)) return true;
  }
  return false;
}

/** Where a key ends, or is cut off, as samples in pages are. */
const endOfBody = /-----|\.{3}|\u2026|\xe2\x80\xa6/g;

/** A word of a language, or a number. Few pieces of base64 are one. */
const plainWord = /^(?:[A-Z]?[a-z]+|[A-Z]+|\d+)$/;

/** So many words of the same length in a row are pieces of base64, and no language. */
const manyPieces = 4;

/**
 * Whether so many characters of base64 follow a place. A third of a key has nothing secret that is not in the rest: the
 * public numbers stand in front.
 */
type HasBody = (at: number, characters: number) => boolean;

/** Counts the base64 of a text once, however many headers of keys it has. Most texts have none. */
function bodiesOf(text: string): HasBody {
  let counted: { readonly before: Uint32Array; readonly ends: Uint32Array } | undefined;
  return (at, characters) => {
    counted ??= { before: base64Before(text), ends: endsAfter(text) };
    const { before, ends } = counted;
    const end = Math.min(ends[at] ?? at, at + longestKeyText);
    return (before[end] ?? 0) - (before[at] ?? 0) >= characters;
  };
}

/** The characters of base64 in front of each place. */
function base64Before(text: string): Uint32Array {
  const before = new Uint32Array(text.length + 1);
  let sum = 0;
  let filled = 0;
  let pieces = { length: 0, number: 0 };
  for (const { 0: found, index } of text.matchAll(/[\w+/-]+/g)) {
    const { length } = found;
    pieces = { length, number: length === pieces.length ? pieces.number + 1 : 1 };
    const isOther = length < 24 ? pieces.number < manyPieces && plainWord.test(found) : isFiller(found);
    if (isOther) continue;
    before.fill(sum, filled, index);
    for (filled = index; filled < index + length; filled++) before[filled] = sum++;
  }
  return before.fill(sum, filled);
}

/** For each place, where the next body ends. */
function endsAfter(text: string): Uint32Array {
  const ends = new Uint32Array(text.length + 1);
  let filled = 0;
  for (const { index } of text.matchAll(endOfBody)) {
    ends.fill(index, filled, index + 1);
    filled = index + 1;
  }
  return ends.fill(text.length, filled);
}

/** Whether a long word has few characters, such as the x that stands for a key in a page. */
function isFiller(word: string): boolean {
  return new Set(word.slice(0, 64)).size < 12;
}

/** The texts that base64 has in it. It may begin at each character, since what stands in front may be base64, too. */
function* decodedTexts({ text }: Base64View): Iterable<Uint8Array> {
  for (let phase = 0; phase < 4; phase++) {
    const bytes = Buffer.from(text.slice(phase), "base64");
    for (const { 0: found, index } of latin1(bytes).matchAll(textOfBytes))
      yield bytes.subarray(index, index + found.length);
  }
}

const textOfBytes = /\0?(?:[\t\n\f\r -~]\0?){40,}/g;
