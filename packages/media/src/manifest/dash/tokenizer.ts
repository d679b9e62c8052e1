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
export const cutOff = "the text ends inside an element, a tag or a comment; check whether it was cut off";

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
    if (markup.some(([mark]) => mark.length > opening.length && mark.startsWith(opening))) {
      carry = opening;
      return text.length;
    }
    // The last mark fits every opening.
    const [mark, end] = markup.find(([one]) => opening.startsWith(one)) as (typeof markup)[number];
    if (!end)
      refuseManifest(
        "a <! starts a DOCTYPE, another declaration, or a comment that starts with > or ->, in which some players find other references; remove it",
      );
    until = end;
    held = mark;
    return start + mark.length;
  };

  /** Adds to the tag or instruction that is held until it ends. */
  const hold = (piece: string): void => {
    if (held.length + piece.length > longestPiece) refusePiece();
    held += piece;
  };

  const inTagOrValue = (text: string, at: number, wanted: RegExp): number => {
    wanted.lastIndex = at;
    const [found] = wanted.exec(text) ?? [];
    const stop = found ? wanted.lastIndex : text.length;
    hold(text.slice(at, stop));
    if (found === "<") refuseManifest(lessThan);
    if (found === ">") {
      until = "";
      emit("tag", held);
    } else if (found) until = until === ">" ? found : ">";
    return stop;
  };

  const inSection = (text: string, at: number): number => {
    const kind = kinds[until] as TokenKind;
    const found = text.indexOf(until, at);
    const stop = found < 0 ? text.length : found + until.length;
    const taken = text.slice(at, stop);
    if (found < 0)
      carry = [until.slice(0, 2), until.slice(0, 1)].find((start) => taken.endsWith(start)) ?? "";
    else until = "";
    const piece = taken.slice(0, taken.length - carry.length);
    if (kind === "instruction") hold(piece);
    else held += piece;
    // Pieces of the others are passed on at once.
    if (kind !== "instruction" || !until) {
      emit(kind, held);
      held = "";
    }
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
