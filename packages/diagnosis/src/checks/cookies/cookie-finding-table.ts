import type { Finding, FindingTable } from "../../findings/finding.ts";
import { listed, quote } from "../../findings/quote.ts";
import { arrivedCookies } from "../../request/arrived-cookies.ts";
import type { ReadQuestion } from "../../request/question.ts";

/** Names of headers that are shown: a set of signed cookies has four. */
const mostShownNames = 4;

/** Why the request has no cookies. */
export type CookieFindingId =
  /** The values of signed cookies are in headers of their own (`CloudFront-Policy:`), or in a header other than `Cookie`. */
  | "cookies-in-headers"
  /** `Expires` is in the past, or `Max-Age` is 0 or less. */
  | "cookie-expired"
  /** The name and value of a cookie together exceed 4,096 bytes, or there are too many cookies; `possible` if only the number is too high. */
  | "cookie-too-large"
  /**
   * `Domain` is a public suffix, does not cover the host, or is not a host name; `likely` or `possible` if browsers
   * send the cookies only to the host that set them.
   */
  | "cookie-domain"
  /** `Path` has a `*`, or is not a prefix of the path. */
  | "cookie-path"
  /** `SameSite=None` is set without `Secure`, or `SameSite` is `Strict` or `Lax` and the page is on another site. */
  | "cookie-same-site"
  /** A cookie is `Secure` and the request goes to an http URL that is not on this machine, or a cookie is `Partitioned` without `Secure`. */
  | "cookie-secure"
  /** The value of a cookie looks like one that a framework encrypted or signed. */
  | "cookie-encrypted"
  /** The value of a cookie is percent-encoded. */
  | "cookie-encoded"
  /** One of the signed cookies was not set, or was set but did not arrive with the others. */
  | "cookie-missing"
  /** The page is on a different site from the cookies, and none of them arrived. */
  | "third-party-cookies";

/** What is found in cookies: besides the findings of this table, faults that URLs and other policies have, too. */
export type CookieFinding = Finding<
  CookieFindingId | "parameter-names" | "parameter-repeated" | "resource-mismatch" | "stray-characters"
>;

export const cookieFindingTable: FindingTable<CookieFindingId, ReadQuestion> = {
  "cookies-in-headers": {
    rank: 205,
    summary: "The signed cookies were sent in headers that CloudFront does not read.",
    fix: "Send all of them in one Cookie header: Cookie: CloudFront-Policy=…; CloudFront-Signature=…; CloudFront-Key-Pair-Id=…. Players take it with the other request headers; for AVPlayer, put them into HTTPCookieStorage or AVURLAssetHTTPCookiesKey. In a browser, set them as cookies, and fetch with credentials.",
    certainty: "proven",
    find: ({ headerCookies: { names }, cookies }) => {
      if (names.length === 0 || arrivedCookies(cookies).isComplete) return undefined;
      const shown = listed(names.slice(0, mostShownNames).map((name) => quote(name)));
      return names.length === 1
        ? `the header ${shown} has signed cookies`
        : `they are in the headers ${shown}`;
    },
  },
  "cookie-expired": {
    rank: 210,
    summary: "The cookies have expired, so browsers have removed them.",
    fix: "Set the cookies again. Leave Expires and Max-Age out, or let them last as long as the policy.",
  },
  "cookie-too-large": {
    rank: 220,
    summary: "A cookie is larger than browsers accept.",
    fix: "Shorten the policy by replacing part of Resource with *.",
  },
  "cookie-domain": {
    rank: 230,
    summary: "The Domain of the cookies keeps them from this host.",
    fix: "Give the distribution an alternate domain name, and set Domain to that name or to its parent domain.",
  },
  "cookie-path": {
    rank: 240,
    summary: "The Path of the cookies keeps them from this URL.",
    fix: "Set Path to a plain prefix of the requested path, such as /. Cookies have no wildcards.",
  },
  "cookie-same-site": {
    rank: 250,
    summary: "Browsers reject these cookies: SameSite=None needs Secure.",
    fix: "Set SameSite=None; Secure for requests from another site, and fetch with credentials.",
  },
  "cookie-secure": {
    rank: 260,
    summary: "Browsers do not send Secure cookies over http.",
    fix: "Use https, or remove the attribute Secure.",
  },
  "cookie-encrypted": {
    rank: 270,
    summary: "A framework encrypted or signed the values of the cookies.",
    fix: "Set the cookie values as the signer returned them: exclude them from the framework's encryption.",
  },
  "cookie-encoded": {
    rank: 280,
    summary: "The values of the cookies were percent-encoded on the way.",
    fix: "Set the cookie values as they are, without encoding them (setrawcookie in PHP).",
  },
  "cookie-missing": {
    rank: 290,
    summary: "One of the signed cookies is missing.",
    fix: "Set all signed cookies: CloudFront-Signature, CloudFront-Key-Pair-Id, and CloudFront-Policy (CloudFront-Expires for a canned policy).",
  },
  "third-party-cookies": {
    rank: 1195,
    summary: "Browsers may block cookies of a site other than the page's.",
    fix: "Serve the files from an alternate domain name under the domain of the page: Safari blocks cookies of other sites, Firefox separates them by site, and Chrome can be set to block them.",
  },
};
