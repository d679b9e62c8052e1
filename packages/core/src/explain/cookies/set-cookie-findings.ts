import { type Finding, proven } from "../finding.ts";
import { longestSetCookie, mostSetCookieParts } from "../limits.ts";

/** What of a URL decides whether a browser sends a cookie to it. */
interface RequestTarget {
  readonly scheme: string;
  readonly host: string;
  readonly path: string;
}

/** Why browsers do not send cookies that these `Set-Cookie` lines set to the URL. */
export function setCookieFindings(lines: readonly string[], url: string): Finding[] {
  const [, scheme = "", host = "", path = "/"] = /^(https?):\/\/([^/?#:]+)(?::\d+)?([^?#]*)/.exec(url) ?? [];
  return lines
    .filter((line) => /^\s*CloudFront-/.test(line))
    .flatMap((line) => lineFindings(line, { scheme, host, path }));
}

function lineFindings(line: string, { scheme, host, path }: RequestTarget): Finding[] {
  const [pair = "", ...rest] = line.slice(0, longestSetCookie).split(";", mostSetCookieParts);
  const attributes = new Map(rest.map(readAttribute));
  const findings: Finding[] = [];
  const domain = attributes.get("domain")?.replace(/^\./, "").toLowerCase();
  if (domain && /(^|\.)cloudfront\.net$/.test(domain))
    findings.push(proven("cookie-domain", { kind: "cookie-domain-is-public-suffix", domain }));
  else if (domain && host && host !== domain && !host.endsWith(`.${domain}`))
    findings.push(proven("cookie-domain", { kind: "cookie-domain-elsewhere", domain, host }));
  const prefix = attributes.get("path");
  if (prefix?.includes("*"))
    findings.push(proven("cookie-path", { kind: "cookie-path-with-asterisk", path: prefix }));
  else if (prefix && host && !`${path}/`.startsWith(`${prefix.replace(/\/$/, "")}/`))
    findings.push(proven("cookie-path", { kind: "cookie-path-elsewhere", path: prefix }));
  if (attributes.get("samesite")?.toLowerCase() === "none" && !attributes.has("secure"))
    findings.push(proven("cookie-same-site", "same-site-none-without-secure"));
  if (attributes.has("secure") && scheme === "http")
    findings.push(proven("cookie-secure", "secure-cookie-over-http"));
  if (/%[2-7][\da-f]/i.test(pair)) findings.push(proven("cookie-encoded", "cookie-value-percent-encoded"));
  return findings;
}

function readAttribute(text: string): [name: string, value: string] {
  const [name = ""] = text.split("=", 1);
  return [name.trim().toLowerCase(), text.slice(text.indexOf("=") + 1).trim()];
}
