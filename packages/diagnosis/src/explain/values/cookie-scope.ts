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

/** Second labels below which these country registries give names: `co.uk`, `com.au`, `or.jp`. */
const registryLabels =
  /^(?:(?:ac|co|gov|ltd|me|net|org|plc)\.uk|(?:ac|co|go|ne|or)\.(?:jp|kr|th|id|ke)|(?:ac|co|gov|net|org)\.(?:nz|za|il|in)|(?:com|edu|gov|net|org)\.(?:ar|au|br|cn|co|eg|hk|mx|my|ng|pe|ph|pk|pl|sa|sg|tr|tw|ua|ve|vn))$/;

/** Hosts of many customers, of which each name is a site of its own. */
const platforms =
  /^(?:github\.io|gitlab\.io|herokuapp\.com|netlify\.app|vercel\.app|now\.sh|pages\.dev|workers\.dev|web\.app|firebaseapp\.com|appspot\.com|run\.app|azurewebsites\.net|azurestaticapps\.net|onrender\.com|fly\.dev|ngrok\.io|ngrok-free\.app|glitch\.me|surge\.sh|blogspot\.com|elasticbeanstalk\.com|amplifyapp\.com|cloudfront\.net)$/;

/**
 * Whether a domain is known to be a public suffix, for which browsers take cookies of no other host: every name
 * without a dot, the usual labels of country registries, and well-known platforms. The whole list is too long for a
 * library.
 *
 * Source: https://publicsuffix.org/list/
 */
export function isKnownPublicSuffix(domain: string): boolean {
  return !domain.includes(".") || registryLabels.test(domain) || platforms.test(domain);
}

/** Whether browsers send `Secure` cookies to it: over https, and over http to the machine itself. */
export function isTrustworthy({ scheme, host }: RequestTarget): boolean {
  return scheme === "https" || isLoopback(host);
}
