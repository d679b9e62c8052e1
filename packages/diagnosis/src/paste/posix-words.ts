import { type Command, lineBreakLength, WordCollector } from "./command-word.ts";

/** A piece of a word without its quotes, and where it ends. */
interface QuotedPiece {
  readonly text: string;
  readonly end: number;
}

/**
 * The words of one command of a POSIX shell, also in the quotes $'…' of Bash. A bare & stays in its word and is
 * reported with it. A quote without an end reaches to the end of the text.
 *
 * Sources: POSIX, "Shell Command Language", section 2.2; Bash Reference Manual, "ANSI-C Quoting".
 */
export function readPosixWords(text: string): Command {
  const collector = new WordCollector();
  let at = 0;
  while (at < text.length) {
    const char = text[at] as string;
    const continued = char === "\\" ? lineBreakLength(text, at + 1) : 0;
    const piece = quotedPiece(text, at);
    // It joins lines, and is not a word by itself.
    if (continued > 0) at += 1 + continued;
    else if (piece) {
      collector.add(piece.text);
      at = piece.end;
    } else if (char === "\n" || char === "\r" || char === ";" || char === "|") break;
    else {
      if (/[\s<>()]/.test(char)) collector.endWord();
      else if (char === "&") collector.addBareAmpersand();
      else collector.add(char);
      at++;
    }
  }
  collector.endWord();
  return { words: collector.words, end: at };
}

function quotedPiece(text: string, at: number): QuotedPiece | undefined {
  switch (text[at]) {
    case "\\":
      return { text: text.charAt(at + 1), end: at + 2 };
    case "'":
      return singleQuoted(text, at + 1);
    case '"':
      return doubleQuoted(text, at + 1);
    case "$":
      return text[at + 1] === "'" ? ansiCQuoted(text, at + 2) : undefined;
    default:
      return undefined;
  }
}

function singleQuoted(text: string, start: number): QuotedPiece {
  const end = text.indexOf("'", start);
  return end < 0
    ? { text: text.slice(start), end: text.length }
    : { text: text.slice(start, end), end: end + 1 };
}

function doubleQuoted(text: string, start: number): QuotedPiece {
  let read = "";
  for (let at = start; at < text.length; at++) {
    const char = text[at] as string;
    if (char === '"') return { text: read, end: at + 1 };
    const lineBreak = char === "\\" ? lineBreakLength(text, at + 1) : 0;
    if (lineBreak > 0) at += lineBreak;
    else if (char === "\\" && /[$`"\\]/.test(text.charAt(at + 1))) read += text.charAt(++at);
    else read += char;
  }
  return { text: read, end: text.length };
}

const simpleEscapes: Readonly<Record<string, string>> = {
  n: "\n",
  r: "\r",
  t: "\t",
  "\\": "\\",
  "'": "'",
  '"': '"',
  "?": "?",
};

/** The hexadecimal digits that an escape has at most. */
const escapeDigits: Readonly<Record<string, number>> = { x: 2, u: 4, U: 8 };

function ansiCQuoted(text: string, start: number): QuotedPiece {
  let read = "";
  for (let at = start; at < text.length; at++) {
    const char = text[at] as string;
    if (char === "'") return { text: read, end: at + 1 };
    if (char !== "\\") {
      read += char;
      continue;
    }
    const kind = text.charAt(++at);
    const [digits = ""] = /^[\da-f]*/i.exec(text.slice(at + 1, at + 1 + (escapeDigits[kind] ?? 0))) ?? [];
    const codePoint = Number.parseInt(digits, 16);
    if (digits && codePoint <= 0x10ffff) {
      read += String.fromCodePoint(codePoint);
      at += digits.length;
    } else read += simpleEscapes[kind] ?? `\\${kind}`;
  }
  return { text: read, end: text.length };
}
