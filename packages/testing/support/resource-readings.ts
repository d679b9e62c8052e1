/**
 * What a policy's Resource covers, written from AWS's page and apart from the library, in each reading that the
 * page leaves open. URLs have no signing parameters.
 */
export type ResourceReading = (pattern: string, url: string) => boolean;

function glob(pattern: string, text: string): boolean {
  const source = pattern
    .replace(/[\\^$.|+()[\]{}]/g, "\\$&")
    .replaceAll("*", ".*")
    .replaceAll("?", ".");
  return new RegExp(`^${source}$`, "s").test(text);
}

interface UrlSections {
  readonly protocol: string;
  readonly domain: string;
  readonly path: string;
  readonly query: string | undefined;
}

function sectionsOf(text: string): UrlSections {
  const [protocol = "", rest = ""] = text.split(/:\/\/(.*)/s);
  const [address = ""] = rest.split("?", 1);
  const slash = address.indexOf("/");
  return {
    protocol,
    domain: slash < 0 ? address : address.slice(0, slash),
    path: slash < 0 ? "" : address.slice(slash),
    query: address === rest ? undefined : rest.slice(address.length + 1),
  };
}

/** The first `?` starts the query, and no wildcard leaves its section. */
const bySections: ResourceReading = (pattern, url) => {
  if (pattern === "*") return true;
  const [wanted, given] = [sectionsOf(pattern), sectionsOf(url)];
  if (!glob(wanted.protocol, given.protocol) || !glob(wanted.domain, given.domain)) return false;
  if (wanted.path === "") return wanted.domain.endsWith("*");
  if (!glob(wanted.path, given.path)) return false;
  if (wanted.query === undefined) return given.query === undefined || wanted.path.endsWith("*");
  return given.query !== undefined && glob(wanted.query, given.query);
};

/** Wildcards "anywhere in the string", as the page about cookies has it. */
const asOneString: ResourceReading = (pattern, url) => pattern === url || glob(pattern, url);

export const resourceReadings: Readonly<Record<string, ResourceReading>> = { bySections, asOneString };
