import { describeSeconds, limits } from "cloudfront-sign-webcrypto/internals";
import { usualClockDifference } from "../limits.ts";
import { quote } from "../quote.ts";
import type { TimeOfRequest } from "../time-words.ts";
import type { CookieFramework } from "../values/encrypted-value.ts";
import type { Sentences } from "./sentences.ts";

/** What a `Domain` is instead of a host name. */
export type DomainFlaw = "url" | "port" | "wildcard";

/** What was seen in the cookies and in the lines that set them. */
export type CookieEvidence =
  | "same-site-none-without-secure"
  | "secure-cookie-over-http"
  | "partitioned-without-secure"
  | "cookie-value-percent-encoded"
  | "both-policies"
  | { readonly kind: "cookie-value-in-quotes"; readonly name: string }
  | { readonly kind: "cookie-repeated"; readonly name: string }
  | { readonly kind: "cookie-removed"; readonly name: string; readonly attribute: "Max-Age" | "Expires" }
  | {
      readonly kind: "cookie-ended";
      readonly name: string;
      readonly endsAt: number;
      readonly request: TimeOfRequest;
    }
  | { readonly kind: "cookie-size"; readonly name: string; readonly bytes: number }
  | { readonly kind: "cookie-header-size"; readonly bytes: number }
  | { readonly kind: "cookie-count"; readonly count: number }
  | { readonly kind: "cookies-set"; readonly count: number }
  | { readonly kind: "cookie-domain-is-public-suffix"; readonly domain: string }
  | { readonly kind: "cookie-domain-elsewhere"; readonly domain: string; readonly host: string }
  | { readonly kind: "cookie-domain-flaw"; readonly domain: string; readonly flaw: DomainFlaw }
  | { readonly kind: "cookie-domain-of-page"; readonly domain: string; readonly page: string }
  | { readonly kind: "cookie-domain-of-setter"; readonly domain: string; readonly host: string }
  | { readonly kind: "cookie-path-with-asterisk"; readonly path: string }
  | { readonly kind: "cookie-path-elsewhere"; readonly path: string; readonly requested: string }
  | { readonly kind: "cookie-path-without-slash"; readonly path: string }
  | {
      readonly kind: "same-site-from-another-site";
      readonly sameSite: "Strict" | "Lax" | undefined;
      readonly page: string;
    }
  | { readonly kind: "cookie-encrypted"; readonly name: string; readonly framework: CookieFramework }
  | {
      readonly kind: "cookies-absent";
      readonly present: readonly string[];
      readonly absent: readonly string[];
      readonly empty: readonly string[];
    }
  | { readonly kind: "cookies-not-set"; readonly names: readonly string[] }
  | { readonly kind: "cookies-kept-back"; readonly names: readonly string[]; readonly isExplained: boolean }
  | { readonly kind: "cookie-for-two-paths"; readonly name: string; readonly paths: readonly string[] }
  | { readonly kind: "cookie-set-replaced"; readonly path: string }
  | { readonly kind: "cookie-set-of-path"; readonly path: string; readonly others: readonly string[] }
  | { readonly kind: "page-of-another-site"; readonly page: string; readonly host: string };

const domainFlaws: Record<DomainFlaw, string> = {
  url: "is a URL and not a host name",
  port: "has a port, but cookies have none",
  wildcard: "has a *, but cookies have no wildcards",
};

