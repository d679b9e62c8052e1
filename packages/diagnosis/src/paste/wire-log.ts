/** A start line of HTTP whose end a log shows as an escape. */
const escapedStart =
  /(?:[A-Z]{3,10} \S{1,9000} HTTP\/\d(?:\.\d)?|HTTP\/\d(?:\.\d)? \d{3}[^\r\n\\[]{0,60})(?:\\r\\n|\[\\r\]\[\\n\])/;

/** The first line of a message or a command, with what a log puts in front of each line: in that of OkHttp anything, else a time. */
const prefixedStart =
  /^(.{0,120})--> [A-Z]{3,10} https?:\/\/|^(.{0,60}\d\d:\d\d.{0,40}?[\s\]|:])(?:> [A-Z]{3,10} \S{1,9000} HTTP\/\d|[$+] curl |curl )/m;

/** Text without what a log puts in front of its lines. */
export function withoutLinePrefixes(text: string): string {
  const [, ofArrows, ofTime] = prefixedStart.exec(text) ?? [];
  const prefix = ofArrows || ofTime;
  if (!prefix) return text;
  return text
    .split(/\r?\n/)
    .map((line) => withoutPrefix(line, prefix))
    .join("\n");
}

/**
 * Text with the messages in it as HTTP has them, where the log of a client writes them in its own way: in quotes
 * with escapes (Ruby, Python, Apache HttpClient, Wireshark), or between arrows (OkHttp). Other text stays as it is.
 */
export function withPlainMessages(text: string): string {
  if (escapedStart.test(text)) return text.split(/\r?\n/).map(unquotedLine).join("\n");
  return /^--> [A-Z]{3,10} https?:\/\//m.test(text) ? text.split(/\r?\n/).map(arrowLine).join("\n") : text;
}

/** A line without the quotes and the escapes of a log; a line about the connection as curl marks one. */
function unquotedLine(line: string): string {
  const [, quoted] = /^.{0,200}?(?:[<>]{2}|<-|->|\bsend:|\breply:) ?b?["'](.*)["']$/.exec(line) ?? [];
  const [, field] = /^header: (.*)$/.exec(line) ?? [];
  const isEscaped = /(?:\\r\\n|\[\\r\]\[\\n\])$/.test(line);
  const own = quoted ?? field ?? (isEscaped ? line.trim() : undefined);
  if (own === undefined) return withBodyApart(line) ?? `* ${line}`;
  const plain = own
    .replace(/(?:\\r)?\\n|(?:\[\\r\])?\[\\n\]/g, "\n")
    .replace(/\\(["'\\])/g, "$1")
    .replace(/\n$/, "");
  return withBodyApart(plain) ?? plain;
}

/** An error body in a line, with an empty line in front of it; `undefined` for a line without one. */
function withBodyApart(line: string): string | undefined {
  const at = line.search(/<(?:\?xml|Error|!DOCTYPE)\b/i);
  return at < 0 ? undefined : `\n${line.slice(at)}`;
}

/** Without what a log puts in front of its lines, in which a time differs from line to line. */
function withoutPrefix(line: string, prefix: string): string {
  const shape = (text: string): string => text.replace(/\d/g, "0").trimEnd();
  return shape(line.slice(0, prefix.length)) === shape(prefix) ? line.slice(prefix.length) : line;
}

function arrowLine(line: string): string {
  const [, method, url] = /^--> ([A-Z]{3,10}) (https?:\/\/\S+)/.exec(line) ?? [];
  if (method !== undefined) return `${method} ${url} HTTP/1.1`;
  const [, status] = /^<-- (\d{3})\b/.exec(line) ?? [];
  if (status !== undefined) return `HTTP/1.1 ${status}`;
  return /^(?:-->|<--) END /.test(line) ? "" : (withBodyApart(line) ?? line);
}
