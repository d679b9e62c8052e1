import { percentDecoded } from "../encoding/percent.ts";
import { mostReadings } from "./limits.ts";

/** The path of an absolute URL: from the / behind its host up to its query. */
export function pathOf(url: string): string {
  const from = url.indexOf("/", url.indexOf("//") + 2);
  const [path = ""] = from < 0 ? [] : url.slice(from).split("?", 1);
  return path;
}

/**
 * Everything that a path can mean to clients, proxies and origins, each reading once: as it is, and after any number of the steps that one of
 * them may take, in any order. `undefined` for a path with more than {@link mostReadings}, as nobody has who does not hide something.
 *
 * Sources: RFC 3986, sections 5.2.4 and 6.2.2; WHATWG URL, "path state".
 */
export function pathReadings(path: string): ReadonlySet<string> | undefined {
  const readings = new Set([path]);
  // Without any of these there is one reading only.
  if (!/[%\\]|\/[/.]/.test(path)) return readings;
  const steps = [decodeUnreserved, decode, backslashesAsSlashes, mergeSlashes, resolveDots, resolveEscapedDots];
  // What is added while a set is walked through is visited, too.
  for (const reading of readings) {
    for (const step of steps) readings.add(step(reading));
    if (readings.size > mostReadings) return undefined;
  }
  return readings;
}

/** Whether a path reads the same with its slashes merged and its dot segments resolved. */
export function isResolved(path: string): boolean {
  return resolveDots(mergeSlashes(path)) === path;
}

function decodeUnreserved(path: string): string {
  return path.replace(/%[2-7][\da-f]/gi, (escaped) => {
    const character = decodeURIComponent(escaped);
    return /[\w.~-]/.test(character) ? character : escaped;
  });
}

/** All of ASCII, and what is UTF-8 beyond it. A ? that was escaped starts no query. */
function decode(path: string): string {
  return path
    .replace(/(?:%[89a-f][\da-f])+/gi, percentDecoded)
    .replace(/%[0-7][\da-f]/gi, (escaped) => (escaped.toLowerCase() === "%3f" ? "_" : decodeURIComponent(escaped)));
}

function backslashesAsSlashes(path: string): string {
  return path.replaceAll("\\", "/");
}

function mergeSlashes(path: string): string {
  return path.replace(/\/{2,}/g, "/");
}

/** As RFC 3986 has it. */
function resolveDots(path: string): string {
  return withoutDots(path, dotsOf);
}

/** As WHATWG has it: a dot may be escaped. */
function resolveEscapedDots(path: string): string {
  return withoutDots(path, (segment) => (segment.length > 6 ? 0 : dotsOf(segment.replace(/%2e/gi, "."))));
}

/** 1 for the segment `.`, 2 for `..`, 0 for all others. */
function dotsOf(segment: string): number {
  if (segment === "..") return 2;
  return segment === "." ? 1 : 0;
}

function withoutDots(path: string, dotsOf: (segment: string) => number): string {
  const [, ...segments] = path.split("/");
  const kept: string[] = [];
  segments.forEach((segment, i) => {
    const dots = dotsOf(segment);
    if (dots === 2) kept.pop();
    if (dots === 0) kept.push(segment);
    // A dot segment at the end leaves its slash.
    else if (i === segments.length - 1) kept.push("");
  });
  return `/${kept.join("/")}`;
}
