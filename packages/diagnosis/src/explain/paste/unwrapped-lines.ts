/** A line while the pieces are collected into which a terminal or a mail program has broken it. */
interface BrokenLine {
  readonly pieces: string[];
  readonly isCookieHeader: boolean;
  hasUrl: boolean;
  hasCookie: boolean;
}

/** The lines of a text that are not empty, and whether some were put together. */
export interface UnwrappedLines {
  readonly lines: readonly string[];
  readonly isUnwrapped: boolean;
}

/** Puts lines together that a terminal or a mail program has broken. */
export function unwrappedLines(text: string): UnwrappedLines {
  const opened: BrokenLine[] = [];
  let isAfterLine = false;
  let isUnwrapped = false;
  for (const line of text.split(/\r\n|\n|\r/).map((line) => line.trim())) {
    const last = opened.at(-1);
    if (line && isAfterLine && last && continues(last, line)) {
      addPiece(last, line);
      isUnwrapped = true;
    } else if (line) {
      const isCookieHeader = /^[<>*\s]{0,9}cookie:/i.test(line);
      opened.push(addPiece({ pieces: [], isCookieHeader, hasUrl: false, hasCookie: false }, line));
    }
    isAfterLine = line !== "";
  }
  return { lines: opened.map(({ pieces }) => pieces.join("")), isUnwrapped };
}

function addPiece(broken: BrokenLine, line: string): BrokenLine {
  broken.pieces.push(line);
  broken.hasUrl = isOpenUrl(line) ?? (broken.hasUrl && !/["'>]$/.test(line));
  broken.hasCookie ||= line.includes("=") && /cloudfront-[\w-]{1,40}=/i.test(line);
  return broken;
}

/** Whether the last URL of a line reaches to its end; `undefined` without a URL. */
function isOpenUrl(line: string): boolean | undefined {
  const at = line.lastIndexOf("://");
  if (at < 0 || !/https?$/i.test(line.slice(Math.max(0, at - 5), at))) return undefined;
  const [, before = ""] = /(.?)https?$/i.exec(line.slice(Math.max(0, at - 6), at)) ?? [];
  const rest = line.slice(at);
  return !/[\s"<>]/.test(rest) && !(before === "'" && rest.includes("'"));
}

/** Whether a line is a part of the value that the line before it starts. */
function continues({ isCookieHeader, hasUrl, hasCookie }: BrokenLine, line: string): boolean {
  if (!isCookieHeader && !hasUrl && !hasCookie) return false;
  if (/^https?:|^[\w-]{1,100}:(?:\s|$)|^[1-5]\d\d$/i.test(line)) return false;
  if (isCookieHeader) return true;
  // The next variable of an .env file.
  if (/^(?:export )?[A-Z][A-Z\d_]{2,60}=[^&]*$/.test(line)) return false;
  const isPart = /^[^\s"'{}<>]+["'>]?$/.test(line) && !/^cloudfront-/i.test(line);
  const isNamed = /^[A-Za-z][\w.-]{0,100}[=:][^=]/.test(line);
  return isPart && (hasUrl || (hasCookie && !isNamed));
}
