/**
 * A URL or reference in the parts of RFC 3986, section 3. The fragment is left out: clients never send it.
 */
export interface UrlParts {
  readonly scheme: string | undefined;
  readonly authority: string | undefined;
  readonly path: string;
  readonly query: string | undefined;
}

/** Splits a URL or reference into its parts; RFC 3986, section 3. */
export function splitReference(reference: string): UrlParts {
  const [withoutFragment = ""] = reference.split("#", 1);
  const queryAt = withoutFragment.indexOf("?");
  const address = queryAt < 0 ? withoutFragment : withoutFragment.slice(0, queryAt);
  const query = queryAt < 0 ? undefined : withoutFragment.slice(queryAt + 1);
  const scheme = /^([a-z][a-z\d+.-]*):/i.exec(address)?.[1];
  const rest = scheme === undefined ? address : address.slice(scheme.length + 1);
  if (!rest.startsWith("//")) return { scheme, authority: undefined, path: rest, query };
  const pathAt = rest.indexOf("/", 2);
  const end = pathAt < 0 ? rest.length : pathAt;
  return { scheme, authority: rest.slice(2, end), path: rest.slice(end), query };
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
