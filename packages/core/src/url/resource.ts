import { fail } from "../errors.ts";
import { signableUrl } from "./signed-url.ts";

type Sections = [all: string, scheme: string | undefined, host: string, path: string, query: string | undefined];

/** Protocol, domain, path and query of a URL or of a pattern. A pattern may lack the protocol, and its first `?` may be no delimiter. */
function sections(text: string): Sections {
  return /^(?:([^:]*):\/\/)?([^/]*)([^?]*)(?:\?(.*))?/.exec(text) as unknown as Sections;
}

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
 * its own, `*` is any number of characters and `?` is one, and neither reaches into the next section.
 *
 * Whether the first `?` of a pattern starts its query or stands for one character is documented both ways; either reading covers.
 */
export function resourceCovers(resource: string, href: string): boolean {
  if (resource === "*" || resource === href) return true;
  const [, urlScheme = "", urlHost, urlPath, urlQuery] = sections(href);
  const [, scheme = "*", host, path, query] = sections(resource);
  const coversPath = (pattern: string): boolean => matches(pattern, urlPath) && (urlQuery === undefined || pattern.endsWith("*"));
  if (!matches(scheme, urlScheme) || !matches(host, urlHost)) return false;
  if (query === undefined) return path ? coversPath(path) : host.endsWith("*") || coversPath("/");
  return (urlQuery !== undefined && matches(path, urlPath) && matches(query, urlQuery)) || coversPath(`${path}?${query}`);
}

/** Whether `*` and `?` in `pattern` can be filled so that it becomes `text`: at most pattern length times text length steps. */
function matches(pattern: string, text: string): boolean {
  if (pattern === text) return true;
  let at = 0;
  let star = -1;
  let from = 0;
  for (let i = 0; i < text.length; ) {
    const want = pattern.charCodeAt(at);
    if (want === 0x2a) {
      star = at++;
      from = i;
    } else if (want === 0x3f || want === text.charCodeAt(i)) {
      at++;
      i++;
    } else {
      if (star < 0) return false;
      at = star + 1;
      i = ++from;
    }
  }
  return /^\**$/.test(pattern.slice(at));
}
