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

const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const word = /true|false|null/y;
const quote = 0x22;
const backslash = 0x5c;
const space = 0x20;
const tab = 0x09;
const lineFeed = 0x0a;
const carriageReturn = 0x0d;
const escapedCharacter = /\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/y;

/** The value of a JSON text, or its first fault. */
export function parseJson(text: string): JsonValue | JsonFault {
  const reader = new JsonReader(text);
  const value = reader.readText();
  return value ?? reader.fault();
}

/** Whether the result of {@link parseJson} is a fault. */
export function isJsonFault(result: JsonValue | JsonFault): result is JsonFault {
  return "id" in result;
}

/** Reads from left to right. Each method returns `undefined` at a fault and stays there. */
class JsonReader {
  readonly #text: string;
  #position = 0;
  #level = 0;

  constructor(text: string) {
    this.#text = text;
  }

  fault(): JsonFault {
    if (this.#level > deepestLevel) return { id: "too-deep" };
    const codePoint = this.#text.codePointAt(this.#position);
    return codePoint === undefined
      ? { id: "unexpected-end", position: this.#position }
      : {
          id: "unexpected-character",
          position: this.#position,
          character: String.fromCodePoint(codePoint),
        };
  }

  readText(): JsonValue | undefined {
    const value = this.#readValue();
    return value !== undefined && this.#position === this.#text.length ? value : undefined;
  }

  #readValue(): JsonValue | undefined {
    this.#skipWhitespace();
    const value = this.#readToken();
    if (value !== undefined) this.#skipWhitespace();
    return value;
  }

  #readToken(): JsonValue | undefined {
    switch (this.#text[this.#position]) {
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
      case "t":
      case "f":
        return this.#take(word) === "" ? undefined : { type: "boolean" };
      case "n":
        return this.#take(word) === "" ? undefined : { type: "null" };
      default: {
        const literal = this.#take(number);
        return literal === "" ? undefined : { type: "number", literal };
      }
    }
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
    if (!this.#takeCharacter(":")) return undefined;
    const value = this.#readValue();
    return value && [name, value];
  }

  #readString(): string | undefined {
    if (!this.#takeCharacter('"')) return undefined;
    const start = this.#position;
    let hasEscapes = false;
    this.#position = endOfPlainCharacters(this.#text, start);
    while (this.#text[this.#position] === "\\") {
      if (this.#take(escapedCharacter) === "") return undefined;
      hasEscapes = true;
      this.#position = endOfPlainCharacters(this.#text, this.#position);
    }
    const end = this.#position;
    if (!this.#takeCharacter('"')) return undefined;
    // What is between the quotes is valid by now, so this cannot throw.
    return hasEscapes
      ? (JSON.parse(this.#text.slice(start - 1, end + 1)) as string)
      : this.#text.slice(start, end);
  }

  #skipWhitespace(): void {
    while (isWhitespace(this.#text.charCodeAt(this.#position))) this.#position++;
  }

  /** What a pattern matches at the position, which may be nothing. */
  #take(pattern: RegExp): string {
    pattern.lastIndex = this.#position;
    // Nothing found sets it to 0.
    const isFound = pattern.test(this.#text);
    const start = this.#position;
    if (isFound) this.#position = pattern.lastIndex;
    return this.#text.slice(start, this.#position);
  }

  #takeCharacter(character: string): boolean {
    if (this.#text[this.#position] !== character) return false;
    this.#position++;
    return true;
  }
}

function isWhitespace(code: number): boolean {
  return code === space || code === lineFeed || code === carriageReturn || code === tab;
}

/** Where the characters end that a string may hold as they are: from the space on, without " and \. */
function endOfPlainCharacters(text: string, start: number): number {
  let at = start;
  for (let code = text.charCodeAt(at); code >= space; code = text.charCodeAt(++at))
    if (code === quote || code === backslash) break;
  return at;
}
