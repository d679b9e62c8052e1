import { isIpAddress, isKnownPublicSuffix, isWithin } from "../../request/cookie-scope.ts";
import type { RequestTarget } from "../../request/request-target.ts";

/**
 * Whether a page and a request belong to one site. It is `unknown` where only the Public Suffix List could tell.
 *
 * Source: HTML, "schemelessly same site"; RFC 6265bis, section 5.2.
 */
export type SiteRelation = "same-site" | "cross-site" | "unknown";

/** Compares the sites of two targets. */
export function siteRelation(one: RequestTarget, other: RequestTarget): SiteRelation {
  // Browsers do not agree whether http and https of one host are one site.
  if (one.host === other.host) return one.scheme === other.scheme ? "same-site" : "unknown";
  if (isIpAddress(one.host) || isIpAddress(other.host)) return "cross-site";
  if (one.host.endsWith(".") !== other.host.endsWith(".")) return "unknown";
  if (isWithin(one.host, other.host) || isWithin(other.host, one.host)) return "unknown";
  const suffix = sharedSuffix(one.host, other.host);
  // A public suffix that they share is not a site.
  return isKnownPublicSuffix(suffix) ? "cross-site" : "unknown";
}

/** The last labels that two host names share. */
export function sharedSuffix(one: string, other: string): string {
  const labels = one.split(".").reverse();
  const otherLabels = other.split(".").reverse();
  const first = labels.findIndex((label, i) => label !== otherLabels[i]);
  return labels.slice(0, first).reverse().join(".");
}
