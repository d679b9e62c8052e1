import type { Refuse } from "./url-text.ts";

/** The longest host name in DNS (RFC 1035, section 2.3.4). */
export const longestHost = 253;

/** The ports that clients leave out, by scheme. */
export const defaultPorts: Readonly<Record<string, string>> = { http: "80", https: "443" };

// Amazon S3, also by its regional, dual-stack, accelerated and website names, and in China.
const s3Host = /(?:^|\.)s3[.-](?:[\w-]+\.)*amazonaws\.com(?:\.cn)?$|(?:^|\.)s3\.amazonaws\.com(?:\.cn)?$/;

// As clients send it already. International names (xn--) and what may be an IPv4 address are left to a URL
// parser.
const isHostName = /^(?!.*xn--)[a-z\d-]+(?:\.[a-z\d-]+)*\.[a-z]+$/;

/**
 * The host and port of an authority as clients send them: in lower case, international names in ASCII,
 * without the scheme's default port. A scheme that stands for both (`*`, `http*`) has no default port.
 */
export function wireHost(scheme: string, authority: string, refuse: Refuse): string {
  if (authority.includes("@"))
    refuse("has a user name or password before an @, which never reaches CloudFront; remove it");
  const [, name = "", port = ""] = /^(\[[^\]]*\]|[^:]*)(?::(.*))?$/s.exec(authority) ?? [];
  if (name === "") refuse("has no host name; write the distribution's domain name");
  if (name.length > longestHost) {
    refuse(`has a host name of ${name.length} characters; DNS allows ${longestHost}`);
  }
  const host = isHostName.test(name) ? name : parsedHost(name);
  // Some parsers let quotes and braces pass, which would end the resource in a policy.
  if (!/^(?:[\w.-]+|\[[\da-f:.]+\])$/.test(host))
    refuse("has a host name with a character that host names cannot have");
  if (host.length <= longestHost && s3Host.test(host)) {
    refuse("is an S3 address; use the distribution's domain name, such as d111111abcdef8.cloudfront.net");
  }
  if (!/^\d*$/.test(port) || Number(port) > 65_535) refuse("has a port that is no number from 0 to 65535");
  const number = port && `${Number(port)}`;
  return number === "" || number === defaultPorts[scheme] ? host : `${host}:${number}`;
}

/**
 * The host name as a URL parser writes it; nothing when it is none. The parser's own message would quote the
 * URL.
 */
function parsedHost(name: string): string {
  try {
    return new URL(`https://${name}/`).hostname;
  } catch {
    return "";
  }
}
