/** A text without escapes, and where each of its UTF-16 units stood before. */
export interface DecodedText {
  readonly text: string;
  /** Where the unit at a position starts in the text with its escapes. */
  readonly starts: Int32Array;
  /** Where it ends. */
  readonly ends: Int32Array;
}

/**
 * Decodes the escapes of a text until none is left: those of URLs, JSON, JavaScript, C, HTML and quoted-printable, in
 * and behind one another. In one pass over a stack: what an escape leaves can only complete another one that starts
 * before it. Each step looks at a few characters, so that the time is linear for any text.
 */
export function decodedText(text: string): DecodedText {
  const stack = new EscapeStack(text.length);
  for (let i = 0; i < text.length; i++) stack.push(text.charCodeAt(i), i);
  return stack.end();
}

/** Characters without a shape, which may stand in the middle of a word. */
const shapeless = /[\u00ad\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]/;

/** As many characters as the longest escape has: `&ZeroWidthSpace;`. Zeros in front of a number are dropped before. */
const longestEscape = 16;

/** How many characters the escapes have that do not end with `;`, `}` or a line break. */
const fixedLengths = [2, 3, 4, 6];

/** An escape at the end of a text, and the character that it stands for. */
const escapes: readonly (readonly [escape: RegExp, decode: (found: string) => string])[] = [
  [/%u([\da-f]{4})$/i, ofHexadecimal],
  [/%([\da-f]{2})$/i, ofHexadecimal],
  [/\\u([\da-f]{4})$/i, ofHexadecimal],
  [/\\u\{([\da-f]{1,6})\}$/i, ofHexadecimal],
  [/\\x([\da-f]{2})$/i, ofHexadecimal],
  [/\\([0-7]{3})$/, (digits) => String.fromCharCode(Number.parseInt(digits, 8))],
  [/\\([^\w\s])$/, (character) => character],
  [/\\([nrt])$/, () => "\n"],
  [/&#x([\da-f]{1,6});$/i, ofHexadecimal],
  [/&#(\d{1,7});$/, (digits) => ofCodePoint(Number(digits))],
  [/&([a-z]{2,14});$/i, namedCharacter],
  // Of quoted-printable, all that can stand in a signature is the = itself, and a line break.
  [/=(3D)$/, () => "="],
];

/** A reference of HTML without its semicolon ends before a character that cannot belong to it. */
const openReferences: readonly (readonly [reference: RegExp, continued: RegExp])[] = [
  [/&#x[\da-f]{1,6}$/i, /[\da-f;]/i],
  [/&#\d{1,7}$/, /[\d;]/],
];

/** Where another zero of a number changes nothing. */
const startOfNumber = /(?:&#x?|\\u\{)$/i;

const lineBreakOfQuotedPrintable = /=\r?\n$/;

function namedCharacter(name: string): string {
  const lower = name.toLowerCase();
  return Object.hasOwn(characterNames, lower) ? (characterNames[lower] ?? "") : "";
}

/** The names that HTML has for the ASCII characters of URLs, signatures and JSON. */
const characterNames: Readonly<Record<string, string>> = {
  amp: "&",
  apos: "'",
  bsol: "\\",
  colon: ":",
  dash: "-",
  equals: "=",
  gt: ">",
  hyphen: "-",
  lowbar: "_",
  lt: "<",
  nbsp: " ",
  newline: "\n",
  num: "#",
  percnt: "%",
  period: ".",
  plus: "+",
  quest: "?",
  quot: '"',
  semi: ";",
  shy: "\u00ad",
  sol: "/",
  tab: "\t",
  underbar: "_",
  zerowidthspace: "\u200b",
  zwj: "\u200d",
  zwnj: "\u200c",
};

function ofHexadecimal(digits: string): string {
  return ofCodePoint(Number.parseInt(digits, 16));
}

/** The first unit is enough: what is looked for is ASCII. */
function ofCodePoint(code: number): string {
  return code <= 0x10ffff ? String.fromCodePoint(code).charAt(0) : "";
}

/** The units of a text as far as it was read, with no whole escape among them. */
class EscapeStack {
  readonly #units: Uint16Array;
  readonly #starts: Int32Array;
  readonly #ends: Int32Array;
  #length = 0;

  constructor(longest: number) {
    this.#units = new Uint16Array(longest);
    this.#starts = new Int32Array(longest);
    this.#ends = new Int32Array(longest);
  }

  push(unit: number, at: number): void {
    if (unit > 0x7f && shapeless.test(String.fromCharCode(unit))) return;
    this.#closeReference(String.fromCharCode(unit));
    if (unit === 0x30 && startOfNumber.test(this.#tail())) return;
    // The forms of ASCII as wide as a letter of Chinese.
    this.#add(unit >= 0xff01 && unit <= 0xff5e ? unit - 0xfee0 : unit, at, at + 1);
    this.#decode();
  }

  end(): DecodedText {
    this.#closeReference("");
    const length = this.#length;
    return {
      text: textOf(this.#units.subarray(0, length)),
      starts: this.#starts.subarray(0, length),
      ends: this.#ends.subarray(0, length),
    };
  }

  #add(unit: number, start: number, end: number): void {
    this.#units[this.#length] = unit;
    this.#starts[this.#length] = start;
    this.#ends[this.#length++] = end;
  }

  /** The last characters, as many as the longest escape has. */
  #tail(): string {
    return textOf(this.#units.subarray(Math.max(0, this.#length - longestEscape), this.#length));
  }

  /** Whether an escape can end here; nearly always false, and much faster to tell than which one. */
  #canEndEscape(): boolean {
    const last = this.#units[this.#length - 1] ?? 0;
    if (last === 0x3b || last === 0x7d || last === 0x0a) return true;
    return fixedLengths.some((length) => startsEscape(this.#units[this.#length - length] ?? 0));
  }

  /** Whether the text ends with `&#` and what may be a number. */
  #endsWithReference(): boolean {
    let at = this.#length - 1;
    while (at >= this.#length - longestEscape && isOfNumber(this.#units[at] ?? 0)) at--;
    return this.#units[at] === 0x23 && this.#units[at - 1] === 0x26;
  }

  /** Ends a reference of HTML that has no semicolon, before the character that ends it. */
  #closeReference(next: string): void {
    if (!this.#endsWithReference()) return;
    const tail = this.#tail();
    for (const [reference, continued] of openReferences) {
      const [found] = reference.exec(tail) ?? [];
      if (found === undefined || continued.test(next)) continue;
      const [, digits = "", decimal = ""] = /^&#(?:x([\da-f]+)|(\d+))$/i.exec(found) ?? [];
      this.#replace(found.length, digits ? ofHexadecimal(digits) : ofCodePoint(Number(decimal)));
      this.#decode();
      return;
    }
  }

  #decode(): void {
    while (this.#decodeOnce());
  }

  /** Replaces an escape that ends here. */
  #decodeOnce(): boolean {
    if (!this.#canEndEscape()) return false;
    const tail = this.#tail();
    const [softBreak = ""] = lineBreakOfQuotedPrintable.exec(tail) ?? [];
    this.#length -= softBreak.length;
    if (softBreak !== "") return false;
    for (const [form, decode] of escapes) {
      const [found, inner = ""] = form.exec(tail) ?? [];
      const decoded = found === undefined ? "" : decode(inner);
      if (found === undefined || decoded === "") continue;
      this.#replace(found.length, decoded);
      return true;
    }
    return false;
  }

  #replace(length: number, decoded: string): void {
    const end = this.#ends[this.#length - 1] ?? 0;
    this.#length -= length;
    if (shapeless.test(decoded)) return;
    this.#add(decoded.charCodeAt(0), this.#starts[this.#length] ?? 0, end);
  }
}

/** Whether a unit is one of `%`, `&`, `=` and `\`. */
function startsEscape(unit: number): boolean {
  return unit === 0x25 || unit === 0x26 || unit === 0x3d || unit === 0x5c;
}

/** Whether a unit is a hexadecimal digit or the `x` before them. */
function isOfNumber(unit: number): boolean {
  const lower = unit | 0x20;
  return (unit >= 0x30 && unit <= 0x39) || (lower >= 0x61 && lower <= 0x66) || lower === 0x78;
}

/** In pieces, since a call takes a limited number of arguments. */
function textOf(units: Uint16Array): string {
  let text = "";
  for (let at = 0; at < units.length; at += 8192)
    text += Reflect.apply(String.fromCharCode, undefined, units.subarray(at, at + 8192));
  return text;
}
