import { base64 } from "cloudfront-sign-webcrypto/internals";
import { decodedText } from "./decoded-text.ts";

/** The letters and digits in a row by which a part of a secret is recognized: with fewer, ordinary words would be hidden. */
const shortestPart = 12;

/** The beginning of a URL or of cookies whose values are read, in characters. Our own limit: CloudFront denies longer ones. */
const longestText = 65_536;

/** What stands for a secret. */
const hidden = "…";

/** The parameters of signed URLs and cookies that are no secret. */
const publicName = /^(?:CloudFront-)?(?:Expires|Key-Pair-Id|Hash-Algorithm)$/i;

/** Also with a slip in it. */
const signingName = /(?:Polic|Signat|sig$)[a-z]*$/i;

/**
 * The value behind the name of a policy or a signature, with or without the quotes of JSON: for those of others, which
 * nobody here knows.
 */
const namedValue =
  /(?:Policy|Signature|Security-Token)["']?(?:\s?(?:=>?|>)["']?|\s?(?:=>?\s|>\s|:\s?)["']?(?=[\w~+/=-]{16}))([\w~+/=-]+)/gi;

/** The parts of secrets, for {@link withoutSecrets}: their letters and digits, small, in rows of {@link shortestPart}. */
export type SecretParts = ReadonlySet<string>;

/** The parts of the policies and signatures in a request. */
export function signingSecrets(texts: readonly string[]): SecretParts {
  return partsOf(texts.flatMap((text) => valuesOf(text, (name) => signingName.test(name))));
}

/**
 * The parts of everything in a request that only its sender knows: of each value of a parameter and of a cookie. The
 * host name is not secret, even if a value has it, too.
 */
export function requestSecrets(url: string, cookies: string): SecretParts {
  const values = [url, cookies].flatMap((text) => valuesOf(text, (name) => !publicName.test(name)));
  const [, host = ""] = /^\s*https?:\/\/([a-z\d.-]*)/i.exec(url) ?? [];
  const parts = new Set(partsOf(values));
  for (const part of partsIn(lettersAndDigits(host))) parts.delete(part);
  return parts;
}

/** The values of a URL or of cookies, also of a URL in a value. A piece without a name counts as a value. */
function valuesOf(text: string, isSecret: (name: string) => boolean): string[] {
  const [first = "", ...others] = decodedText(text.slice(0, longestText)).text.split(/[?&;#\s"'<>]+/);
  // What stands before the parameters is the address.
  return [...(first.includes("=") ? [first] : []), ...others].flatMap((piece) => {
    const at = piece.indexOf("=");
    return isSecret(at < 0 ? "" : piece.slice(0, at)) ? [piece.slice(at + 1)] : [];
  });
}

function partsOf(values: readonly string[]): SecretParts {
  return new Set(values.flatMap(formsOf).flatMap((form) => partsIn(lettersAndDigits(form))));
}

/** A value, and what programs write of its bytes. */
function formsOf(value: string): string[] {
  const ascii = value.replace(/[^ -~]/g, "");
  if (ascii.length < shortestPart) return [];
  const ofAscii = Array.from(ascii, (character) => character.charCodeAt(0));
  const bytes = base64.decodeCloudFront(ascii) ?? base64.decode(ascii) ?? [];
  return [
    ascii,
    hexadecimal(ofAscii),
    hexadecimal([...bytes]),
    // Lists of numbers, as the JSON of a Buffer has them.
    ...[ofAscii, [...bytes]].flatMap((list) => [
      list.join(),
      list.map((byte) => `0x${hexadecimal([byte])}`).join(),
    ]),
    // In the base64 of a longer text, its first byte may be at any of three places of a group.
    ...[0, 1, 2].map((offset) => btoa(" ".repeat(offset) + ascii).slice(offset && offset + 1, -4)),
  ];
}

function hexadecimal(bytes: readonly number[]): string {
  return bytes.map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

function lettersAndDigits(text: string): string {
  return text.replace(/[^a-z\d]/gi, "").toLowerCase();
}

function partsIn(text: string): string[] {
  const count = Math.max(0, text.length - shortestPart + 1);
  return Array.from({ length: count }, (_, i) => text.slice(i, i + shortestPart));
}

/** A part of a text, from one position to before another. */
interface Range {
  readonly start: number;
  readonly end: number;
}

/**
 * A text from elsewhere without the secrets in it, however it spells them: with escapes, in base64 or hexadecimal
 * digits, with anything between their letters and digits. Each is an ellipsis, and so is every policy and signature
 * behind its name, whoever's it is. The time is linear: the text may be hostile.
 */
export function withoutSecrets(text: string, parts: SecretParts = new Set()): string {
  return replaceSecrets(text, parts, () => hidden);
}

/** The same with as many ellipses as there were characters, for texts whose columns count. */
export function maskedSecrets(text: string, parts: SecretParts): string {
  return replaceSecrets(text, parts, (length) => hidden.repeat(length));
}

function replaceSecrets(text: string, parts: SecretParts, replacement: (length: number) => string): string {
  const decoded = decodedText(text);
  const ranges = [...namedRanges(decoded.text), ...partRanges(decoded.text, parts)]
    .map(({ start, end }) => ({ start: decoded.starts[start] ?? 0, end: decoded.ends[end - 1] ?? 0 }))
    .sort((one, other) => one.start - other.start);
  let shown = "";
  let at = 0;
  for (const { start, end } of joined(ranges)) {
    shown += text.slice(at, start) + replacement(end - start);
    at = end;
  }
  return shown + text.slice(at);
}

/** Ranges in the order of their starts, those that touch as one. */
function joined(ranges: readonly Range[]): Range[] {
  const whole: Range[] = [];
  for (const range of ranges) {
    const last = whole.at(-1);
    if (last === undefined || range.start > last.end) whole.push(range);
    else whole.splice(-1, 1, { start: last.start, end: Math.max(last.end, range.end) });
  }
  return whole;
}

function namedRanges(text: string): Range[] {
  return Array.from(text.matchAll(namedValue), ({ 0: { length }, 1: value = "", index }) => ({
    start: index + length - value.length,
    end: index + length,
  }));
}

/** The ranges of the words in which there is a part of a secret. */
function partRanges(text: string, parts: SecretParts): Range[] {
  if (parts.size === 0) return [];
  const places = Array.from(text.matchAll(/[a-z\d]/gi), ({ index }) => index);
  const letters = lettersAndDigits(text);
  const ranges: Range[] = [];
  let hiddenUpTo = 0;
  for (let i = 0; i + shortestPart <= letters.length; i++) {
    if (!parts.has(letters.slice(i, i + shortestPart))) continue;
    let start = Math.max(places[i] ?? 0, hiddenUpTo);
    let end = (places[i + shortestPart - 1] ?? 0) + 1;
    if (end <= hiddenUpTo) continue;
    // Never past what is hidden already, so that no character is read again and again.
    while (start > hiddenUpTo && isOfWord(text, start - 1)) start--;
    while (isOfWord(text, end)) end++;
    ranges.push({ start, end });
    hiddenUpTo = end;
  }
  return ranges;
}

/** Whether a value goes on at a position: what is left of it is not shown either. */
function isOfWord(text: string, at: number): boolean {
  return /^[\w~+-]$/.test(text.charAt(at));
}
