/**
 * What a resource covers by each reading of `?` that AWS documents, written from its pages and apart from the
 * library: a search that follows every way through a pattern at once.
 */

interface Sections {
  readonly protocol: string;
  readonly domain: string;
  readonly path: string;
  readonly query: string | undefined;
}

/** `text` with its query from `at` on. */
function sectionsOf(text: string, at: number): Sections {
  const query = at < 0 ? undefined : text.slice(text[at] === "\\" ? at + 2 : at + 1);
  const [protocol = "", address = ""] = (at < 0 ? text : text.slice(0, at)).split("://");
  const slash = address.indexOf("/");
  return {
    protocol,
    domain: slash < 0 ? address : address.slice(0, slash),
    path: slash < 0 ? "" : address.slice(slash),
    query,
  };
}

function fits(glob: string, text: string): boolean {
  let reached = new Set([0]);
  for (const character of glob) {
    const next = new Set<number>();
    for (const at of reached) {
      if (character === "*") for (let to = at; to <= text.length; to++) next.add(to);
      else if (at < text.length && (character === "?" || character === text[at])) next.add(at + 1);
    }
    reached = next;
  }
  return reached.has(text.length);
}

function covers(pattern: Sections, url: Sections): boolean {
  if (!fits(pattern.protocol, url.protocol) || !fits(pattern.domain, url.domain)) return false;
  const isOpen = (pattern.path || pattern.domain).endsWith("*");
  if (pattern.path === "" && pattern.query === undefined) return isOpen;
  const path = pattern.path || (isOpen ? "*" : "/");
  if (!fits(path, url.path)) return false;
  return pattern.query === undefined
    ? url.query === undefined || isOpen
    : url.query !== undefined && fits(pattern.query, url.query);
}

/** Whether each reading covers a URL: the first `?` starts the query; and each `?` is one character. */
export function documentedReadings(
  resource: string,
  url: string,
): { readonly asQuery: boolean; readonly asCharacter: boolean } {
  const from = resource.indexOf("://") + 3;
  const places = [...resource.matchAll(/\\\?|\?/g)].map(({ index }) => index).filter((at) => at >= from);
  const isStart = (at: number): boolean => resource[at] === "\\" || resource[at + 1] === "*";
  const slash = resource.indexOf("/", from);
  // A domain with a path behind it has no query.
  const isBehindDomain = (at: number): boolean => at > slash || isStart(at);
  const start = places.find(isStart) ?? -1;
  const isEscaped = start >= 0 && resource[start] === "\\";
  const requested = sectionsOf(url, url.indexOf("?"));
  return {
    asQuery: covers(sectionsOf(resource, isEscaped ? start : (places.find(isBehindDomain) ?? -1)), requested),
    asCharacter: covers(sectionsOf(resource, start), requested),
  };
}
