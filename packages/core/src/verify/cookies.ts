import { longestCookieHeader } from "./limits.ts";
import { memberOf, textOf } from "./untrusted.ts";

/** Cookies of a request: the value of its `Cookie` header, or names and values. */
export type CookieInput = string | Readonly<Record<string, string | number>>;

/** The cookies of a request, whoever parsed them. */
export interface RequestCookies {
  readonly pairs: readonly CookiePair[];
  /** They are longer than CloudFront takes; then no pair was read. */
  readonly isTooLong: boolean;
}

type CookiePair = readonly [name: string, value: string];

/** Reads cookies of any kind. A value that is not text is no cookie of CloudFront's, and left out. */
export function readCookies(cookies: unknown): RequestCookies {
  if (typeof cookies !== "string") return readEntries(cookies);
  // The header counts as it came: white space, empty pairs and other cookies are sent like all the rest.
  return cookies.length > longestCookieHeader ? tooLong() : { pairs: readHeader(cookies), isTooLong: false };
}

function readHeader(header: string): CookiePair[] {
  return header.split(";").map((cookie) => {
    const at = cookie.indexOf("=");
    return [cookie.slice(0, Math.max(at, 0)).trim(), cookie.slice(at + 1).trim()];
  });
}

function readEntries(cookies: unknown): RequestCookies {
  const pairs: CookiePair[] = [];
  // As the header that they came in: each with its =, and ; with a space between two.
  let length = -2;
  for (const name of namesOf(cookies)) {
    const value = textOf(memberOf(cookies, name));
    length += name.length + (value?.length ?? 0) + 3;
    if (length > longestCookieHeader) return tooLong();
    if (value !== undefined) pairs.push([name.trim(), value]);
  }
  return { pairs, isTooLong: false };
}

/** The names of what has names: a list or bytes have none. */
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
