import {
  base64,
  codePoint,
  keyPairIdProblem,
  percentDecoded,
  signatureForm,
} from "cloudfront-sign-webcrypto/internals";
import type { Seen } from "../findings/finding.ts";
import { hasLineBreaks, isOtherPadding } from "./base64-fault.ts";
import { isUsualKeyPairId } from "./key-pair-id-form.ts";

/** A character that came from the text around a value. */
export interface StrayCharacter {
  readonly character: string;
  /** Whether it stands in the place of another one, which is lost unless it is `meant`. */
  readonly isInstead?: boolean;
  readonly meant?: string;
  /** `behind` if more follows it: the value ends before it. */
  readonly place: "start" | "end" | "inside" | "behind";
}

const quotes = "\"'`\u2018\u2019\u201a\u201c\u201d\u201e\u00ab\u00bb";
const brackets = "<>()[]{}";
const punctuation = ".,;:!?\\^|*";

/** Characters of no width and marks of direction, which chats, mails and word processors insert. */
export const invisible: RegExp = /[\u00ad\u200b\u2060\ufeff\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;

/** Whether text around a value may have left this character at it. */
function isStray(character: string): boolean {
  return (
    character !== "" &&
    (quotes.includes(character) ||
      brackets.includes(character) ||
      punctuation.includes(character) ||
      /\s/.test(character) ||
      invisible.test(character))
  );
}

/** Whether text is nothing but characters that stand around values. */
export function isStrayText(text: string): boolean {
  return Array.from(text).every(isStray);
}

/** Text without the characters around it that may have come from elsewhere, and without invisible ones. */
export function withoutStrayText(text: string): string {
  const characters = Array.from(text.replace(/^b(?=['"])/, "")).filter((one) => !invisible.test(one));
  const start = characters.findIndex((character) => !isStray(character) || character === "{");
  let end = characters.length;
  while (end > start && characters[end - 1] !== "}" && isStray(characters[end - 1] ?? "")) end--;
  return start < 0 ? "" : characters.slice(start, end).join("");
}

/** The form of each value, which decides whether the rest of it is whole. */
const isWhole: Readonly<Record<string, (text: string) => boolean>> = {
  Expires: (text) => /^\d{9,11}$/.test(text),
  Policy: (text) => /^[\w~+/=-]+$/.test(text),
  Signature: (text) => /^[\w~+/=-]+$/.test(text),
  // What else is wrong with them is found once they are alone.
  "Key-Pair-Id": (text) => keyPairIdProblem(text.toUpperCase(), false) === undefined,
  "Hash-Algorithm": (text) => /^SHA-?(?:1|256)$/i.test(text),
};

/** Values that end where they are whole, and the character behind which other text follows. */
const wholeBeforeText: Readonly<Record<string, RegExp>> = {
  "Key-Pair-Id": /^(?:K[A-Z\d]{12,13}|APKA[A-Z\d]{16,17})([^\w-])./su,
  "Hash-Algorithm": /^SHA(?:1|256)([^\w-])./su,
};

/** Characters that came into a right value. Our own limit: more of them are another form of the value. */
const mostForeign = 3;

/**
 * Few characters within a value that none of its kind has, where it is right without them, or would be with one of its
 * own in their place.
 */
function foreignCharacter(name: string, value: string): StrayCharacter | undefined {
  // The names of hashes are written in several ways.
  if (name === "Hash-Algorithm") return undefined;
  const text = percentDecoded(value);
  const isBase64 = name === "Policy" || name === "Signature";
  const own = ownCharacters(name);
  const foreign = Array.from(text).filter((one) => !own.test(one));
  const [character] = foreign;
  if (character === undefined) return undefined;
  // Of another alphabet, or of the lines of an encoder.
  if (isBase64 && (/[+=/]/.test(foreign.join("")) || hasLineBreaks(value) || isOtherPadding(text)))
    return undefined;
  const isFew = foreign.length <= mostForeign;
  if (isFew && isRight(name, withOnly(own, text))) return { character, place: "inside" };
  // Mails, chats and Markdown write * for ~.
  const isTilde = isBase64 && foreign.every((one) => one === "*") && !text.includes("~");
  if (isTilde && isRight(name, text.replaceAll("*", "~")))
    return { character, place: "inside", isInstead: true, meant: "~" };
  if (!isFew) return undefined;
  // In a time, letters look like digits: other characters make a date of it.
  if (foreign.length > 1 || (name === "Expires" && !/[a-z]/i.test(character))) return undefined;
  const filled = text.replace(character, name === "Expires" ? "0" : "A");
  return isRight(name, filled) ? { character, place: "inside", isInstead: true } : undefined;
}

/** A value without its foreign characters; `undefined` if one of its own is lost. The value itself if it has none. */
export function withoutForeignCharacters(name: string, value: string): string | undefined {
  const foreign = foreignCharacter(name, value);
  if (foreign === undefined) return value;
  const { character, isInstead, meant } = foreign;
  const text = percentDecoded(value);
  if (meant !== undefined) return text.replaceAll(character, meant);
  return isInstead ? undefined : withOnly(ownCharacters(name), text);
}

/** A character that values of this name have. */
function ownCharacters(name: string): RegExp {
  if (name === "Expires") return /\d/;
  return name === "Policy" || name === "Signature" ? /[\w~-]/ : /[A-Z\d]/i;
}

function withOnly(own: RegExp, text: string): string {
  return Array.from(text)
    .filter((one) => own.test(one))
    .join("");
}

/** Whether a value is one that a signer writes: of a size and form that CloudFront reads. */
function isRight(name: string, text: string): boolean {
  const bytes = base64.decodeCloudFront(text);
  switch (name) {
    case "Signature":
      return bytes !== undefined && signatureForm(bytes) !== undefined;
    case "Policy":
      return bytes !== undefined && /^\{.*\}\s*$/s.test(new TextDecoder().decode(bytes));
    case "Expires":
      return /^[12]\d{9}$/.test(text);
    case "Key-Pair-Id":
      return isUsualKeyPairId(text);
    default:
      return /^SHA(?:1|256)$/.test(text);
  }
}

/** The stray character of a parameter's value, if the value is whole without it. */
export function strayCharacter(name: string, value: string): StrayCharacter | undefined {
  const foreign = foreignCharacter(name, value);
  return foreign?.meant === undefined ? (surroundingCharacter(name, value) ?? foreign) : foreign;
}

function surroundingCharacter(name: string, value: string): StrayCharacter | undefined {
  // In a query, + is a space. In base64 it is a character of the wrong alphabet.
  const isBase64 = name === "Policy" || name === "Signature";
  const plain = isBase64 ? percentDecoded(value) : percentDecoded(value).replace(/^b(?=['"])/, "");
  const characters = Array.from(plain.matchAll(/\\[nrt]|./gsu), ([character]) => character);
  const isAround = (character: string): boolean =>
    isStray(character) || isWrittenOut(character) || (character === "+" && !isBase64);
  const start = characters.findIndex((character) => !isAround(character));
  if (start < 0) return undefined;
  let end = characters.length;
  while (isAround(characters[end - 1] ?? "")) end--;
  const core = characters.slice(start, end);
  const kept = core.filter((character) => !isWithin(name, character));
  const [, behind] = wholeBeforeText[name]?.exec(plain) ?? [];
  if (!isWhole[name]?.(kept.join("")) && behind) return { character: behind, place: "behind" };
  if (kept.length === characters.length || !isWhole[name]?.(kept.join(""))) return undefined;
  if (isBase64 && isOtherPadding(plain)) return undefined;
  if (start > 0) return { character: characters[0] as string, place: "start" };
  if (end < characters.length) return { character: characters[end] as string, place: "end" };
  return { character: core.find((character) => isWithin(name, character)) ?? "", place: "inside" };
}

/** Whether a value stands in the brackets of a placeholder and is real: `{K2JCJMDEHXQW5F}`, and not `{KEY_PAIR_ID}`. */
export function isBracketedValue(name: string, value: string): boolean {
  const [, inside = ""] =
    /^\{{1,2}(\w+)\}{1,2}$|^<(\w+)>$/.exec(percentDecoded(value))?.filter(Boolean) ?? [];
  if (name === "Key-Pair-Id") return isUsualKeyPairId(inside) && /\d/.test(inside);
  return (name === "Expires" || name === "Hash-Algorithm") && isWhole[name]?.(inside) === true;
}

/** Whether it is the escape of a line break or a tab, in two characters. */
function isWrittenOut(character: string): boolean {
  return /^\\[nrt]$/.test(character);
}

/** Whether a character may stand within a value without changing it for a reader, as in 1,900,000,000. */
function isWithin(name: string, character: string): boolean {
  if (invisible.test(character)) return true;
  // White space in base64 is a line break of its encoder, or was a +.
  if (name === "Policy" || name === "Signature") return false;
  return /\s/.test(character) || (character === "," && name === "Expires");
}

/** What is seen of it in the value of a name. */
export function strayCharacterSeen(stray: StrayCharacter, name: string): Seen {
  return { evidence: `${name} ${describeStrayCharacter(stray)}`, fix: strayCharacterFix(stray, name) };
}

/** The character in words: by its name, in quotes, or by its code point. */
function describeStrayCharacter({ character, place, isInstead, meant }: StrayCharacter): string {
  if (meant !== undefined) return `has ${nameOf(character)} in the place of ${meant}`;
  if (isInstead) return `has ${nameOf(character)} in the place of another character`;
  if (place === "behind") return `is followed by other text, from ${nameOf(character)} on`;
  const where = place === "inside" ? "in it" : `at its ${place}`;
  return `has ${invisible.test(character) ? `the invisible character ${codePoint(character)}` : nameOf(character)} ${where}`;
}

const names: Readonly<Record<string, string>> = {
  "\0": "a NUL",
  "\t": "a tab",
  "\n": "a newline",
  "\r": "a carriage return",
  " ": "a space",
  '"': "a double quote",
};

function nameOf(character: string): string {
  if (isWrittenOut(character)) return `the two characters ${character}`;
  return (
    names[character] ?? `the character ${/^[!-~]$/.test(character) ? `"${character}"` : codePoint(character)}`
  );
}

/** Where the character comes from, and the step that takes it away there. */
function strayCharacterFix({ character, place, isInstead, meant }: StrayCharacter, name: string): string {
  if (meant !== undefined)
    return `Send ${name} with ${meant} wherever it has ${character}: a mail, a chat or a document changed it.`;
  if (isInstead) return `Copy ${name} again from its source, as text: the character that was there is lost.`;
  if (place === "behind")
    return `End the value of ${name} before it. Text is appended to a signed URL somewhere: add a parameter before signing, and take a file name or a separator from behind the URL.`;
  if (isWrittenOut(character))
    return `Remove the two characters ${character} from ${name}: an escape was written out, and trim() leaves it.`;
  if (/[\r\n]/.test(character))
    return `Remove the line break from ${name}: trim() what you read from a file or an environment variable.`;
  if (/\s|\+/.test(character)) return `Remove the white space from ${name}, for example with trim().`;
  if (invisible.test(character))
    return `Type ${name} again, or copy it from its source: a chat, a mail or a document added the character.`;
  if (quotes.includes(character))
    return `Remove the quotes from ${name}: they belong to the file, the shell or the text that it came from.`;
  if (character === "\\" || character === "^")
    return `Remove ${character} from ${name}: it escapes a character for a shell, and not between quotes.`;
  if (place === "inside" && /Expires$/.test(name))
    return `Write ${name} in digits alone, as the number that was signed: it was formatted for people.`;
  return `Remove the character from ${name}: it belongs to the text around it.`;
}
