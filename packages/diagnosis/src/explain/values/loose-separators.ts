/** The escapes of & and ? in front of a parameter, once or more often, and of the = behind its name, as patterns. */
export const escapedSeparator = "\\\\{1,4}u0026|\\\\{1,4}u003f|%5Cu0026|%(?:25){0,9}26|%(?:25){0,9}3F";
export const escapedEquals = "%(?:25){0,9}3D|\\\\{1,4}u003d|%5Cu003d|\\\\=";

/** What stands in front of a parameter or a cookie, and behind its name, where & (or a semicolon) and = belong. */
const looseParameter: RegExp =
  /(^|&|,|\||\/|\+|\s|%20|%2C|%7C|and|)(Expires|Policy|Signature|Key-Pair-Id|Hash-Algorithm)(=|:|%3A|&#x0{0,4}3[Dd];|&#0{0,4}61;|)(?=[\w~-])/g;

/** A separator that is another one than it should be. */
export interface LooseSeparator {
  readonly written: string;
  readonly separator: "&" | "=";
  readonly name: string;
}

/** The separators of a query that are none. */
export function looseSeparators(query: string): LooseSeparator[] {
  const found: LooseSeparator[] = [];
  for (const { 1: before = "", 2: name = "", 3: after = "", index } of query.matchAll(looseParameter)) {
    if (isInName(query, index)) continue;
    if (before !== "&" && index > 0) found.push({ written: before, separator: "&", name });
    else if (after !== "=") found.push({ written: after, separator: "=", name });
  }
  return found;
}

/** What stands between two signed cookies instead of a semicolon, in the value of the first; `undefined` without it. */
export function cookieSeparator(value: string): string | undefined {
  return /([,&|]|%3B) ?CloudFront-[\w-]{1,40}=/i.exec(value)?.[1];
}

/** A `Cookie` header with semicolons between the signed cookies. */
export function withSemicolons(header: string): string {
  return header.replace(/(?:[,&|]|%3B) ?(?=CloudFront-[\w-]{1,40}=)/gi, "; ");
}

/** A query with & and = in the place of what was written instead. */
export function withoutLooseSeparators(query: string): string {
  return query.replace(looseParameter, (text, _before, name: string, _after, at: number) => {
    if (isInName(query, at)) return text;
    return at === 0 ? `${name}=` : `&${name}=`;
  });
}

/** The longest name with a prefix, such as CloudFront-Key-Pair-Id. Our own limit. */
const longestPrefix = 60;

/** Whether a position is within the name of a parameter, and not behind its value. */
function isInName(query: string, at: number): boolean {
  const before = query.slice(Math.max(0, at - longestPrefix), at);
  const start = before.lastIndexOf("&") + 1;
  return (
    at > 0 &&
    (start > 0 || at <= longestPrefix) &&
    /^[A-Za-z][\w %+.-]*$/.test(before.slice(start)) &&
    !/\d{9}$/.test(before)
  );
}
