import { longestCookieHeader } from "../limits.ts";
import { memberOf } from "../options/read-properties.ts";
import { textOf } from "./untrusted.ts";

/** Cookies of a request: the value of its `Cookie` header, or names and values. */
export type CookieInput = string | Readonly<Record<string, string | number>>;

/** The cookies of a request. */
export interface RequestCookies {
  readonly pairs: readonly CookiePair[];
  /** Whether they are longer than CloudFront accepts; then no pair was read. */
  readonly isTooLong: boolean;
}

type CookiePair = readonly [name: string, value: string];

/** Reads cookies of any type. A value that is not text is left out: it cannot be a cookie of CloudFront. */
export function readCookies(cookies: unknown): RequestCookies {
  if (typeof cookies !== "string") return readEntries(cookies);
  // All of the header counts towards its length, other cookies and white space included.
  return cookies.length > longestCookieHeader ? tooLong() : { pairs: readHeader(cookies), isTooLong: false };
}

function readHeader(header: string): CookiePair[] {
  return header.split(";").map((cookie) => {
    const at = cookie.indexOf("=");
    return [trimmed(cookie.slice(0, Math.max(at, 0))), trimmed(cookie.slice(at + 1))];
  });
}

/** White space is spaces and tabs (RFC 6265, section 4.2). A text with any other is left as it is. */
function trimmed(text: string): string {
  return /[^\t -~]/.test(text) ? text : text.trim();
}

function readEntries(cookies: unknown): RequestCookies {
  const pairs: CookiePair[] = [];
  // The length of the header that they came in: each pair has an =, and "; " stands between two.
  let length = -2;
  for (const name of namesOf(cookies)) {
    const value = textOf(memberOf(cookies, name));
    length += name.length + (value?.length ?? 0) + 3;
    if (length > longestCookieHeader) return tooLong();
    if (value !== undefined) pairs.push([trimmed(name), value]);
  }
  return { pairs, isTooLong: false };
}

/** The names of an object; a list or bytes have none. */
function namesOf(cookies: unknown): string[] {
  try {
    return Array.isArray(cookies) || ArrayBuffer.isView(cookies) ? [] : Object.keys(Object(cookies));
  } catch {
    return [];
  }
}

function tooLong(): RequestCookies {
  return { pairs: [], isTooLong: true };
}
