import type { SetCookieAttributes, SignedCookies } from "cloudfront-sign-webcrypto";
import { checkAttributes, wireForm } from "cloudfront-sign-webcrypto/internals";
import { refuse } from "../../arguments/refusal.ts";
import { shellWord } from "../../output/shell-word.ts";
import { printableLines } from "../../output/terminal.ts";

export const cookieFormats = ["header", "set-cookie", "json", "curl-jar", "curl"] as const;

export type CookieFormat = (typeof cookieFormats)[number];

/** The signed cookies for one resource. */
export interface CookieSet {
  /** What they cover; `undefined` where a ready policy says it. */
  readonly resource: string | undefined;
  readonly cookies: SignedCookies;
}

export interface PrintedCookies {
  readonly sets: readonly CookieSet[];
  readonly attributes: SetCookieAttributes;
  /** The URL that curl is to request. */
  readonly url: string | undefined;
}

export const printed: Readonly<Record<CookieFormat, (cookies: PrintedCookies) => string>> = {
  header: ({ sets }) => lines(sets.map(({ cookies }) => cookies.toCookieHeader())),
  "set-cookie": ({ sets, attributes }) =>
    lines(sets.flatMap(({ cookies }) => cookies.toSetCookie(attributes))),
  json: ({ sets }) => `${printableLines(JSON.stringify(jsonOf(sets), null, 2))}\n`,
  "curl-jar": ({ sets, attributes }) => curlCookieFile(sets, attributes),
  curl: ({ sets, url }) => lines(sets.map((set) => curlCommand(set, url))),
};

/** One set as the AWS CLI prints it: each name with its value. Of several, each with its path. */
function jsonOf(sets: readonly CookieSet[]): unknown {
  const [first, second] = sets;
  return second === undefined
    ? first?.cookies.values
    : sets.map(({ resource, cookies: { path, values } }) => ({ resource, path, cookies: values }));
}

function lines(all: readonly string[]): string {
  return all.map((line) => `${line}\n`).join("");
}

function curlCommand({ resource, cookies }: CookieSet, url: string | undefined): string {
  const target = url ?? resource;
  if (target === undefined || (url === undefined && /[*?]/.test(target)))
    return refuse("--url: the cookies are for more than one URL; pass the one that curl will request");
  return `curl -b ${shellWord(cookies.toCookieHeader())} ${shellWord(wireForm(target, "url").href)}`;
}

/**
 * The cookies in the format of Netscape, as `curl -b FILE` reads it.
 *
 * Source: https://curl.se/docs/http-cookies.html
 */
function curlCookieFile(sets: readonly CookieSet[], given: SetCookieAttributes): string {
  const cookies = sets.flatMap((set) => cookieLines(set, given));
  return ["# Netscape HTTP Cookie File", ...cookies, ""].join("\n");
}

function cookieLines({ resource, cookies }: CookieSet, given: SetCookieAttributes): string[] {
  // Throws for attributes with which a browser would drop the cookies.
  cookies.toSetCookie(given);
  const attributes = checkAttributes(given, cookies.path);
  const { domain, secure, httpOnly } = attributes;
  const site = domain === undefined ? hostOf(resource) : `.${domain.replace(/^\./, "")}`;
  const fields = [
    `${httpOnly ? "#HttpOnly_" : ""}${site}`,
    capitals(domain !== undefined),
    attributes.path,
    capitals(secure),
    expiry(attributes.maxAge),
  ];
  return Object.entries(cookies.values).map(([name, value]) => [...fields, name, value].join("\t"));
}

/** Epoch seconds. 0 is a cookie of the session, which curl sends as any other. */
function expiry(maxAge: number | undefined): string {
  return maxAge === undefined ? "0" : String(Math.floor(Date.now() / 1000) + maxAge);
}

function capitals(is: boolean): string {
  return is ? "TRUE" : "FALSE";
}

/** The one host of a resource, without its port, of which cookies know nothing. */
function hostOf(resource: string | undefined): string {
  const [, authority = ""] = /^[^/]*:\/\/([^/]*)/.exec(resource ?? "") ?? [];
  const [host = ""] = /^(?:\[[^\]]*\]|[^:]*)/.exec(authority) ?? [];
  return host === "" || /[*?]/.test(host)
    ? refuse("--domain: the cookies are for no single host; pass their domain, such as cdn.example.com")
    : new URL(wireForm(`https://${host}/`, "resource").href).hostname;
}
