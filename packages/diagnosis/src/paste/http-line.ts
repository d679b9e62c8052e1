import { longestProgressMeter } from "../request/limits.ts";
import { withPlainMessages } from "./wire-log.ts";

/** Who wrote a line: the client, the server, curl itself; `text` for lines without a mark of curl. */
export type LineSource = "sent" | "received" | "information" | "text";

/** A line of HTTP messages as `curl -v`, `curl -i` or a raw request shows it. */
export interface HttpLine {
  readonly source: LineSource;
  readonly text: string;
}

/** The method and the target of a request line. */
export interface RequestLine {
  readonly method: string;
  readonly target: string;
}

const marks: Readonly<Record<string, LineSource>> = { ">": "sent", "<": "received", "*": "information" };

/** A line while its pieces are collected. */
interface OpenLine {
  readonly source: LineSource;
  readonly pieces: string[];
}

/** Lines of a paste without what curl puts in front of them. */
export function readHttpLines(text: string): HttpLine[] {
  const plain = withPlainMessages(text);
  const lines = /^=> Send header/m.test(plain) ? tracedLines(plain) : plain.split(/\r?\r?\n|\r/);
  // A line about the connection, which no log of another client starts with.
  if (!lines.some(isMarkedStart))
    return lines.map((line) =>
      plain !== text && line.startsWith("* ")
        ? { source: "information", text: line.slice(2) }
        : { source: "text", text: line },
    );
  const opened: OpenLine[] = [];
  for (const line of lines) addMarkedLine(opened, line);
  return opened.map(({ source, pieces }) => ({ source, text: pieces.join("") }));
}

/** What `curl --trace-ascii` writes, in the lines of `curl -v`: each starts with an offset, and long ones are broken. */
function tracedLines(text: string): string[] {
  const lines: string[] = [];
  let mark = "";
  let isBroken = false;
  for (const line of text.split(/\r?\n/)) {
    const [, offset, piece = ""] = /^([\da-f]{4,8}): (.*)$/.exec(line) ?? [];
    if (offset === undefined) {
      mark = /^=> Send header/.test(line) ? "> " : /^<= Recv header/.test(line) ? "< " : "";
      if (/^<= Recv data/.test(line)) lines.push("");
      isBroken = false;
    } else {
      if (isBroken) lines.push(`${lines.pop()}${piece}`);
      else if (mark !== "") lines.push(mark + piece);
      isBroken = mark !== "" && piece.length === widthOfTrace;
    }
  }
  return lines;
}

/** The characters of a line of a trace. Source: curl, src/tool_cb_dbg.c. */
const widthOfTrace = 64;

function addMarkedLine(opened: OpenLine[], line: string): void {
  const own = withoutProgress(line);
  // { [5 bytes data] stands where curl leaves a part of the transfer out.
  if (own === undefined || /^[{}] \[\d+ bytes data\]/.test(own)) return;
  const source = /^[<>*](?: |$)/.test(own) ? marks[own.charAt(0)] : undefined;
  const last = opened.at(-1);
  const isInHead = last && (last.source === "sent" || last.source === "received") && last.pieces[0] !== "";
  if (source) opened.push({ source, pieces: [own.slice(2).trim()] });
  else if (!isInHead) opened.push({ source: "text", pieces: [own] });
  // `curl -i -v` writes each line of a response twice.
  else if (last.pieces.length === 1 && own.trim() === last.pieces[0]) return;
  // Programs that use libcurl mark only the first line of a request.
  else if (isHeaderLine(own)) opened.push({ source: last.source, pieces: [own.trim()] });
  // A terminal has broken the last line.
  else last.pieces.push(own.trim());
}

/** A header field, or the empty line after the last one. */
function isHeaderLine(line: string): boolean {
  return line.trim() === "" || /^[\w-]{1,100}: /.test(line);
}

/** Without it, a > may be the mark of a quoted mail. */
function isMarkedStart(line: string): boolean {
  const own = withoutProgress(line) ?? "";
  return /^[<>] /.test(own) && (readStatusLine(own.slice(2)) ?? readRequestLine(own.slice(2))) !== undefined;
}

/** A line without the progress meter that curl writes in front of it; `undefined` if there is nothing else. */
function withoutProgress(line: string): string | undefined {
  if (/^ {2}% Total| Dload {2}Upload /.test(line.slice(0, longestProgressMeter))) return undefined;
  const [meter = ""] =
    /^[ \d.kMGT-]{30,70}(?:[ \d-]{1,2}:[\d-]{2}:[\d-]{2} ){3} *[\d.kMGT]+/.exec(
      line.slice(0, longestProgressMeter),
    ) ?? [];
  return meter && meter.length === line.length ? undefined : line.slice(meter.length);
}

/** The status of a status line (RFC 9112, section 4; curl writes HTTP/2 and HTTP/3 in the same way). */
export function readStatusLine(line: string): number | undefined {
  const [, status] = /^HTTP\/\d(?:\.\d)? (\d{3})(?: |$)/.exec(line.trim().slice(0, 20)) ?? [];
  return status === undefined ? undefined : Number(status);
}

/** A request line (RFC 9112, section 3). */
export function readRequestLine(line: string): RequestLine | undefined {
  const words = line.trim().split(" ");
  const [method = "", version = ""] = [words[0], words.length > 2 ? words.at(-1) : ""];
  if (!/^[A-Z]{3,10}$/.test(method) || !/^HTTP\/\d(?:\.\d)?$/.test(version)) return undefined;
  return { method, target: words.slice(1, -1).join(" ") };
}
