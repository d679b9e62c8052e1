import { limits, memberOf, untrusted } from "cloudfront-sign-webcrypto/internals";
import { longestHeader, mostHeaders } from "./limits.ts";
import { textsOf } from "./texts-of.ts";

/** Headers as `fetch` gives them, or names and values as Node.js and others do. */
export type ResponseHeadersInput =
  | {
      /** Returns the value of a header; `null` without one. */
      get(name: string): string | null;
    }
  | Readonly<Record<string, string | readonly string[] | undefined>>;

/** Reads a header by its name in lower case: the beginning of its value, empty without one. Never throws. */
export function responseHeaderReader(headers: unknown): (name: string) => string {
  if (typeof memberOf(headers, "get") === "function")
    return (name) => (untrusted.header(headers, name) ?? "").slice(0, longestHeader);
  const values = new Map<string, string>();
  for (const name of namesOf(headers)) {
    const member = memberOf(headers, name);
    const [value = ""] = textsOf(untrusted.text(member) ?? member, 1);
    values.set(name.toLowerCase(), value.slice(0, longestHeader));
  }
  return (name) => values.get(name) ?? "";
}

/** The fields of a record of headers: the beginning of their values. Never throws. */
export function headerFields(headers: unknown): (readonly [name: string, value: string])[] {
  return namesOf(headers).flatMap((name) => {
    const member = memberOf(headers, name);
    return textsOf(untrusted.text(member) ?? member, mostHeaders).map(
      (value) => [name, value.slice(0, limits.longestCookieHeader)] as const,
    );
  });
}

function namesOf(headers: unknown): string[] {
  // Of a text, each character would be a name.
  if (typeof headers !== "object") return [];
  try {
    return Object.keys(headers as object).slice(0, mostHeaders);
  } catch {
    return [];
  }
}
