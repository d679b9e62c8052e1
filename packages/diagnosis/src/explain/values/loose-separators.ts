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
  return query.replace(looseParameter, (_, _before: string, name: string, _after: string, at: number) =>
    at === 0 ? `${name}=` : `&${name}=`,
  );
}
