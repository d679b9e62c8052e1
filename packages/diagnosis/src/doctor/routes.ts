import { readPathPattern } from "cloudfront-sign-webcrypto/internals";
import type { DistributionBehavior } from "./cache-behavior.ts";
import type { Distribution } from "./distribution.ts";

/** A URL, and the cache behavior that answers it. */
export interface Route {
  /** What a finding calls it: its number in its option. */
  readonly name: string;
  /** Whether it is signed for an upload. */
  readonly isUpload: boolean;
  readonly url: string;
  readonly distribution: Distribution;
  readonly behavior: DistributionBehavior;
}

/** A URL whose host is no domain name of a distribution. */
export interface UnknownHost {
  readonly name: string;
  readonly host: string;
}

/** A URL of the options `urls` and `uploadUrls`. */
export type GivenUrl = Pick<Route, "name" | "isUpload" | "url">;

/** The URLs of an option, by their numbers in it, from 1. */
export function namedUrls(urls: readonly string[] = [], isUpload = false): GivenUrl[] {
  return urls.map((url, i) => ({ name: `${isUpload ? "upload URL" : "URL"} ${i + 1}`, isUpload, url }));
}

/** The way of each URL, as far as the documents show the domain names of the distributions. */
export function routeUrls(
  urls: readonly GivenUrl[],
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
  for (const given of urls) {
    const { hostname, pathname } = new URL(given.url);
    const isOwnName = hostname.endsWith(".cloudfront.net");
    const [only, ...others] = isOwnName ? nameless : [];
    const distribution =
      byHost.get(hostname) ?? findWildcard(hostname, byHost) ?? (others.length === 0 ? only : undefined);
    if (distribution) routes.push({ ...given, distribution, behavior: behaviorOf(distribution, pathname) });
    else if (distributions.length > 0 && !hasTenants && only === undefined)
      unknownHosts.push({ name: given.name, host: hostname });
  }
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
