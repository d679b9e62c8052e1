import { type HttpLine, type LineSource, readRequestLine, readStatusLine } from "./http-line.ts";
import type { HeaderField } from "./response-fields.ts";

/** A request or a response in a paste, as it was sent or received. */
export interface HttpMessage {
  readonly kind: "request" | "response";
  readonly method: string;
  readonly target: string;
  readonly status: number;
  /** As the lines of curl show it, if they do. */
  readonly scheme: "http" | "https" | undefined;
  readonly fields: readonly HeaderField[];
  readonly body: string;
}

/** The messages of a paste, and the text before them. */
export interface HttpMessages {
  readonly before: string;
  readonly messages: readonly HttpMessage[];
}

/** A message while its lines are read. */
interface OpenMessage {
  readonly message: Omit<HttpMessage, "fields" | "body">;
  readonly source: LineSource;
  readonly head: string[];
  readonly body: string[];
  isHead: boolean;
  /** White space in front of the first field, which stands in front of the others, too. */
  indent: string;
}

/** Puts lines together to messages: a start line, header fields, an empty line, and the body of a response. */
export function readHttpMessages(lines: readonly HttpLine[]): HttpMessages {
  const before: string[] = [];
  const opened: OpenMessage[] = [];
  let scheme: HttpMessage["scheme"];
  for (const line of lines) {
    const current = opened.at(-1);
    const started = line.source === "information" ? undefined : startedMessage(line, scheme);
    if (line.source === "information") scheme = schemeIn(line.text) ?? scheme;
    else if (started) opened.push(started);
    else if (current) addLine(current, line);
    else before.push(line.text);
  }
  return { before: before.join("\n"), messages: opened.map(closedMessage) };
}

/** What curl says about a connection shows whether it uses TLS. */
function schemeIn(information: string): HttpMessage["scheme"] {
  if (/\b(?:TLS|SSL|ALPN|QUIC)|(?::|\bport )443\b/.test(information.slice(0, 200))) return "https";
  return /^ *Trying /.test(information) ? "http" : undefined;
}

function startedMessage({ source, text }: HttpLine, scheme: HttpMessage["scheme"]): OpenMessage | undefined {
  const request = source === "received" ? undefined : readRequestLine(text);
  const status = source === "sent" ? undefined : readStatusLine(text);
  const own = { source, head: [], body: [], isHead: true, indent: "" };
  if (request) return { ...own, message: { kind: "request", ...request, status: 0, scheme } };
  if (status === undefined) return undefined;
  return { ...own, message: { kind: "response", method: "", target: "", status, scheme } };
}

function addLine(current: OpenMessage, { source, text }: HttpLine): void {
  const { head, body } = current;
  if (!current.isHead) {
    // In a terminal, curl ends a body without a last newline with its own words.
    if (source === "text") body.push(text.split("* Connection #", 1)[0] ?? "");
  } else if (source !== current.source) return;
  else if (text.trim() === "") current.isHead = false;
  else {
    if (head.length === 0) current.indent = /^[ \t]*/.exec(text)?.[0] ?? "";
    const own = text.slice(current.indent.length);
    if (!text.startsWith(current.indent)) current.isHead = false;
    else if (isField(own)) head.push(own);
    else if (head.length > 0) head.push(`${head.pop()}${text.trim()}`);
  }
}

function isField(line: string): boolean {
  return /^:?[\w-]{1,100}:/.test(line);
}

function closedMessage({ message, head, body }: OpenMessage): HttpMessage {
  const fields = head.map((line) => {
    const at = line.indexOf(":", 1);
    return { name: line.slice(0, Math.max(at, 0)).trim().toLowerCase(), value: line.slice(at + 1).trim() };
  });
  return { ...message, fields, body: message.kind === "response" ? body.join("\n").trim() : "" };
}
