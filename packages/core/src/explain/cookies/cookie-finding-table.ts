import type { FindingEntry } from "../finding-entry.ts";

/** What keeps cookies from the request. */
export type CookieFindingId =
  /** `Domain` is `cloudfront.net`, or does not cover the host. */
  | "cookie-domain"
  /** `Path` has a `*`, or is not a prefix of the path. */
  | "cookie-path"
  /** `SameSite=None` without `Secure`. */
  | "cookie-same-site"
  /** A `Secure` cookie and an http URL. */
  | "cookie-secure"
  /** The value of a cookie is percent-encoded. */
  | "cookie-encoded";

export const cookieFindingTable: Record<CookieFindingId, FindingEntry> = {
  "cookie-domain": {
    rank: 210,
    summary: "The Domain of the cookies keeps them from this host.",
    fix: "Give the distribution an alternate domain name, and set Domain to it or to its parent.",
  },
  "cookie-path": {
    rank: 220,
    summary: "The Path of the cookies keeps them from this URL.",
    fix: "Set Path to a plain prefix of the requested path, such as /. Cookies have no wildcards.",
  },
  "cookie-same-site": {
    rank: 230,
    summary: "Browsers reject these cookies: SameSite=None needs Secure.",
    fix: "Set SameSite=None; Secure for requests from another site, and fetch with credentials.",
  },
  "cookie-secure": {
    rank: 240,
    summary: "Browsers do not send Secure cookies over http.",
    fix: "Request https, or leave Secure out.",
  },
  "cookie-encoded": {
    rank: 250,
    summary: "The values of the cookies were percent-encoded on the way.",
    fix: "Set the cookie values as they are, without encoding them (setrawcookie in PHP).",
  },
};
