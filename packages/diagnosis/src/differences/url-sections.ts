/** The sections of a URL or of what was signed instead of one. */
export interface UrlSections {
  /** Without `://`; `undefined` when a host comes first, or nothing but a path. */
  readonly scheme: string | undefined;
  /** `undefined` for a path alone. */
  readonly host: string | undefined;
  readonly path: string;
  /** Without the `?`; `undefined` without one. */
  readonly query: string | undefined;
}

export function urlSections(url: string): UrlSections {
  const [, scheme, host, path = "", query] =
    /^(?:([^/?]*):\/\/([^/?]*))?([^?]*)(?:\?(.*))?$/s.exec(url) ?? [];
  return { scheme, host, path, query };
}

/**
 * The sections of a text that was signed for a URL. Without a scheme the requested URL shows whether the text
 * starts with a host or with a folder.
 */
export function signedSections(signed: string, requested: UrlSections): UrlSections {
  const sections = urlSections(signed);
  if (sections.scheme !== undefined) return sections;
  const { path, query } = sections;
  if (path.startsWith("//") && !requested.path.startsWith("//"))
    return { ...hostAndPath(path.slice(2)), query };
  const [first = ""] = path.split("/", 1);
  const isPath = !path.includes("/") || requested.path.split("/")[1] === first;
  return path.startsWith("/") || (isPath && first !== requested.host)
    ? sections
    : { ...hostAndPath(path), query };
}

function hostAndPath(text: string): { scheme: undefined; host: string; path: string } {
  const at = text.indexOf("/");
  return at < 0
    ? { scheme: undefined, host: text, path: "" }
    : { scheme: undefined, host: text.slice(0, at), path: text.slice(at) };
}

/** What stands before the path. */
export function originOf({ scheme, host = "" }: Pick<UrlSections, "scheme" | "host">): string {
  return scheme === undefined ? host : `${scheme}://${host}`;
}

export function pairsOf({ query }: UrlSections): string[] {
  return query === undefined ? [] : query.split("&");
}

/** The name of a parameter, as it is written. */
export function nameOf(pair: string): string {
  return pair.split("=", 1)[0] as string;
}
