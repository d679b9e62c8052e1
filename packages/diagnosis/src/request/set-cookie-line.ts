import type { SignedCookieName } from "cloudfront-sign-webcrypto";
import { isSignedCookieName } from "./arrived-cookies.ts";
import {
  longestCookieAttributes,
  longestSetCookieLine,
  mostSetCookieLines,
  mostSigningLines,
} from "./limits.ts";

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

const monthNames = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/**
 * Reads a date of `Expires` as browsers do: in any order, with any delimiters, and whatever the zone says, as UTC.
 * The result is in milliseconds; `undefined` for text that browsers ignore.
 *
 * Source: RFC 6265bis, section 5.1.1.
 */
export function parseCookieDate(text: string): number | undefined {
  let time: readonly number[] | undefined;
  let day: number | undefined;
  let month: number | undefined;
  let year: number | undefined;
  // All but digits, letters, colons and what is not ASCII delimits.
  for (const token of text.split(/[\t -/;-@[-`{-~]+/)) {
    const numbers = time ? undefined : timeOf(token);
    const name = monthNames.indexOf(token.slice(0, 3).toLowerCase());
    if (numbers) time = numbers;
    else if (day === undefined && /^\d{1,2}(?!\d)/.test(token)) day = Number.parseInt(token, 10);
    else if (month === undefined && name >= 0) month = name;
    else if (year === undefined && /^\d{2,4}(?!\d)/.test(token)) year = fullYear(Number.parseInt(token, 10));
  }
  if (!time || day === undefined || month === undefined || year === undefined) return undefined;
  const [hour = 0, minute = 0, second = 0] = time;
  if (year < 1601 || hour > 23 || minute > 59 || second > 59) return undefined;
  const date = new Date(Date.UTC(year, month, day, hour, minute, second));
  // JavaScript makes 31 February a day in March.
  return date.getUTCDate() === day && date.getUTCMonth() === month ? date.getTime() : undefined;
}

/** Hour, minute and second of a token such as `23:59:59`. */
function timeOf(token: string): readonly number[] | undefined {
  const [, ...numbers] = /^(\d{1,2}):(\d{1,2}):(\d{1,2})(?!\d)/.exec(token) ?? [];
  return numbers.length > 0 ? numbers.map(Number) : undefined;
}

/** The year that two digits mean. */
function fullYear(year: number): number {
  if (year >= 100) return year;
  return year >= 70 ? year + 1900 : year + 2000;
}

/** A line that sets a signed cookie. */
export interface SigningLine extends SetCookieLine {
  readonly name: SignedCookieName;
}

export interface SigningLines {
  /** In their order. */
  readonly lines: readonly SigningLine[];
  /** Whether all lines were read: otherwise nobody knows what is not set. */
  readonly isWhole: boolean;
}

/** The lines that set signed cookies. */
export function readSigningLines(texts: readonly string[], time: number): SigningLines {
  const candidates = texts.filter(
    (text) => text.length > longestSetCookieLine || /^\s*(?:set-cookie:\s*)?CloudFront-/i.test(text),
  );
  const read = candidates
    .slice(0, mostSigningLines)
    .map((text) => (text.length > longestSetCookieLine ? undefined : readSetCookieLine(text, time)))
    .filter((line) => line !== undefined);
  return {
    lines: read.filter((line): line is SigningLine => isSignedCookieName(line.name)),
    isWhole: read.length === candidates.length && texts.length < mostSetCookieLines,
  };
}

/** Whether two lines set one cookie: browsers keep the later one. Without a `Path` it depends on the URL that sets it. */
export function isSameCookie(one: SigningLine, other: SigningLine): boolean {
  return one.name === other.name && one.domain === other.domain && one.path === other.path;
}
