/**
 * A URL or reference in the parts of RFC 3986, section 3. The fragment is left out: clients never send it.
 */
export interface UrlParts {
  readonly scheme: string | undefined;
  readonly authority: string | undefined;
  readonly path: string;
  readonly query: string | undefined;
}

const parts = /^(?:([a-z][a-z\d+.-]*):)?(?:\/\/([^/?#]*))?([^?#]*)(?:\?([^#]*))?/i;

/** Splits a URL or reference into its parts; RFC 3986, section 3 and appendix B. */
export function splitReference(reference: string): UrlParts {
  const [, scheme, authority, path = "", query] = parts.exec(reference) ?? [];
  return { scheme, authority, path, query };
}

/** The text of the parts; RFC 3986, section 5.3. */
export function composeUrl({ scheme, authority, path, query }: UrlParts): string {
  const start =
    (scheme === undefined ? "" : `${scheme}:`) + (authority === undefined ? "" : `//${authority}`);
  return start + path + (query === undefined ? "" : `?${query}`);
}

/** The path up to its last slash. */
export function folderPath(path: string): string {
  return path.slice(0, path.lastIndexOf("/") + 1);
}

/** A path without its plain dot segments; RFC 3986, section 5.2.4: a `..` above the root is dropped. */
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
