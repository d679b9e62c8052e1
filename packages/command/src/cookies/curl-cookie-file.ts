import type { SetCookieAttributes } from "cloudfront-sign-webcrypto";
import { checkAttributes, wireResource } from "cloudfront-sign-webcrypto/internals";
import { refuse } from "../refusal.ts";
import type { CookieSet } from "./cookie-set.ts";

/**
 * The cookies in the format of Netscape, as `curl -b FILE` reads it.
 *
 * Source: https://curl.se/docs/http-cookies.html
 */
export function curlCookieFile(sets: readonly CookieSet[], given: SetCookieAttributes): string {
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
  const [, afterScheme = ""] = wireResource(resource ?? "*").split("://");
  const [authority = ""] = afterScheme.split("/", 1);
  const [host = ""] = /^(?:\[[^\]]*\]|[^:]*)/.exec(authority) ?? [];
  return host === "" || /[*?]/.test(host)
    ? refuse("--domain: the cookies are for no single host; give their domain, such as cdn.example.com")
    : host;
}
