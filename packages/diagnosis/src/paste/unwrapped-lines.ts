import { parameterNames } from "cloudfront-sign-webcrypto/internals";
import { withWholeHost } from "../request/cut-host.ts";
import { isLastValueWhole } from "./signing-parameters-in-text.ts";

/** The lines of a text that are not empty, and the pieces of those that were put together. */
export interface UnwrappedLines {
  readonly lines: readonly string[];
  readonly wrapped: readonly (readonly string[])[];
}

/** Lines after that of a URL or of cookies in which the rest of it is looked for. Our own limit: 8,192 characters in lines of 64. */
const mostPieces = 130;

/**
 * Puts lines together that a terminal or a mail program has broken. A line break ends a URL, unless what follows can
 * only be the rest of it: more signing parameters, or the end of a value that is not whole.
 */
export function unwrappedLines(text: string): UnwrappedLines {
  const given = text.split(/\r\n|\n|\r/).map((line) => line.replace(/^(?:\s?>){0,9}/, "").trim());
  const lines: string[] = [];
  const wrapped: string[][] = [];
  for (let i = 0; i < given.length; i++) {
    const line = given[i] as string;
    const pieces = isOpen(line) ? piecesBehind(line, given.slice(i + 1, i + 1 + mostPieces)) : [];
    if (pieces.length > 0) wrapped.push([line, ...pieces]);
    if (line) lines.push(line + pieces.join(""));
    i += pieces.length;
  }
  return { lines, wrapped };
}

/** A text of a line that was put together, with the line breaks that it had; `undefined` without any. */
export function withLineBreaks(text: string, wrapped: UnwrappedLines["wrapped"]): string | undefined {
  const pieces = wrapped.find((one) => one.join("").includes(text));
  if (text === "" || pieces === undefined) return undefined;
  const start = pieces.join("").indexOf(text);
  let at = -start;
  const parts = pieces.map((piece) => {
    const part = text.slice(Math.max(0, at), Math.max(0, at + piece.length));
    at += piece.length;
    return part;
  });
  const broken = parts.filter(Boolean).join("\n");
  return broken === text ? undefined : broken;
}

/** Whether a URL, or a value of CloudFront's cookies, reaches to the end of a line. */
function isOpen(line: string): boolean {
  if (/^\W{0,9}cookie:/i.test(line) || /cloudfront-[\w-]{1,40}=[^\s"';]*$/i.test(line)) return true;
  const at = line.toLowerCase().lastIndexOf("http");
  if (at < 0 || !/^https?:\/\//i.test(line.slice(at, at + 8))) return false;
  const rest = line.slice(at);
  return !/[\s"<>]/.test(rest) && !(line[at - 1] === "'" && rest.includes("'"));
}

/** The lines that can only be the rest of a line. */
function piecesBehind(line: string, following: readonly string[]): string[] {
  let taken = 0;
  let whole = line;
  let joined = line;
  for (const [i, piece] of following.entries()) {
    if (!isPiece(piece, joined)) break;
    joined += piece;
    if (
      parametersIn(joined) > parametersIn(whole) ||
      (!isLastValueWhole(whole) && isLastValueWhole(joined)) ||
      completesHost(whole, joined)
    ) {
      taken = i + 1;
      whole = joined;
    }
  }
  // Broken in a value and cut off in it.
  const [next] = following.slice(taken);
  const isRest =
    next !== undefined && next.length >= shortestRest && isPiece(next, whole) && !isLastValueWhole(whole);
  return following.slice(0, isRest ? taken + 1 : taken);
}

/** Whether a text goes on with the rest of the host name of a distribution in which a line ends. */
function completesHost(line: string, text: string): boolean {
  const at = line.toLowerCase().lastIndexOf("http");
  const whole = withWholeHost(line.slice(at));
  return whole !== line.slice(at) && text.startsWith(whole, at);
}

/** A line of so many characters without a space is not a word. Our own limit. */
const shortestRest = 40;

/** Whether a line may stand within a value or a URL. */
function isPiece(piece: string, before: string): boolean {
  if (/^https?:|^[\w-]{1,100}:(?:\s|$)|^[1-5]\d\d$/i.test(piece)) return false;
  // Other cookies stand behind a semicolon and a space.
  if (/^\W{0,9}cookie:/i.test(before) && /;/.test(piece)) return /=/.test(piece);
  // The next variable of an .env file, and the next cookie.
  if (/^(?:export )?[A-Z][A-Z\d_]{2,60}=+[^&=]/.test(piece) || /^cloudfront-/i.test(piece)) return false;
  return /^[^\s"'{}<>]+["'>]?[,;]?$/.test(piece);
}

/** How many signing parameters or cookies a text has. */
function parametersIn(text: string): number {
  return text.match(new RegExp(`(?:[?&]|CloudFront-)(?:${parameterNames.join("|")})=`, "gi"))?.length ?? 0;
}
