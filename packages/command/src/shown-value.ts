import { withoutSecrets } from "cloudfront-sign-diagnosis/internals";
import { printable } from "./terminal.ts";

/** What stands for a value that is not shown. */
export const hiddenValue = "…";

/** The longest value that is shown: no name of a file is longer. */
const longestShown = 255;

/** What a random secret looks like, and few names do. */
const longRun = /[A-Za-z0-9+=_]{40}/;

/** The same with the - and ~ of CloudFront, which long names have, too. */
const longWord = /[\w+=~-]{40,}/g;

/** Where a name would begin another word: a random text has one at every third character. */
const change = /[a-z](?=[A-Z\d])|\d(?=[A-Za-z])|[A-Z](?=\d)/g;

/** The changes in a word from which on it is no name. */
const manyChanges = 8;

/** A value of the user for a message. One that may be a secret in the wrong place is not shown. */
export function shownValue(value: string): string {
  const isPlain =
    value.length <= longestShown && !/[\r\n]/.test(value) && !isRandom(value) && !isKeyText(value);
  return isPlain ? printable(withoutSecrets(value)) : hiddenValue;
}

function isRandom(value: string): boolean {
  return longRun.test(value) || withoutRandomWords(value) !== value;
}

/** A message without the long words that look random: it may repeat a value that is a secret in the wrong place. */
export function withoutRandomWords(message: string): string {
  return message.replace(longWord, (word) =>
    (word.match(change)?.length ?? 0) < manyChanges ? word : hiddenValue,
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
