import { composeUrl, folderPath, removeDotSegments, splitReference, type UrlParts } from "./url-parts.ts";

/** A base URI (RFC 3986, section 5.1): the URL that references are relative to. */
export interface Base {
  readonly href: string;
  /** Where its host and folder come from: an option, or an element. */
  readonly source: string;
  readonly parts: UrlParts;
  /** Scheme, host and path up to its last slash. */
  readonly folder: string;
  /** Every reader resolves a plain relative reference to the folder and then the reference. */
  readonly isPlain: boolean;
}

/** The base that an absolute URL makes. */
export function createBase(href: string, source: string): Base {
  const parts = splitReference(href);
  const folder = composeUrl({ ...parts, path: folderPath(parts.path) || "/", query: undefined });
  return { href, source, parts, folder, isPlain: !parts.path.includes(";") && !hasDotSegment(parts.path) };
}

export const unclearDots =
  "has a . or .. segment that leads above the root, is escaped, or is beside an escaped slash, so players resolve it differently; write the path without it";

/** Every URL that readers resolve a reference to. */
export interface Resolution {
  /** By RFC 3986, strictly. */
  readonly strict: string;
  /** Readers resolve one of its dot segments differently, so it must not be signed. */
  readonly hasUnclearDots: boolean;
  /**
   * What other readers make of it; `undefined` when URL parsers do not take it, so that no grant may. It is a
   * function, because few need to know when the grant does not cover the first URL.
   */
  readonly others: () => readonly string[] | undefined;
}

/**
 * Resolves a reference in the way of every reader in use. They differ for few references:
 * - RFC 3986, strictly.
 * - WHATWG URL, which browsers and the players in them use, where it differs from RFC 3986.
 * - `java.net.URI`, which resolves `?query` against the folder, not against the document.
 * - RFC 1808 (url-toolkit of hls.js; partly Python), which cuts `;parameters` from the path of the base.
 *
 * The variant of RFC 3986 that reads `https:a` as a relative path is left out: such references are refused
 * before.
 */
export function resolveReference(reference: string, base: Base): Resolution {
  const parts = splitReference(reference);
  const merged = merge(parts, base.parts);
  const target = withoutDotSegments(merged);
  const strict = composeUrl(target);
  const isRelative = parts.scheme === undefined && parts.authority === undefined;
  const others = (): readonly string[] | undefined => {
    const urls: string[] = [];
    // WHATWG URL has its own reading of hosts, and reads %2e as a dot.
    if (!isRelative || /%2e/i.test(merged.path)) {
      const url = parsedUrl(reference, base.href);
      if (url !== undefined) urls.push(url.href.slice(0, url.href.length - url.hash.length));
      // A reader of this kind requests nothing.
      else if (!isRelative) return undefined;
    }
    if (!isRelative) return urls;
    if (parts.path === "" && parts.query !== undefined)
      urls.push(composeUrl({ ...target, path: folderPath(target.path) }));
    if (base.parts.path.includes(";") && !parts.path.startsWith("/"))
      urls.push(composeUrl(withoutDotSegments(merge(parts, withoutParameters(base.parts)))));
    if (parts.path.startsWith(";")) {
      const { path } = withoutParameters(base.parts);
      urls.push(composeUrl(withoutDotSegments({ ...target, path: path + parts.path })));
    }
    return urls;
  };
  return { strict, hasUnclearDots: hasUnclearDots(merged.path, target.path), others };
}

/** What URL parsers make of it. The exception of `new URL` takes twenty times as long as the answer. */
function parsedUrl(reference: string, base: string): URL | undefined {
  const { canParse } = URL as { readonly canParse?: (url: string, base: string) => boolean };
  if (canParse?.(reference, base) === false) return undefined;
  try {
    return new URL(reference, base);
  } catch {
    return undefined;
  }
}

/**
 * The reference merged with the base as in RFC 3986, section 5.2.2, with its dot segments still in it.
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

/**
 * The parts without the `;parameters` of RFC 1808. Implementations cut them at the first `;` of the last
 * segment or of any segment; this cuts at the very first.
 */
function withoutParameters(parts: UrlParts): UrlParts {
  const at = parts.path.indexOf(";");
  return at < 0 ? parts : { ...parts, path: parts.path.slice(0, at) };
}

/**
 * Whether a dot segment is percent-encoded, stands beside an encoded slash or backslash, or leads above the root: RFC
 * 3986 and browsers drop such a `..`, `java.net.URI` and older Python keep it.
 */
function hasUnclearDots(merged: string, resolved: string): boolean {
  if (hasDotSegment(resolved)) return true;
  const segments = merged.split("/");
  const isEscaped = (segment: string) => !/^\.\.?$/.test(segment) && hasDotSegment(segment);
  if (merged.includes("%") && segments.some(isEscaped)) return true;
  let depth = 0;
  return (
    merged.includes("/..") &&
    segments.slice(1).some((segment) => {
      if (segment !== ".") depth += segment === ".." ? -1 : 1;
      return depth < 0;
    })
  );
}

/** Whether a path has a dot segment: plain, escaped, or between escaped slashes or backslashes. */
function hasDotSegment(path: string): boolean {
  const plain = path.replace(/%2e/gi, ".").replace(/\\|%(?:2f|5c)/gi, "/");
  return removeDotSegments(plain) !== plain;
}
