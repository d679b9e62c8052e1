import { filledSetCookie, joinedCookies } from "./pasted-parts.ts";
import type { HeaderField } from "./response-fields.ts";

/** Cookies in lines of text, and the lines that have none. */
export interface CookiesInText {
  readonly cookies: string | undefined;
  readonly setCookie: readonly string[];
  readonly rest: readonly string[];
}

const attribute = /;\s{0,9}(?:path|domain|secure|httponly|samesite|max-age|expires|partitioned)\b/i;

/** Takes header fields and pairs with the names of CloudFront's cookies out of lines of text. */
export function takeCookies(lines: readonly string[]): CookiesInText {
  const cookies: string[] = [];
  const setCookie: string[] = [];
  const rest: string[] = [];
  for (const line of lines) {
    if (!/cookie|cloudfront-/i.test(line)) {
      rest.push(line);
      continue;
    }
    const field = /^[<>*\s]{0,9}(set-cookie|cookie):/i.exec(line);
    const name = field?.[1]?.toLowerCase();
    const value = line.slice(field?.[0].length ?? 0).trim();
    const isPair = /^[\s"'{,]{0,9}cloudfront-/i.test(line);
    if (name === "set-cookie" || (name === undefined && isPair && attribute.test(line)))
      setCookie.push(...[filledSetCookie(value)].filter((one) => one !== undefined));
    else if (name === "cookie" || /^\s*cloudfront-[\w-]{1,40}=/i.test(line)) cookies.push(value);
    else rest.push(line);
  }
  return { cookies: joinedCookies(cookies), setCookie, rest };
}

/** The cookies of an object, a table or a list: a name, something between, and the value. */
export function namedCookies(text: string): HeaderField[] {
  const pairs: HeaderField[] = [];
  const namePattern = /cloudfront-[\w-]+/gi;
  // Also as arguments of a call, and of Python's Cookie(name='…', value='…').
  const separatorPattern = /["']\s{0,9},\s{0,9}(?:value=)?["']|["'\s=:]+/y;
  const valuePattern = /[^"'\s;,]+/y;
  for (let name = namePattern.exec(text); name; name = namePattern.exec(text)) {
    separatorPattern.lastIndex = namePattern.lastIndex;
    if (!separatorPattern.test(text)) continue;
    const start = separatorPattern.lastIndex;
    namePattern.lastIndex = start;
    valuePattern.lastIndex = start;
    if (/^cloudfront-/i.test(text.slice(start, start + 11))) continue;
    const [value] = valuePattern.exec(text) ?? [];
    // A small word behind the name is of a sentence: "CloudFront-Key-Pair-Id is missing".
    const isWord =
      /^\s+$/.test(text.slice(name.index + name[0].length, start)) && /^[a-z]+\W?$/.test(value ?? "a");
    if (value === undefined || isWord) continue;
    pairs.push({ name: name[0], value });
    namePattern.lastIndex = valuePattern.lastIndex;
  }
  return pairs;
}

/** Whether cookies that a text names are set as headers there, in a program or in the list of a request. */
export function areHeaders(text: string): boolean {
  const at = text.search(/cloudfront-/i);
  const before = text.slice(Math.max(0, at - farthestWord), at);
  return (
    /header|RequestProperty|^(?:host|user-agent|accept[\w-]{0,20}|range):/im.test(before) &&
    !/cookie/i.test(before)
  );
}

/** How far in front of the first cookie the word stands that makes a header of it. Our own limit. */
const farthestWord = 300;

/** Characters that no signature has fewer of: those of P-256 have 92. */
const shortestSignature = 80;

/** The values of a policy, a signature and a key pair ID without names, told apart by their form. */
export function unnamedCookies(text: string): string | undefined {
  const values = text.split(/[\s,;"']+/).filter(Boolean);
  if (values.length < 3 || values.length > 4) return undefined;
  const named = new Map<string, string>();
  for (const value of values) {
    const name = nameByForm(value);
    if (named.has(name) || !/^[\w~+/=-]+$/.test(value)) return undefined;
    named.set(name, value);
  }
  if (!named.has("Key-Pair-Id") || (named.get("Signature") ?? "").length < shortestSignature)
    return undefined;
  return joinedCookies(Array.from(named, ([name, value]) => `CloudFront-${name}=${value}`));
}

function nameByForm(value: string): string {
  if (/^SHA(?:1|256)$/.test(value)) return "Hash-Algorithm";
  if (/^\d{10}$/.test(value)) return "Expires";
  if (/^(?:K|APKA)[A-Z0-9]{8,30}$/.test(value)) return "Key-Pair-Id";
  // The base64 of a policy, which starts with {"
  return /^ey[\w~-]+$/.test(value) ? "Policy" : "Signature";
}
