import { longestPiece } from "../text-limits.ts";
import { refuseManifest } from "./manifest-fault.ts";
import { lessThan } from "./tag.ts";

/**
 * A whole tag or processing instruction; a piece of a text; a piece of a comment or CDATA section, its
 * delimiters included.
 */
export type TokenKind = "cdata" | "comment" | "instruction" | "tag" | "text";

/** Cuts XML that comes in pieces into tokens, which make up the whole input. */
export interface Tokenizer {
  write(piece: string): void;
  end(): void;
}

/**
 * How markup starts and ends; the longer starts first. XML does not end a comment within `<!-->`, players do.
 */
const markup = [
  ["<!--->", ""],
  ["<!-->", ""],
  ["<!--", "-->"],
  ["<![CDATA[", "]]>"],
  ["<?", "?>"],
  ["<!", ""],
  ["<", ">"],
] as const;

/** What ends or breaks a tag (`>`) or a value in it. */
const inTag: Readonly<Record<string, RegExp>> = { ">": /[<>"']/g, '"': /[<"]/g, "'": /[<']/g };

const kinds: Readonly<Record<string, TokenKind>> = { "-->": "comment", "]]>": "cdata", "?>": "instruction" };

/** The problem of a text that is not whole. */
export const cutOff = "the text ends within an element, a tag or a comment; was it cut off?";

/** Throws for what is longer than a stream may hold. */
export function refusePiece(): never {
  return refuseManifest(
    `a tag, an instruction or a reference has over ${longestPiece} characters; shorten it`,
  );
}

/**
 * Holds at most one tag or instruction, and reads no character of it twice, however the input is cut.
 *
 * Pieces of text and sections end only where a piece of the input ends, or at an ASCII character: never
 * within a surrogate pair.
 */
export function createTokenizer(emit: (kind: TokenKind, raw: string) => void): Tokenizer {
  /** The end of the last piece, where it may be the start of something. */
  let carry = "";
  /** What ends the markup that is open, or a value in its tag; nothing in text. */
  let until = "";
  let held = "";

  const betweenMarkup = (text: string, at: number): number => {
    const start = text.indexOf("<", at);
    if (start !== at) emit("text", text.slice(at, start < 0 ? text.length : start));
    if (start < 0) return text.length;
    const opening = text.slice(start, start + 9);
    if (
      opening === "<" ||
      markup.some(([mark]) => opening[1] === "!" && mark.length > opening.length && mark.startsWith(opening))
    ) {
      carry = opening;
      return text.length;
    }
    for (const [mark, end] of markup) {
      if (!opening.startsWith(mark)) continue;
      if (!end)
        refuseManifest(
          "a <! starts a DOCTYPE, another declaration, or a comment that starts with > or ->, in which some players find other references; remove it",
        );
      until = end;
      held = mark;
      return start + mark.length;
    }
    return start; // not reached: the last mark fits every opening
  };

  /** Adds to the tag or instruction that is held until it ends. */
  const hold = (piece: string): void => {
    if (held.length + piece.length > longestPiece) refusePiece();
    held += piece;
  };

  const inTagOrValue = (text: string, at: number, wanted: RegExp): number => {
    wanted.lastIndex = at;
    const isFound = wanted.test(text);
    const stop = isFound ? wanted.lastIndex : text.length;
    hold(text.slice(at, stop));
    if (!isFound) return stop;
    const character = text[stop - 1] as string;
    if (character === "<") refuseManifest(lessThan);
    if (character !== ">") until = until === ">" ? character : ">";
    else {
      until = "";
      emit("tag", held);
    }
    return stop;
  };

  const inSection = (text: string, at: number): number => {
    const kind = kinds[until] as TokenKind;
    // Pieces of the others are passed on at once.
    const add = (piece: string): void => {
      if (kind === "instruction") hold(piece);
      else held += piece;
    };
    const found = text.indexOf(until, at);
    if (found < 0) {
      const rest = text.slice(at);
      carry = [until.slice(0, 2), until.slice(0, 1)].find((start) => rest.endsWith(start)) ?? "";
      add(rest.slice(0, rest.length - carry.length));
    } else add(text.slice(at, found + until.length));
    const stop = found < 0 ? text.length : found + until.length;
    if (found >= 0) until = "";
    if (kind === "instruction" && until) return stop;
    emit(kind, held);
    held = "";
    return stop;
  };

  return {
    write(piece) {
      const text = carry + piece;
      carry = "";
      for (let at = 0; at < text.length; ) {
        const wanted = inTag[until];
        at = wanted ? inTagOrValue(text, at, wanted) : until ? inSection(text, at) : betweenMarkup(text, at);
      }
    },
    end() {
      if (until || carry) refuseManifest(cutOff);
    },
  };
}
