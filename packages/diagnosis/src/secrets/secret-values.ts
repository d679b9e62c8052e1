import { decodedText } from "./decoded-text.ts";
import { bytesOfBase64, encodedTexts } from "./encoded-texts.ts";
import { isPlainValue, publicTexts } from "./public-texts.ts";

/** The letters and digits in a row by which a part of a secret is recognized: with fewer, ordinary words would be hidden. */
const shortestPart = 12;

/** The characters of a text that are read for secrets; what is behind them is not shown. */
const longestRead = 4096;

/** The characters of all its readings together: few texts of {@link longestRead} have a fifth of them. */
const mostReadings = 100_000;

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
  return partsOf(values, host);
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

function partsOf(values: readonly string[], host = ""): SecretParts {
  const parts = new Set<string>();
  for (const form of [...new Set(values)].flatMap(formsOf)) for (const part of partsIn(form)) parts.add(part);
  for (const text of [host, ...publicTexts]) for (const part of partsIn(text)) parts.delete(part);
  return parts;
}

/** A value, and how programs write its bytes: a value is base64, which is read where it has a layer of its own. */
function formsOf(value: string): string[] {
  const bytes = Array.from(bytesOfBase64(value), (byte) => byte.charCodeAt(0));
  return [
    value,
    bytes.map((byte) => hexadecimal(byte)).join(""),
    bytes.map((byte) => `0x${hexadecimal(byte)}`).join(),
    bytes.join(),
    // A byte of Java has a sign.
    new Int8Array(bytes).join(),
  ];
}

function hexadecimal(byte: number): string {
  return byte.toString(16).padStart(2, "0");
}

function lettersAndDigits(text: string): string {
  return text.replace(/[^a-z\d]/gi, "").toLowerCase();
}

function* partsIn(text: string): Generator<string> {
  const letters = lettersAndDigits(text);
  for (let end = shortestPart; end <= letters.length; end++) yield letters.slice(end - shortestPart, end);
}

/** A part of a text, from one position to before another. */
interface Range {
  readonly start: number;
  readonly end: number;
}

/**
 * A text from elsewhere without the secrets in it. Each is an ellipsis, and so is every policy and signature behind
 * its name, whoever's it is. A text that may still repeat a secret in some encoding is hidden as a whole.
 * The time is linear: the text may be hostile.
 */
export function withoutSecrets(text: string, parts?: SecretParts): string {
  const read = parts === undefined ? text : text.slice(0, longestRead);
  const shown = replaceSecrets(read, parts, () => hidden);
  return repeatsSecret(shown, parts) ? "(hidden: it may repeat a secret of the request)" : shown;
}

/** The same with as many ellipses as there were characters, for texts whose columns count. */
export function maskedSecrets(text: string, parts: SecretParts): string {
  const shown = replaceSecrets(text, parts, (length) => hidden.repeat(length));
  return repeatsSecret(shown, parts) ? hidden.repeat(text.length) : shown;
}

/** Whether a part of a secret is in a text, however the text encodes it, or whether that takes too long to find out. */
function repeatsSecret(text: string, parts: SecretParts | undefined): boolean {
  if (parts === undefined || parts.size === 0) return false;
  let left = mostReadings;
  for (const reading of encodedTexts(text, shortestPart)) {
    left -= reading.length;
    if (left < 0) return true;
    for (const part of partsIn(reading)) if (parts.has(part)) return true;
  }
  return false;
}

function replaceSecrets(
  text: string,
  parts: SecretParts | undefined,
  replacement: (length: number) => string,
): string {
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
  return Array.from(text.matchAll(namedValue))
    .filter(([, value = ""]) => !isPlainValue(value))
    .map(({ 0: { length }, 1: value = "", index }) => ({
      start: index + length - value.length,
      end: index + length,
    }));
}

/** The ranges of the words in which there is a part of a secret. */
function partRanges(text: string, parts: SecretParts | undefined): Range[] {
  if (parts === undefined || parts.size === 0) return [];
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
