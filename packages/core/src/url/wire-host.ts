import { highestPort, longestHost } from "../limits.ts";
import { lostWord, refuseUrl, writeHost } from "./url-text.ts";

/** The ports that clients leave out, by scheme. */
export const defaultPorts: Readonly<Record<string, string>> = { http: "80", https: "443" };

/** Whether a host is Amazon S3, also by its regional, dual-stack, accelerated and website names, and in China. */
const isS3Host = (host: string): boolean =>
  host.length <= longestHost && /(?:^|\.)s3[.-](?:[\w-]+\.)*amazonaws\.com(?:\.cn)?$/.test(host);

// As clients send it already. International names (xn--) and what may be an IPv4 address are left to a URL parser.
const isHostName = /^(?!.*xn--)[a-z\d-]+(?:\.[a-z\d-]+)*\.[a-z]+$/;

// Some parsers let quotes and braces pass, which would end the resource in a policy.
const isPlainHost = /^(?:[\w.-]+|\[[\da-f:.]+\])$/;

/** What a variable that was not set leaves in a text, in lower case as hosts are. */
const lostVariable = /^(?:undefined|null|nan)$/;

/**
 * The host and port of an authority as clients send them: in lower case, international names in ASCII,
 * without the scheme's default port. A scheme that stands for both (`*`, `http*`) has no default port.
 */
export function wireHost(scheme: string, authority: string, option: string): string {
  if (authority.includes("@"))
    refuseUrl(option, "has a user name or password, which never reaches CloudFront; remove it");
  const [, given = "", port = ""] = /^(\[[^\]]*\]|[^:]*)(?::(.*))?$/s.exec(authority) ?? [];
  // A URL parser may take long for a long name.
  const name = given.length > longestHost ? "" : given;
  const host = isHostName.test(name) ? name : parsedHost(name);
  if (!isPlainHost.test(host))
    refuseUrl(option, `has a host that is not a domain name or an IP address; ${writeHost}`);
  if (lostVariable.test(host)) refuseUrl(option, lostWord(name));
  if (isS3Host(host)) refuseUrl(option, `is an S3 address; ${writeHost}`);
  if (/\D/.test(port) || Number(port) > highestPort) refuseUrl(option, "has an invalid port; remove it");
  const number = port && `${Number(port)}`;
  return number === "" || number === defaultPorts[scheme] ? host : `${host}:${number}`;
}

/**
 * The host name as a URL parser writes it; nothing when it is not one. The parser's own message would quote the URL.
 */
function parsedHost(name: string): string {
  try {
    return new URL(`https://${name}/`).hostname;
  } catch {
    return "";
  }
}
