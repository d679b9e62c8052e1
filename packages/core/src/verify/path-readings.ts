import { utf8Bytes } from "../encoding/bytes.ts";
import { longestReadings } from "../limits.ts";
import { hasObsoleteEscape, withoutParameters } from "../url/dot-segments.ts";

/** The path of an absolute URL, from the / after its host up to its query. */
export function pathOf(url: string): string {
  const from = url.indexOf("/", url.indexOf("//") + 2);
  const [path = ""] = from < 0 ? [] : url.slice(from).split("?", 1);
  return path;
}

/**
 * All readings of a path by clients, proxies and origins, each once: as it is, and after any number of the
 * steps that one of them may take, in any order. `undefined` when the readings have more characters than
 * {@link longestReadings}, or an obsolete escape: such a path hides something.
 *
 * Sources: RFC 3986, sections 3.3, 5.2.4 and 6.2.2; WHATWG URL, "path state"; Jakarta Servlet 6, section 3.5.2,
 * "URI Path Canonicalization" (parameters, control characters).
 */
export function pathReadings(path: string): ReadonlySet<string> | undefined {
  const readings = new Set([path]);
  // A path with none of these has one reading.
  if (!/[%\\;:]|\/[/.]|[. ](?:\/|$)/.test(path)) return readings;
  const steps: readonly ((path: string) => string)[] = [
    (path) => decodeBytes(path, isUnreserved),
    (path) => decodeBytes(path, () => true),
    // The bytes of one character may be decoded in two goes.
    (path) => path.replaceAll("%25", "%"),
    (path) => path.replaceAll("\\", "/"),
    withoutParameters,
    withoutQuery,
    withoutControls,
    upToControl,
    withWindowsNames,
    mergeSlashes,
    resolveDots,
    // As in the WHATWG URL standard, where a dot may be escaped.
    (path) => resolveDots(path, /^(?:\.|%2e){1,2}$/i),
  ];
  let length = 0;
  // A loop over a set also visits what is added during the loop.
  for (const reading of readings) {
    length += reading.length;
    if (length > longestReadings || hasObsoleteEscape(reading)) return undefined;
    for (const step of steps) readings.add(step(reading));
  }
  return readings;
}

/** Whether a path reads the same with its slashes merged and its dot segments resolved. */
export function isResolved(path: string): boolean {
  return resolveDots(mergeSlashes(path)) === path;
}

/**
 * Decodes the escapes of some bytes as UTF-8. By hand: a regular expression with a function is slow for long
 * paths, and `decodeURIComponent` throws. An escaped ? starts no query, so _ stands for it.
 */
function decodeBytes(path: string, isDecoded: (byte: number) => boolean): string {
  if (!path.includes("%")) return path;
  const bytes = utf8Bytes(path);
  let length = 0;
  for (let i = 0; i < bytes.length; i++) {
    const escaped = bytes[i] === 0x25 ? hexDigit(bytes[i + 1]) * 16 + hexDigit(bytes[i + 2]) : Number.NaN;
    if (escaped >= 0 && isDecoded(escaped)) {
      bytes[length++] = escaped === 0x3f ? 0x5f : escaped;
      i += 2;
    } else bytes[length++] = bytes[i] as number;
  }
  return new TextDecoder().decode(bytes.subarray(0, length));
}

/** Whether a byte is unreserved (RFC 3986, section 2.3). */
function isUnreserved(byte: number): boolean {
  return /[\w.~-]/.test(String.fromCharCode(byte));
}

/** A path as a server reads it that decodes first: an escaped ? or # ends it. */
function withoutQuery(path: string): string {
  return path.replace(/(?:[?#]|%(?:23|3f)).*$/is, "") || "/";
}

/** As URL parsers read it, which leave out tabs and line breaks (WHATWG), and servers that leave out all controls. */
function withoutControls(path: string): string {
  return path.replace(controls, "");
}

/** As programs in C read it: the character 0 ends a text, and a line break ends a line. */
function upToControl(path: string): string {
  const at = path.search(controls);
  return at < 0 ? path : path.slice(0, at) || "/";
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what some servers leave out
const controls = /[\x00-\x1f\x7f-\x9f]|%[89][\da-f]/gi;

/**
 * As Windows opens it: names have no dots and spaces at their ends, and a : starts the name of a stream.
 *
 * Source: Microsoft Learn, "Naming Files, Paths, and Namespaces".
 */
function withWindowsNames(path: string): string {
  return path
    .split("/")
    .map((name) => /^(\.\.?) *$/.exec(name)?.[1] ?? name.replace(/(?::.*|[. ]+)$/s, ""))
    .join("/");
}

/** The value of a hexadecimal digit by its code, or NaN. */
function hexDigit(code = 0): number {
  if (code >= 0x30 && code <= 0x39) return code - 0x30;
  const letter = code | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : Number.NaN;
}

function mergeSlashes(path: string): string {
  return path.replace(/\/{2,}/g, "/");
}

/** As in RFC 3986, section 5.2.4. */
function resolveDots(path: string, dotSegment = /^\.\.?$/): string {
  const [, ...segments] = path.split("/");
  const kept: string[] = [];
  segments.forEach((segment, i) => {
    const isDots = dotSegment.test(segment);
    if (!isDots) kept.push(segment);
    else if (/^(?:\.|%2e){2}$/i.test(segment)) kept.pop();
    // A dot segment at the end leaves its slash.
    if (isDots && i === segments.length - 1) kept.push("");
  });
  return `/${kept.join("/")}`;
}
