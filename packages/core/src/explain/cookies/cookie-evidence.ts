import { quote } from "../quote.ts";
import type { Sentences } from "../sentences.ts";

/** What was seen in the cookies and in the lines that set them. */
export type CookieEvidence =
  | "same-site-none-without-secure"
  | "secure-cookie-over-http"
  | "cookie-value-percent-encoded"
  | { readonly kind: "cookie-domain-is-public-suffix"; readonly domain: string }
  | { readonly kind: "cookie-domain-elsewhere"; readonly domain: string; readonly host: string }
  | { readonly kind: "cookie-path-with-asterisk"; readonly path: string }
  | { readonly kind: "cookie-path-elsewhere"; readonly path: string };

export const cookieSentences: Sentences<CookieEvidence> = {
  "same-site-none-without-secure": "browsers refuse SameSite=None without Secure",
  "secure-cookie-over-http": "browsers do not send a Secure cookie over http",
  "cookie-value-percent-encoded": "the value of a cookie is percent-encoded",
  "cookie-domain-is-public-suffix": ({ domain }) =>
    `Domain=${quote(domain)} is a public suffix, for which browsers refuse cookies`,
  "cookie-domain-elsewhere": ({ domain, host }) => `Domain=${quote(domain)} does not cover ${quote(host)}`,
  "cookie-path-with-asterisk": ({ path }) => `Path=${quote(path)} has a *, which is no wildcard there`,
  "cookie-path-elsewhere": ({ path }) => `Path=${quote(path)} is not a prefix of the requested path`,
};
