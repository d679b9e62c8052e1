import { longestCookieAttributes } from "../../request/limits.ts";
import { parseCookieDate } from "./cookie-date.ts";

/** A `Set-Cookie` line as browsers read it. */
export interface SetCookieLine {
  readonly name: string;
  readonly value: string;
  /** The signed cookie that stands behind a comma, in a line that was made of several. */
  readonly follower: string | undefined;
  /** The bytes of name and value, which browsers limit. */
  readonly bytes: number;
  /** When the cookie ends, in milliseconds; `undefined` for a cookie that lasts until the browser is closed. */
  readonly endsAt: number | undefined;
  /** The attribute that says so. `Max-Age` counts more than `Expires`. */
  readonly endAttribute: "Max-Age" | "Expires";
  /** In lower case, without the dot in front; empty for a cookie of the host that sets it. */
  readonly domain: string;
  /** As it was written; `undefined` without the attribute. */
  readonly path: string | undefined;
  readonly isSecure: boolean;
  readonly isPartitioned: boolean;
  readonly sameSite: "Strict" | "Lax" | "None" | undefined;
}

/**
 * Reads a `Set-Cookie` line that came at a time in milliseconds. Of a repeated attribute the last one counts.
 * The result is `undefined` for a line that browsers ignore as a whole, and for one that is too long to read.
 *
 * Source: RFC 6265bis, sections 5.6 and 5.7.
 */
export function readSetCookieLine(line: string, time: number): SetCookieLine | undefined {
  // What is pasted often has the name of the header in front, and a line break behind.
  const text = trim(line.replace(/^\s*set-cookie:/i, ""), blanksAndBreaks);
  const end = text.indexOf(";");
  const pair = end < 0 ? text : text.slice(0, end);
  const equals = pair.indexOf("=");
  if (equals < 0) return undefined;
  const name = trim(pair.slice(0, equals));
  const value = trim(pair.slice(equals + 1));
  if (hasControlCharacter(text) || text.length - pair.length > longestCookieAttributes) return undefined;
  const attributes = end < 0 ? new Map<string, string>() : readAttributes(text.slice(end + 1));
  const maxAge = readMaxAge(attributes.get("max-age"));
  const expires = parseCookieDate(attributes.get("expires") ?? "");
  return {
    name,
    value,
    follower: /,[ \t]*(CloudFront-[\w-]{1,40})=/.exec(text.slice(equals))?.[1],
    bytes: new TextEncoder().encode(name + value).length,
    endsAt: maxAge === undefined ? expires : maxAge <= 0 ? Number.NEGATIVE_INFINITY : time + maxAge * 1000,
    endAttribute: maxAge === undefined ? "Expires" : "Max-Age",
    domain: (attributes.get("domain") ?? "").replace(/^\./, "").toLowerCase(),
    path: attributes.get("path") || undefined,
    isSecure: attributes.has("secure"),
    isPartitioned: attributes.has("partitioned"),
    sameSite: readSameSite(attributes.get("samesite")),
  };
}

/** The longest value of an attribute: browsers ignore the attribute if it is longer (RFC 6265bis, section 5.6). */
const longestAttribute = 1024;

function readAttributes(text: string): Map<string, string> {
  const attributes = new Map<string, string>();
  for (const attribute of text.split(";")) {
    const equals = attribute.indexOf("=");
    const name = trim(equals < 0 ? attribute : attribute.slice(0, equals)).toLowerCase();
    const value = equals < 0 ? "" : trim(attribute.slice(equals + 1));
    if (name !== "" && value.length <= longestAttribute && counts(name, value)) attributes.set(name, value);
  }
  return attributes;
}

/** Whether browsers read this attribute at all: one that they cannot read does not count as the last one. */
function counts(name: string, value: string): boolean {
  if (name === "max-age") return readMaxAge(value) !== undefined;
  return name !== "expires" || parseCookieDate(value) !== undefined;
}

function readMaxAge(text: string | undefined): number | undefined {
  return text !== undefined && /^-?\d+$/.test(text) ? Number(text) : undefined;
}

const sameSiteValues = ["Strict", "Lax", "None"] as const;

function readSameSite(text: string | undefined): SetCookieLine["sameSite"] {
  return sameSiteValues.find((value) => value.toLowerCase() === text?.toLowerCase());
}

const blanks = " \t";
const blanksAndBreaks = " \t\r\n";

/** Without blanks at both ends. A loop, since a regular expression takes quadratic time for blanks inside. */
function trim(text: string, characters = blanks): string {
  let start = 0;
  let end = text.length;
  while (start < end && characters.includes(text.charAt(start))) start++;
  while (end > start && characters.includes(text.charAt(end - 1))) end--;
  return text.slice(start, end);
}

/** Browsers ignore a line with one. */
function hasControlCharacter(text: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones of the specification
  return /[\x00-\x08\x0a-\x1f\x7f]/.test(text);
}
