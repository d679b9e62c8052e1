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
  return withoutRandomWords(value) !== value;
}

/** A message without the words that look random: it may repeat a value that is a secret in the wrong place. */
export function withoutRandomWords(message: string): string {
  return message.replace(word, (found) => (isRandomWord(found) ? hiddenValue : found));
}

/** Whether a word has both cases, and somewhere more parts than names have. */
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

/** Whether a value is a key and not the path of one: PEM, JSON, or the base64 of either or of DER. */
export function isKeyText(value: string): boolean {
  const text = value.trim();
  if (text.includes("-----BEGIN") || text.startsWith("{")) return true;
  // A public key may have its ID in front.
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
