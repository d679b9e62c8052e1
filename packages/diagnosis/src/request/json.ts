/**
 * JSON text (RFC 8259) as values that keep what `JSON.parse` drops: repeated names and how a number is
 * written. Faults have a position, which `JSON.parse` tells in other words in each runtime.
 */
export type JsonValue =
  | { readonly type: "object"; readonly members: readonly JsonMember[] }
  | { readonly type: "array"; readonly items: readonly JsonValue[] }
  | { readonly type: "string"; readonly value: string }
  /** `literal` is the number as it is written. */
  | { readonly type: "number"; readonly literal: string }
  | { readonly type: "boolean" | "null" };

type JsonMember = readonly [name: string, value: JsonValue];

/** Why a text is not JSON, or not read. */
export type JsonFault =
  | { readonly id: "unexpected-character"; readonly position: number; readonly character: string }
  | { readonly id: "unexpected-end"; readonly position: number }
  | { readonly id: "too-deep" };

/** Values may lie in one another this deep. Our own limit, so that no text can overflow the stack. */
const deepestLevel = 50;

const whitespace = /[ \t\n\r]*/y;
const scalar = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
/** A string without its closing quote. It ends where a fault begins. */
const openString =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: JSON has none in strings
  /"[^"\\\0-\x1f]*(?:\\(?:["\\/bfnrt]|u[\da-fA-F]{4})[^"\\\0-\x1f]*)*/y;

/** The value of a JSON text, or its first fault, which has an `id`. */
export function parseJson(text: string): JsonValue | JsonFault {
  return new JsonReader(text).readText();
}

/** Reads from left to right. Each method but the first returns `undefined` at a fault and stays there. */
class JsonReader {
  readonly #text: string;
  #position = 0;
  #level = 0;

  constructor(text: string) {
    this.#text = text;
  }

  readText(): JsonValue | JsonFault {
    const value = this.#readValue();
    const position = this.#position;
    if (value !== undefined && position === this.#text.length) return value;
    if (this.#level > deepestLevel) return { id: "too-deep" };
    const codePoint = this.#text.codePointAt(position);
    return codePoint === undefined
      ? { id: "unexpected-end", position }
      : { id: "unexpected-character", position, character: String.fromCodePoint(codePoint) };
  }

  #readValue(): JsonValue | undefined {
    this.#skipWhitespace();
    const value = this.#readToken();
    if (value !== undefined) this.#skipWhitespace();
    return value;
  }

  #readToken(): JsonValue | undefined {
    switch (this.#text.charAt(this.#position)) {
      case "{": {
        const members = this.#readList("}", () => this.#readMember());
        return members && { type: "object", members };
      }
      case "[": {
        const items = this.#readList("]", () => this.#readValue());
        return items && { type: "array", items };
      }
      case '"': {
        const value = this.#readString();
        return value === undefined ? undefined : { type: "string", value };
      }
    }
    const literal = this.#take(scalar);
    if (literal === "null") return { type: "null" };
    if (literal === "true" || literal === "false") return { type: "boolean" };
    return literal === "" ? undefined : { type: "number", literal };
  }

  /** The elements between a bracket, at which the reader stands, and the closing one, with commas between. */
  #readList<Element>(close: string, readElement: () => Element | undefined): Element[] | undefined {
    if (++this.#level > deepestLevel) return undefined;
    this.#position++;
    this.#skipWhitespace();
    const elements: Element[] = [];
    if (!this.#takeCharacter(close)) {
      do {
        const element = readElement();
        if (element === undefined) return undefined;
        elements.push(element);
      } while (this.#takeCharacter(","));
      if (!this.#takeCharacter(close)) return undefined;
    }
    this.#level--;
    return elements;
  }

  #readMember(): JsonMember | undefined {
    this.#skipWhitespace();
    const name = this.#readString();
    if (name === undefined) return undefined;
    this.#skipWhitespace();
    const value = this.#takeCharacter(":") ? this.#readValue() : undefined;
    return value && [name, value];
  }

  #readString(): string | undefined {
    const open = this.#take(openString);
    if (!this.#takeCharacter('"')) return undefined;
    // What is between the quotes is valid by now, so this cannot throw.
    return open.includes("\\") ? (JSON.parse(`${open}"`) as string) : open.slice(1);
  }

  #skipWhitespace(): void {
    // Policies have none: a comparison is quicker than a pattern.
    if (this.#text.charCodeAt(this.#position) <= 0x20) this.#take(whitespace);
  }

  /** What a pattern matches at the position, which may be nothing. */
  #take(pattern: RegExp): string {
    const start = this.#position;
    pattern.lastIndex = start;
    if (pattern.test(this.#text)) this.#position = pattern.lastIndex;
    return this.#text.slice(start, this.#position);
  }

  #takeCharacter(character: string): boolean {
    if (this.#text.charAt(this.#position) !== character) return false;
    this.#position++;
    return true;
  }
}
