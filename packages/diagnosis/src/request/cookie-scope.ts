import { isLoopback } from "cloudfront-sign-webcrypto/internals";
import type { RequestTarget } from "./request-target.ts";

/** Whether cookies of a domain go to a host (RFC 6265bis, section 5.1.3). */
export function domainMatches(host: string, domain: string): boolean {
  return host === domain || (isWithin(host, domain) && !isIpAddress(host));
}

/** Whether a host name is another one with labels in front. */
export function isWithin(host: string, domain: string): boolean {
  return domain !== "" && host.endsWith(`.${domain}`);
}

/** Whether cookies of a path go to a requested path (RFC 6265bis, section 5.1.4). */
export function pathMatches(requested: string, path: string): boolean {
  return requested === path || requested.startsWith(path.endsWith("/") ? path : `${path}/`);
}

/** An address in the form in which WHATWG URLs have it. */
export function isIpAddress(host: string): boolean {
  return host.startsWith("[") || /^\d+(\.\d+){3}$/.test(host);
}

/** The part of CloudFront's host names that is on the Public Suffix List. */
export const cloudFrontSuffix = "cloudfront.net";

/** The countries below which com, edu, gov, net and org are registries. */
const usualRegistries =
  "ac af al ar au az ba bb bd bh bm bn br bs bt bz ck cn co do dz ec eg er et fj fk ge gh gn gr gu gy hk in io iq jm jo kg kh ki kw kz la lb lc lk lr lv ly mk ml mm mo ms mv mw my ng np nr om pg ph pk pl pr ps pt py qa ru sa sb sc sd sg sl so ss sy tj tm to tr tt tw ua vc ve vn ws ye zm";

/** The other labels below which countries give names. */
const registries =
  "ae:ac,co,gov,net,org,sch ar:gob at:ac,co,gv,or au:asn,id bd:ac be:ac bo:com,gob,net,org br:art,nom,pro ca:co cl:co,gob cn:ac co:nom cr:ac,co cy:ac,com ec:gob es:com,gob,nom,org fr:com,gouv gt:com,gob,net,org hu:co hk:ltd id:ac,co,go,net,or,web il:ac,co,gov,net,org in:ac,co,firm,me,web ir:ac,co it:co jp:ac,co,go,ne,or ke:ac,co,go,me,ne,or kr:ac,co,go,ne,or lk:ac ma:ac,co,net,org me:co,net,org mt:com,net,org mx:com,edu,gob,net,org nz:ac,co,net,org,school pa:com,gob pe:com,gob,net,org pk:gob pl:art,co,info ro:com,org rs:co,org sk:org th:ac,co,go,in,net,or tn:com,net,org tr:info,web tz:ac,co,go ua:co,in ug:ac,co,com,go,or uk:ac,co,gov,ltd,me,net,nhs,org,plc,sch us:co uy:com,net,org uz:co,com ve:co,gob vn:ac za:ac,co,gov,net,org,web zw:co,org";

/** Hosts of many customers, of which each name is a site of its own. */
const platforms =
  "github.io gitlab.io herokuapp.com netlify.app vercel.app now.sh pages.dev workers.dev r2.dev web.app firebaseapp.com appspot.com run.app azurewebsites.net azurestaticapps.net azurefd.net azureedge.net onrender.com fly.dev ngrok.io ngrok-free.app ngrok.app surge.sh blogspot.com elasticbeanstalk.com amplifyapp.com cloudfront.net s3.amazonaws.com awsapprunner.com myshopify.com webflow.io wixsite.com deno.dev repl.co replit.dev replit.app supabase.co hf.space streamlit.app lovable.app bubbleapps.io framer.app carrd.co notion.site akamaized.net digitaloceanspaces.com ondigitalocean.app readthedocs.io translate.goog trycloudflare.com duckdns.org";

/**
 * Whether a domain is known to be a public suffix, for which browsers take cookies of no other host: every name
 * without a dot, the labels of country registries, and well-known platforms. The whole list is too long for a library.
 *
 * Source: https://publicsuffix.org/list/
 */
export function isKnownPublicSuffix(domain: string): boolean {
  if (!domain.includes(".") || platforms.split(" ").includes(domain)) return true;
  const [, label = "", country = ""] = /^([a-z]{2,6})\.([a-z]{2})$/.exec(domain) ?? [];
  if (label === "") return false;
  const isUsual = /^(?:com|edu|gov|net|org)$/.test(label) && usualRegistries.split(" ").includes(country);
  return isUsual || new RegExp(`\\b${country}:(?:\\w+,)*${label}(?!\\w)`).test(registries);
}

/** Whether browsers send `Secure` cookies to it: over https, and over http to the machine itself. */
export function isTrustworthy({ scheme, host }: RequestTarget): boolean {
  return scheme === "https" || isLoopback(host);
}

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
