import { withoutSecrets } from "cloudfront-sign-diagnosis/internals";
import { printable } from "./terminal.ts";

/** What stands for a value that is not shown. */
export const hiddenValue = "…";

/** The longest value that is shown: no name of a file is longer. */
const longestShown = 255;

/** Words of a message, with the characters of every base64, and of CloudFront's. Paths are words, too. */
const word = /[\w+/=~-]{12,}/g;

/** The parts of a name: words in small letters, with a capital in front or in capitals, and numbers. */
const part = /[A-Z]?[a-z]+|[A-Z]+|\d+/g;

/** So many letters and digits in a row tell something about a key or a signature. */
const shortestSecret = 12;

/** The parts in {@link shortestSecret} letters and digits from which on they are no name: a random text has about seven. */
const manyParts = 5;

/** A value of the user for a message. One that may be a secret in the wrong place is not shown. */
export function shownValue(value: string): string {
  const isPlain =
    value.length <= longestShown && !/[\r\n]/.test(value) && !isRandom(value) && !isKeyText(value);
  return isPlain ? printable(withoutSecrets(value)) : hiddenValue;
}

function isRandom(value: string): boolean {
  const decoded = value.replace(/%(?:25)*([2-7][\da-f])/gi, (_, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 16)),
  );
  return withoutRandomText(value) !== value || withoutRandomText(decoded) !== decoded;
}

export function withoutRandomWords(text: string): string {
  return text.replace(word, (found) => (isRandomWord(found) ? hiddenValue : found));
}

/** More digits than an identifier has, which may be public: that of a key group has twelve in a row. */
const hexadecimal = /(?=\d*[a-f])(?=[a-f]*\d)[\da-f]{24,}/gi;

/** Words behind one another, and what they are without the gaps. */
const words = /(?<![\w+/=~-])[\w+/=~-]+(?:[ :][\w+/=~-]+){2,}/g;

/**
 * A message without what looks random, also in groups as programs print keys: it may repeat a value that is a secret in
 * the wrong place.
 */
export function withoutRandomText(message: string): string {
  return withoutRandomWords(message.replace(words, withoutRandomGroups)).replace(hexadecimal, hiddenValue);
}

/** Words behind one another without those that have the same length, and look random together. */
function withoutRandomGroups(found: string): string {
  const all = found.split(/(?<=[ :])/);
  const shown: string[] = [];
  for (let i = 0; i < all.length; ) {
    const { length } = all[i] ?? "";
    let end = i + 1;
    while (all[end]?.length === length) end++;
    // The last group may be shorter, and has no gap behind it.
    if (end === all.length - 1 && (all[end]?.length ?? 0) < length) end++;
    const groups = all.slice(i, end).join("");
    const joined = groups.replace(/[ :]/g, "");
    const isSecret = end - i > 2 && (isRandomWord(joined) || joined.replace(hexadecimal, "") !== joined);
    shown.push(isSecret ? `${hiddenValue}${/[ :]?$/.exec(groups)?.[0] ?? ""}` : groups);
    i = end;
  }
  return shown.join("");
}

function isRandomWord(found: string): boolean {
  if (!/[a-z]/.test(found) || !/[A-Z]/.test(found)) return false;
  const lengths = Array.from(found.matchAll(part), ([{ length }]) => length);
  const sums = lengths.map((_, i) =>
    lengths.slice(i, i + manyParts).reduce((sum, length) => sum + length, 0),
  );
  return (
    found.replace(/[^A-Za-z\d]/g, "").length >= shortestSecret &&
    sums.slice(0, 1 - manyParts).some((sum) => sum <= shortestSecret)
  );
}

/** Whether a value is a secret and no name: a key, a line of one, or a text with a signature or a policy. */
export function isSecret(value: string): boolean {
  const line = value.replace(/[\s:]/g, "");
  // The path of a folder for temporary files may look random, too.
  const isLine = /^[\w+~-][\w+/~-]{29,}={0,2}$/.test(line) && isRandom(line);
  return isLine || isKeyText(value) || withoutSecrets(value) !== value;
}

/** Whether a value is a key and not the path of one: PEM, JSON, or the base64 of either or of DER. */
export function isKeyText(value: string): boolean {
  const text = value.trim();
  // An ID or a folder may stand in front.
  if (text.includes("-----BEGIN") || text.startsWith("{") || /\{\s*"/.test(text)) return true;
  const base64 = text.replace(/^[A-Z0-9]{10,20}=/, "").replace(/\s/g, "");
  if (base64.length < 64 || !/^[\w+/-]+={0,2}$/.test(base64)) return false;
  const start = Buffer.from(base64.slice(0, 64), "base64");
  return isSequence(start) || /^(?:-----BEGIN|\{)/.test(start.toString("latin1").trimStart());
}

/** Whether DER starts like each format of a key: a sequence, and a sequence or a number in it. */
function isSequence([tag, length = 0, ...rest]: Uint8Array): boolean {
  const first = rest[length < 0x80 ? 0 : length - 0x80];
  return tag === 0x30 && length <= 0x82 && (first === 0x30 || first === 0x02);
}
