import { percentDecoded } from "../encoding/percent.ts";
import { highestPort, longestHost } from "./limits.ts";
import { refuseUrl, type UrlProblem } from "./url-problem.ts";

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
  if (authority.includes("@")) refuseUrl(option, { id: "user-information" });
  const [, name = "", port = ""] = /^(\[[^\]]*\]|[^:]*)(?::(.*))?$/s.exec(authority) ?? [];
  if (name === "") refuseUrl(option, { id: "no-host" });
  if (name.length > longestHost) refuseUrl(option, { id: "host-too-long", length: name.length });
  const host = isHostName.test(name) ? name : parsedHost(name);
  if (!isPlainHost.test(host)) refuseUrl(option, hostProblem(name));
  if (lostVariable.test(host)) refuseUrl(option, { id: "host-is-lost-variable", word: name });
  if (host.length <= longestHost && s3Host.test(host)) refuseUrl(option, { id: "s3-host" });
  const number = port === "" ? "" : `${portNumber(port, option)}`;
  return number === "" || number === defaultPorts[scheme] ? host : `${host}:${number}`;
}

function portNumber(port: string, option: string): number {
  const [character] = /\D/u.exec(port) ?? [];
  if (character !== undefined) refuseUrl(option, { id: "port-character", character });
  const number = Number(port);
  return number > highestPort ? refuseUrl(option, { id: "port-too-high", port: number }) : number;
}

/** Why a host name cannot be sent. */
function hostProblem(name: string): UrlProblem {
  const decoded = percentDecoded(name);
  const [object] = /\[object \w+\]/i.exec(decoded) ?? [];
  if (object !== undefined) return { id: "object-in-host", object };
  if (name.startsWith("[")) return { id: "ip-address-unreadable" };
  const [character] = /[^\w.\u0080-\u{10ffff}-]/u.exec(decoded) ?? [];
  return character === undefined ? { id: "host-unreadable" } : { id: "host-character", character };
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
