import { parameterNames } from "cloudfront-sign-webcrypto/internals";

/** Signed cookies that a request has in headers of other names than `Cookie`. */
export interface HeaderCookies {
  /** The names of these headers, as they were sent. */
  readonly names: readonly string[];
  readonly pairs: readonly (readonly [name: string, value: string])[];
}

/** Reads them from header fields: one cookie as a header, or several cookies as the value of one. */
export function headerCookies(fields: readonly (readonly [name: string, value: string])[]): HeaderCookies {
  const names: string[] = [];
  const pairs: (readonly [name: string, value: string])[] = [];
  for (const [name, value] of fields) {
    if (/^cookie$/i.test(name)) continue;
    const own = cookieName(name);
    const found = own === undefined ? cookiesIn(value) : [[own, value.trim()] as const];
    // Other services have a Signature in Authorization, too.
    if (
      own === undefined &&
      found.every(([one]) => !one.endsWith("Key-Pair-Id")) &&
      !/CloudFront-/.test(value)
    )
      continue;
    if (found.length > 0) names.push(name);
    pairs.push(...found);
  }
  return { names, pairs };
}

/** The signed cookie that a header is named after. */
function cookieName(header: string): string | undefined {
  const [, name] = /^(?:x-)?cloud-?front-([\w-]{1,40})$/i.exec(header) ?? [];
  const known = parameterNames.find((one) => one.toLowerCase() === name?.toLowerCase());
  return known && `CloudFront-${known}`;
}

function cookiesIn(value: string): (readonly [name: string, value: string])[] {
  return value.split(/[;,]/).flatMap((pair) => {
    const at = pair.indexOf("=");
    const [, name] =
      /(?:^|\s)(?:CloudFront-)?([\w-]{1,40})$/.exec(
        pair.slice(Math.max(0, at - 80), Math.max(0, at)).trim(),
      ) ?? [];
    return parameterNames.some((known) => known === name)
      ? [[`CloudFront-${name}`, pair.slice(at + 1).trim()] as const]
      : [];
  });
}
