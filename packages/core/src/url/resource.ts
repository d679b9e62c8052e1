import { fail } from "../errors.ts";
import { signableUrl } from "./signed-url.ts";

// Protocol; domain, without wildcards or with (a ? among them only before a path, or else it would start a query); path and query.
const parts = /^(?:(https?|http\*|\*):\/\/|(?=\*))([^*?/\\#]+|[\w.*:-]+|[\w.*?:-]+(?=\/))(\/[^\\#]*)?$/;

/**
 * Brings a resource pattern to wire form, section by section, with its `*` and `?` kept.
 *
 * Source: CloudFront Developer Guide, "Create a signed URL using a custom policy".
 */
export function wireResource(resource: string, option = "resource"): string {
  if (resource === "*") return resource;
  const [, scheme = "*", host = "", rest = host.endsWith("*") ? "" : "/"] =
    parts.exec(typeof resource === "string" ? resource : "") ??
    fail("ERR_RESOURCE_INVALID", option, "expected a pattern such as https://cdn.example.com/videos/*, without backslash and #");
  const isPattern = /[*?]/.test(host);
  const { href } = signableUrl(`${scheme === "http" ? scheme : "https"}://${isPattern ? "h" : host}${rest}`, option);
  const [, , wireHost = "", ...path] = href.split("/");
  // In a URL a lone ? at the end means nothing; in a pattern it means one more character.
  return `${scheme}://${isPattern ? host.toLowerCase() : wireHost}${rest && `/${path.join("/")}`}${/^[^?]*\?$/.test(rest) ? "?" : ""}`;
}

/**
 * Whether a policy's resource covers a URL in wire form, as CloudFront decides it: protocol, domain, path and query are compared each on
 * its own, `*` is any number of characters and `?` is one, and neither reaches into the next section; only a `*` at the very end covers all
 * that follows. At most pattern length times URL length steps.
 *
 * Whether a `?` of a pattern starts its query or stands for one character is documented both ways; either covers. With `queryAt`, where
 * the URL's query starts, the first one of the path is taken for its start.
 */
export function resourceCovers(resource: string, href: string, queryAt = -1): boolean {
  if (resource === "*" || resource === href) return true;
  // A folder, as in most policies, needs no search.
  if (/^\w+:\/\/[^*?]*\*$/.test(resource)) return href.startsWith(resource.slice(0, -1));
  // A pattern whose domain starts with * may lack the protocol, and with it the slash behind its domain.
  if (!/^(\*|[^/]*:\/\/)/.test(resource)) return false;
  const pattern = resource.replace(/^[^/]*[^/*]$/, "$&/").replace(/^(?![^/]*:\/\/)/, "*://");
  const host = href.indexOf("//") + 2;
  // Where protocol, domain and path end.
  const pathAt = href.indexOf("/", host);
  const ends = [host - 3, pathAt, href.indexOf("?")];
  let at = 0;
  let star = -1;
  let from = 0;
  const otherwise = (): boolean => queryAt < (ends[2] as number) && resourceCovers(resource, href, ends[2]);
  for (let i = 0; i < href.length; ) {
    if (pattern[at] === "*") {
      if (at === pattern.length - 1) return true;
      star = at++;
      from = i;
    } else if (pattern[at] === href[i] || (pattern[at] === "?" && (i > queryAt || i < pathAt) && !ends.includes(i))) {
      at++;
      i++;
    } else {
      if (star < 0 || ends.includes(from)) return otherwise();
      at = star + 1;
      i = ++from;
    }
  }
  return /^\**$/.test(pattern.slice(at)) || otherwise();
}
