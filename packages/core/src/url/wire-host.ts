import { percentDecoded } from "../encoding/percent.ts";
import { characterName } from "../options/character-name.ts";
import { highestPort, longestHost } from "./limits.ts";
import { exampleHost, noHost, refuseUrl } from "./url-problem.ts";

/** The ports that clients leave out, by scheme. */
export const defaultPorts: Readonly<Record<string, string>> = { http: "80", https: "443" };

// Amazon S3, also by its regional, dual-stack, accelerated and website names, and in China.
const s3Host = /(?:^|\.)s3[.-](?:[\w-]+\.)*amazonaws\.com(?:\.cn)?$|(?:^|\.)s3\.amazonaws\.com(?:\.cn)?$/;

// As clients send it already. International names (xn--) and what may be an IPv4 address are left to a URL
// parser.
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
    refuseUrl(option, "has a user name or password before an @, which never reaches CloudFront; remove it");
  const [, name = "", port = ""] = /^(\[[^\]]*\]|[^:]*)(?::(.*))?$/s.exec(authority) ?? [];
  if (name === "") refuseUrl(option, noHost());
  if (name.length > longestHost)
    refuseUrl(option, `has a host name of ${name.length} characters; DNS allows ${longestHost}`);
  const host = isHostName.test(name) ? name : parsedHost(name);
  if (!isPlainHost.test(host)) refuseUrl(option, hostProblem(name));
  if (lostVariable.test(host))
    refuseUrl(
      option,
      `the host is the word "${name}": a variable was not set; check where the URL is put together`,
    );
  if (host.length <= longestHost && s3Host.test(host))
    refuseUrl(option, `is an S3 address; use the distribution's domain name, such as ${exampleHost}`);
  const number = port === "" ? "" : `${portNumber(port, option)}`;
  return number === "" || number === defaultPorts[scheme] ? host : `${host}:${number}`;
}

function portNumber(port: string, option: string): number {
  const [character] = /\D/u.exec(port) ?? [];
  if (character !== undefined)
    refuseUrl(
      option,
      `has ${characterName(character)} in its port; write a number from 0 to ${highestPort}, or no port`,
    );
  const number = Number(port);
  return number > highestPort
    ? refuseUrl(option, `has the port ${number}; ports end at ${highestPort}`)
    : number;
}

/** Why a host name cannot be sent. */
function hostProblem(name: string): string {
  const decoded = percentDecoded(name);
  const [object] = /\[object \w{1,30}\]/i.exec(decoded) ?? [];
  if (object !== undefined)
    return `the host has "${object}" in it: an object was put where text belongs; use the object's property with the host name`;
  if (name.startsWith("["))
    return "has brackets for a host that is no IPv6 address; write one such as [2001:db8::1], or a host name without brackets";
  const [character] = /[^\w.\u0080-\u{10ffff}-]/u.exec(decoded) ?? [];
  return character === undefined
    ? `has a host name that cannot be read as a domain name or an IPv4 address; write the distribution's host name, such as ${exampleHost}`
    : `has ${characterName(character)} in its host name, which no host name can have; write the distribution's host name, such as ${exampleHost}`;
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
