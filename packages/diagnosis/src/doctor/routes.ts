import { readPathPattern } from "cloudfront-sign-webcrypto/internals";
import type { DistributionBehavior } from "./cache-behavior.ts";
import type { Distribution } from "./distribution.ts";
import { groupsBy } from "./groups-by.ts";
import { type DistributionTenant, type Tenants, tenantsOf } from "./tenants.ts";

/** A URL, and the cache behavior that answers it. */
export interface Route {
  /** What a finding calls it: its number in its option. */
  readonly name: string;
  /** Whether it is signed for an upload. */
  readonly isUpload: boolean;
  readonly url: string;
  readonly distribution: Distribution;
  readonly behavior: DistributionBehavior;
  /** The tenant that has the host, if the documents show it. */
  readonly tenant: DistributionTenant | undefined;
}

/** A URL whose host is not a domain name of a distribution. */
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

/** Who has a host name. */
type Owner = Pick<Route, "distribution" | "tenant">;

/** The way of each URL, as far as the documents show the domain names of the distributions. */
export function routeUrls(
  urls: readonly GivenUrl[],
  distributions: readonly Distribution[],
  tenants: Tenants,
): { readonly routes: readonly Route[]; readonly unknownHosts: readonly UnknownHost[] } {
  const byHost = new Map<string, Owner>();
  for (const distribution of distributions) {
    for (const host of [distribution.domainName ?? "", ...distribution.aliases])
      byHost.set(host, { distribution, tenant: undefined });
    for (const tenant of tenantsOf(distribution, tenants))
      for (const { domain } of tenant.domains) byHost.set(domain, { distribution, tenant });
  }
  // One with tenants has no name of its own.
  const withoutName = distributions.filter((one) => one.domainName === undefined && !one.isMultiTenant);
  const hasUnknownTenants = !tenants.isComplete && distributions.some(({ isMultiTenant }) => isMultiTenant);
  const routes: Route[] = [];
  const unknownHosts: UnknownHost[] = [];
  for (const given of urls) {
    const { hostname, pathname } = new URL(given.url);
    const isOwnName = hostname.endsWith(".cloudfront.net");
    const [only, ...others] = isOwnName ? withoutName : [];
    const nameless = others.length === 0 && only ? { distribution: only, tenant: undefined } : undefined;
    const owner = byHost.get(hostname) ?? findWildcard(hostname, byHost) ?? nameless;
    if (owner) routes.push({ ...given, ...owner, behavior: behaviorOf(owner.distribution, pathname) });
    else if (distributions.length > 0 && !hasUnknownTenants && only === undefined)
      unknownHosts.push({ name: given.name, host: hostname });
  }
  return { routes, unknownHosts };
}

/** Of alternate domain names with a wildcard, the one with the most labels. */
function findWildcard(hostname: string, byHost: ReadonlyMap<string, Owner>): Owner | undefined {
  for (let dot = hostname.indexOf("."); dot >= 0; dot = hostname.indexOf(".", dot + 1)) {
    const owner = byHost.get(`*${hostname.slice(dot)}`);
    if (owner) return owner;
  }
  return undefined;
}

/** The first cache behavior whose path pattern matches; the default one matches every path. */
export function behaviorOf({ behaviors }: Distribution, path: string): DistributionBehavior {
  return behaviors.find(({ pathPattern }) =>
    readPathPattern(pathPattern).matches(path),
  ) as DistributionBehavior;
}

/** The routes that share a cache behavior. */
export function routesByBehavior(routes: readonly Route[]): (readonly [Route, ...Route[]])[] {
  return [...groupsBy(routes, ({ behavior }) => behavior).values()];
}

/** What findings call some URLs. */
export function namesOf(urls: readonly Pick<Route, "name">[]): string[] {
  return urls.map(({ name }) => name);
}