export const cookieSentences: Sentences<CookieEvidence> = {
  "same-site-none-without-secure": "browsers refuse SameSite=None without Secure",
  "secure-cookie-over-http": "browsers do not send a Secure cookie over http",
  "partitioned-without-secure": "browsers refuse Partitioned without Secure",
  "cookie-value-percent-encoded": "the value of a cookie is percent-encoded",
  "cookie-value-in-quotes": ({ name }) => `the value of ${name} is in quotes, which browsers send with it`,
  "cookie-repeated": ({ name }) => `${name} arrived more than once`,
  "cookie-removed": ({ name, attribute }) =>
    `the ${attribute} of ${name} tells browsers to remove the cookie`,
  "cookie-ended": ({ name, endsAt, request }) => `the Expires of ${name} was ${describeEnd(endsAt, request)}`,
  "cookie-size": ({ name, bytes }) =>
    `${name} and its value have ${bytes} bytes, and browsers ignore more than ${limits.longestCookie}`,
  "cookie-header-size": ({ bytes }) =>
    `the signed cookies have ${bytes} bytes, and CloudFront accepts ${limits.longestCookieHeader} of headers`,
  "cookie-count": ({ count }) =>
    `the request has ${count} cookies, and browsers remove some when a domain has more than about 180`,
  "cookies-set": ({ count }) =>
    `the lines set at least ${count} cookies for one domain, most of them after the signed cookies; browsers keep 180`,
  "cookie-domain-is-public-suffix": ({ domain }) =>
    `Domain=${quote(domain)} is a public suffix, for which browsers refuse cookies`,
  "cookie-domain-elsewhere": ({ domain, host }) => `Domain=${quote(domain)} does not cover ${quote(host)}`,
  "cookie-domain-flaw": ({ domain, flaw }) => `Domain=${quote(domain)} ${domainFlaws[flaw]}`,
  "cookie-domain-of-page": ({ domain, page }) =>
    domain === ""
      ? `there is no Domain, so that cookies of ${quote(page)} go to no other host`
      : `an answer of ${quote(page)} cannot set Domain=${quote(domain)}`,
  "cookie-domain-of-setter": ({ domain, host }) =>
    domain === ""
      ? `there is no Domain, so that the cookies go only to the host that set them, perhaps not ${quote(host)}`
      : `no host but ${quote(host)} can set Domain=${quote(domain)}`,
  "cookie-path-with-asterisk": ({ path }) => `Path=${quote(path)} has a *, which is no wildcard there`,
  "cookie-path-elsewhere": ({ path }) => `Path=${quote(path)} is not a prefix of the requested path`,
  "cookie-path-without-slash": ({ path }) =>
    `Path=${quote(path)} does not start with /, so browsers use the folder of the URL that set it`,
  "same-site-from-another-site": ({ sameSite, page }) =>
    sameSite === undefined
      ? `without SameSite, Chrome and Edge assume Lax, and the page is on another site: ${quote(page)}`
      : `SameSite=${sameSite}, and the page is on another site: ${quote(page)}`,
  "cookie-encrypted": ({ name, framework }) => `the value of ${name} has the form of ${framework}`,
  "cookies-absent": describeAbsent,
  "cookies-not-set": ({ names }) => `nothing sets ${listed(names)}`,
  "cookies-kept-back": ({ names, isExplained }) =>
    isExplained
      ? `the browser kept back ${listed(names)}, which ${names.length > 1 ? "were" : "was"} set`
      : `${listed(names)} ${names.length > 1 ? "were" : "was"} set and did not arrive`,
  "cookie-for-two-paths": ({ name, paths }) =>
    `${name} is sent for ${listed(paths.map((path) => `Path=${quote(path)}`))}, in this order`,
  "cookie-set-replaced": ({ path }) =>
    `a later set of cookies with the same Path=${quote(path)} replaced the one for this URL`,
  "cookie-set-of-path": ({ path, others }) =>
    `the browser sent the set of Path=${quote(path)}, and not that of ${listed(others.map((other) => quote(other)))}`,
  "both-policies": "there are both CloudFront-Policy and CloudFront-Expires",
  "page-of-another-site": ({ page, host }) =>
    `the page is on ${quote(page)}, and the cookies are for ${quote(host)}`,
};

function describeEnd(endsAt: number, { time, isGiven }: TimeOfRequest): string {
  const seconds = (time - endsAt) / 1000;
  const hint = seconds < usualClockDifference ? ": perhaps the clocks differ" : "";
  return `${describeSeconds(seconds)} ${isGiven ? "before the request" : "ago"}${hint}`;
}

function describeAbsent({
  present,
  absent,
  empty,
}: Extract<CookieEvidence, { readonly kind: "cookies-absent" }>): string {
  const flaws = [...absent.map((name) => `no ${name}`), ...empty.map((name) => `an empty ${name}`)];
  return present.length === 0
    ? `the request has ${listed(flaws)}`
    : `the request has ${listed(present)}, but ${listed(flaws)}`;
}

/** Names in a row, with "and" before the last. */
export function listed(names: readonly string[]): string {
  const last = names.at(-1) ?? "";
  return names.length > 1 ? `${names.slice(0, -1).join(", ")} and ${last}` : last;
}
