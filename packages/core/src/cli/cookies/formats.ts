import type { SetCookieAttributes } from "../../cookie/cookie-attributes.ts";
import type { SignedCookies } from "../../cookie/signed-cookies.ts";
import { curlCommand } from "./curl-command.ts";
import { curlCookieFile } from "./curl-cookie-file.ts";

export const cookieFormats = ["header", "set-cookie", "json", "curl-jar", "curl"] as const;

export type CookieFormat = (typeof cookieFormats)[number];

/** The signed cookies for one resource. */
export interface CookieSet {
  /** What they cover; `undefined` where a ready policy says it. */
  readonly resource: string | undefined;
  readonly cookies: SignedCookies;
  /** The cookie path of one of several sets. */
  readonly path?: string;
}

export interface PrintedCookies {
  readonly sets: readonly CookieSet[];
  readonly attributes: SetCookieAttributes;
  /** The URL that curl is to request. */
  readonly url: string | undefined;
}

/** What is printed in each format. */
export const printed: Readonly<Record<CookieFormat, (cookies: PrintedCookies) => string>> = {
  header: ({ sets }) => lines(sets.map(({ cookies }) => cookies.toCookieHeader())),
  "set-cookie": ({ sets, attributes }) =>
    lines(sets.flatMap(({ cookies }) => cookies.toSetCookie(attributes))),
  json: ({ sets }) => `${JSON.stringify(jsonOf(sets), null, 2)}\n`,
  "curl-jar": ({ sets, attributes }) => curlCookieFile(sets, attributes),
  curl: ({ sets, url }) => lines(sets.map((set) => curlCommand(set, url))),
};

/** One set as the AWS CLI prints it: each name with its value. Of several, each with its path. */
function jsonOf(sets: readonly CookieSet[]): unknown {
  const [first, second] = sets;
  return second === undefined
    ? first?.cookies.values
    : sets.map(({ resource, path, cookies }) => ({ resource, path, cookies: cookies.values }));
}

function lines(all: readonly string[]): string {
  return all.map((line) => `${line}\n`).join("");
}
