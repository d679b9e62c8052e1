import { readPathPattern } from "cloudfront-sign-webcrypto/internals";
import type { DistributionBehavior } from "./cache-behavior.ts";
import type { Distribution } from "./distribution.ts";

/** A URL, and the cache behavior that answers it. */
export interface Route {
  /** The place of the URL in `urls`. */
  readonly index: number;
  readonly url: string;
  readonly distribution: Distribution;
  readonly behavior: DistributionBehavior;
}

/** A URL whose host is not a domain name of a distribution. */
export interface UnknownHost {
  readonly index: number;
  readonly host: string;
}

/** The way of each URL, as far as the documents show the domain names of the distributions. */
export function routeUrls(
  urls: readonly string[],
  distributions: readonly Distribution[],
): { readonly routes: readonly Route[]; readonly unknownHosts: readonly UnknownHost[] } {
  const byHost = new Map(
    distributions.flatMap((distribution) =>
      [distribution.domainName ?? "", ...distribution.aliases].map((host) => [host, distribution] as const),
    ),
  );
  const nameless = distributions.filter(({ domainName }) => domainName === undefined);
  const hasTenants = distributions.some(({ isMultiTenant }) => isMultiTenant);
  const routes: Route[] = [];
  const unknownHosts: UnknownHost[] = [];
  urls.forEach((url, index) => {
    const { hostname, pathname } = new URL(url);
    const isOwnName = hostname.endsWith(".cloudfront.net");
    const [only, ...others] = isOwnName ? nameless : [];
    const distribution =
      byHost.get(hostname) ?? findWildcard(hostname, byHost) ?? (others.length === 0 ? only : undefined);
    if (distribution) routes.push({ index, url, distribution, behavior: behaviorOf(distribution, pathname) });
    else if (distributions.length > 0 && !hasTenants && only === undefined)
      unknownHosts.push({ index, host: hostname });
  });
  return { routes, unknownHosts };
}

/** Of alternate domain names with a wildcard, the one with the most labels. */
function findWildcard(hostname: string, byHost: ReadonlyMap<string, Distribution>): Distribution | undefined {
  for (let dot = hostname.indexOf("."); dot >= 0; dot = hostname.indexOf(".", dot + 1)) {
    const distribution = byHost.get(`*${hostname.slice(dot)}`);
    if (distribution) return distribution;
  }
  return undefined;
}

/** The first cache behavior whose path pattern matches; the default one matches every path. */
export function behaviorOf({ behaviors }: Distribution, path: string): DistributionBehavior {
  return behaviors.find(({ pathPattern }) =>
    readPathPattern(pathPattern).matches(path),
  ) as DistributionBehavior;
}
