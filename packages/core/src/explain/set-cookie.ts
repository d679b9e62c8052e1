import { longestSetCookie } from "../verify/limits.ts";
import type { Told } from "./fixes.ts";
import { clip } from "./url-difference.ts";

/** Why cookies that were set with these `Set-Cookie` lines do not reach the URL. */
export function* cookieProblems(lines: readonly string[], url: string): Iterable<Told> {
  const [, scheme = "", host = "", path = "/"] = /^(https?):\/\/([^/?#:]+)(?::\d+)?([^?#]*)/.exec(url) ?? [];
  for (const line of lines) {
    if (!/^\s*CloudFront-/.test(line)) continue;
    // No browser knows more than ten attributes.
    const [pair = "", ...rest] = line.slice(0, longestSetCookie).split(";", 20);
    const attributes = new Map(
      rest.map((text) => [
        text.split("=", 1)[0]?.trim().toLowerCase() ?? "",
        text.slice(text.indexOf("=") + 1).trim(),
      ]),
    );
    const domain = attributes.get("domain")?.replace(/^\./, "").toLowerCase();
    const prefix = attributes.get("path");
    if (domain && /(^|\.)cloudfront\.net$/.test(domain))
      yield [
        "cookie-domain",
        "proven",
        `Domain=${clip(domain)} is a public suffix, for which browsers take no cookies`,
      ];
    else if (domain && host && host !== domain && !host.endsWith(`.${domain}`))
      yield ["cookie-domain", "proven", `Domain=${clip(domain)} does not cover ${clip(host)}`];
    if (prefix?.includes("*"))
      yield ["cookie-path", "proven", `Path=${clip(prefix)} has a *, which is no wildcard there`];
    else if (prefix && host && !`${path}/`.startsWith(`${prefix.replace(/\/$/, "")}/`))
      yield ["cookie-path", "proven", `Path=${clip(prefix)} is no prefix of the requested path`];
    if (attributes.get("samesite")?.toLowerCase() === "none" && !attributes.has("secure"))
      yield ["cookie-same-site", "proven", "SameSite=None without Secure is refused by browsers"];
    if (attributes.has("secure") && scheme === "http")
      yield ["cookie-secure", "proven", "a Secure cookie is not sent over http"];
    if (/%[2-7][\da-f]/i.test(pair)) yield ["cookie-encoded", "proven", "a value is percent-encoded"];
  }
}
