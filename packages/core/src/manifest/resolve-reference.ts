import { hasDotSegment } from "../url/dot-segments.ts";

/**
 * A URL or reference, cut as RFC 3986 section 3 names its parts. Its fragment, which is never sent, is not
 * kept.
 */
export interface UrlParts {
  readonly scheme: string | undefined;
  readonly authority: string | undefined;
  readonly path: string;
  readonly query: string | undefined;
}

/** What references are relative to. */
export interface Base {
  readonly href: string;
  readonly parts: UrlParts;
  /** Scheme, host and path up to its last slash. */
  readonly folder: string;
  /** Every reader resolves a plain relative reference to the folder and then the reference. */
  readonly isPlain: boolean;
}

const schemeOf = /^([a-z][a-z\d+.-]*):/i;

/** Cuts a URL or reference into its parts; RFC 3986 section 3. */
export function splitReference(reference: string): UrlParts {
  const [withoutFragment = ""] = reference.split("#", 1);
  const queryAt = withoutFragment.indexOf("?");
  const address = queryAt < 0 ? withoutFragment : withoutFragment.slice(0, queryAt);
  const query = queryAt < 0 ? undefined : withoutFragment.slice(queryAt + 1);
  const scheme = schemeOf.exec(address)?.[1];
  const rest = scheme === undefined ? address : address.slice(scheme.length + 1);
  if (!rest.startsWith("//")) return { scheme, authority: undefined, path: rest, query };
  const pathAt = rest.indexOf("/", 2);
  const end = pathAt < 0 ? rest.length : pathAt;
  return { scheme, authority: rest.slice(2, end), path: rest.slice(end), query };
}

/** A base of an absolute URL. */
export function createBase(href: string): Base {
  const parts = splitReference(href);
  const folder = composeUrl({ ...parts, path: folderPath(parts.path) || "/", query: undefined });
  return { href, parts, folder, isPlain: !parts.path.includes(";") && !hasDotSegment(parts.path) };
}

/** The text of the parts; RFC 3986 section 5.3. */
export function composeUrl({ scheme, authority, path, query }: UrlParts): string {
  const start =
    (scheme === undefined ? "" : `${scheme}:`) + (authority === undefined ? "" : `//${authority}`);
  return start + path + (query === undefined ? "" : `?${query}`);
}

/** A path without its plain dot segments; RFC 3986 section 5.2.4: a `..` above the root is dropped. */
export function removeDotSegments(path: string): string {
  if (!path.includes("/.") && !path.startsWith(".")) return path;
  const kept: string[] = [];
  const segments = path.split("/");
  const root = segments[0] === "" ? 1 : 0;
  for (const [i, segment] of segments.entries()) {
    if (segment !== "." && segment !== "..") {
      kept.push(segment);
      continue;
    }
    if (segment === ".." && kept.length > root) kept.pop();
    if (i === segments.length - 1) kept.push("");
  }
  return kept.join("/");
}

/**
 * Whether a path has more `..` than folders: RFC 3986 and browsers drop them, `java.net.URI` and older Python
 * keep them.
 */
function leadsAboveRoot(path: string): boolean {
  let depth = 0;
  for (const segment of path.split("/").slice(1)) {
    if (segment === "..") depth--;
    else if (segment !== ".") depth++;
    if (depth < 0) return true;
  }
  return false;
}

/**
 * The reference against the base, as RFC 3986 section 5.2.2 transforms references, but with its dot segments.
 */
function merge(reference: UrlParts, base: UrlParts): UrlParts {
  const { path, query } = reference;
  if (reference.scheme !== undefined) return reference;
  const { scheme } = base;
  if (reference.authority !== undefined) return { ...reference, scheme };
  const { authority } = base;
  if (path === "") return { scheme, authority, path: base.path, query: query ?? base.query };
  if (path.startsWith("/")) return { scheme, authority, path, query };
  return { scheme, authority, path: (folderPath(base.path) || "/") + path, query };
}

function withoutDotSegments(parts: UrlParts): UrlParts {
  return { ...parts, path: removeDotSegments(parts.path) };
}

/** What a reference may lead to. */
export interface Resolution {
  /** Every URL that some reader makes of it. */
  readonly urls: ReadonlySet<string>;
  /** Why readers may make still others of it: it must not be signed. */
  readonly problem: string | undefined;
}

/**
 * The path without its RFC 1808 parameters: what follows the first `;` of its last segment, or of any, as
 * implementations differ.
 */
function withoutParameters(parts: UrlParts): UrlParts {
  const at = parts.path.indexOf(";");
  return at < 0 ? parts : { ...parts, path: parts.path.slice(0, at) };
}

/**
 * Every URL that a reader in use could make of a reference without fault. They differ for few references:
 * - RFC 3986, strictly. Its variant that takes `https:a` for a relative path is no matter, as such references
 * have a fault.
 * - WHATWG URL, which browsers and the players in them use, where that differs.
 * - `java.net.URI`, which resolves `?query` against the folder, not against the document.
 * - RFC 1808 (url-toolkit of hls.js; partly Python), which cuts `;parameters` from the path of the base.
 */
export function resolveReference(reference: string, base: Base): Resolution {
  const parts = splitReference(reference);
  const merged = merge(parts, base.parts);
  const target = withoutDotSegments(merged);
  const urls = new Set([composeUrl(target)]);
  const isRelative = parts.scheme === undefined && parts.authority === undefined;
  // It reads a host in its own way, and %2e as a dot.
  if (!isRelative || /%2e/i.test(merged.path)) {
    try {
      const { href, hash } = new URL(reference, base.href);
      urls.add(href.slice(0, href.length - hash.length));
    } catch {
      // This reader asks for nothing.
    }
  }
  if (isRelative) {
    if (parts.path === "" && parts.query !== undefined)
      urls.add(composeUrl({ ...target, path: folderPath(target.path) }));
    if (base.parts.path.includes(";") && !parts.path.startsWith("/"))
      urls.add(composeUrl(withoutDotSegments(merge(parts, withoutParameters(base.parts)))));
    if (parts.path.startsWith(";")) {
      const { path } = withoutParameters(base.parts);
      urls.add(composeUrl(withoutDotSegments({ ...target, path: path + parts.path })));
    }
  }
  return { urls, problem: problemOf(merged.path, target.path) };
}

function problemOf(merged: string, resolved: string): string | undefined {
  if (hasEscapedDotSegment(merged) || hasDotSegment(resolved))
    return "has a . or .. segment that is escaped, or beside an escaped slash; readers differ about it: write it plain";
  return leadsAboveRoot(merged)
    ? "has a .. that leads above the root of its host, where readers differ; remove it"
    : undefined;
}

/**
 * Whether a dot segment is in the path that is not plain: percent-encoded, or beside an encoded slash or
 * backslash.
 */
function hasEscapedDotSegment(path: string): boolean {
  if (!path.includes("%")) return false;
  return path.split("/").some((segment) => segment !== "." && segment !== ".." && hasDotSegment(segment));
}

function folderPath(path: string): string {
  return path.slice(0, path.lastIndexOf("/") + 1);
}
