import { resourceMatcher } from "cloudfront-sign-webcrypto/internals";
import { inspectCloudFrontUrl } from "cloudfront-sign-webcrypto/verify";
import { found, possible, proven } from "../findings/finding.ts";
import type { Distribution } from "./distribution.ts";
import type { DistributionFinding } from "./finding-table.ts";
import { quote, quoteList } from "./quote.ts";
import type { Route } from "./routes.ts";
import { placeOf, restrictedOrigins, type Setup } from "./setup.ts";
import { connectionGroupOf, type DistributionTenant, parametersOf, tenantsOf } from "./tenants.ts";

/** Faults of distribution tenants, and what a signature for one of them opens of others. */
export function tenantFindings(setup: Setup): DistributionFinding[] {
  return setup.distributions
    .filter(({ isMultiTenant }) => isMultiTenant)
    .flatMap((distribution) => {
      const tenants = tenantsOf(distribution, setup.inventory.tenants);
      return [
        ...tenants.flatMap((tenant) => [
          ...disabledFindings(setup, distribution, tenant),
          ...parameterFindings(distribution, tenant),
        ]),
        ...sharedFindings(distribution, tenants),
        ...resourceFindings(setup.routes, distribution, tenants),
        ...ipv6Findings(setup, distribution, tenants),
      ];
    });
}

/** With URLs, only the tenants that they are for are looked at. */
function disabledFindings(
  { inventory, routes }: Setup,
  distribution: Distribution,
  tenant: DistributionTenant,
): DistributionFinding[] {
  const { name, enabled, domains } = tenant;
  const own = routes.filter((route) => route.tenant === tenant);
  if (routes.length > 0 && own.length === 0) return [];
  const hosts = new Set(own.map(({ url }) => new URL(url).hostname));
  const inactive = domains.filter(
    ({ domain, isActive }) => !isActive && (hosts.size === 0 || hosts.has(domain)),
  );
  const group = connectionGroupOf(tenant, inventory.connectionGroups);
  const seen = [
    ...(enabled ? [] : [`Enabled of the tenant ${quote(name)} is false`]),
    ...(group?.enabled === false ? [`Enabled of the connection group ${quote(group.name)} is false`] : []),
    ...inactive.map(({ domain }) => `the status of ${quote(domain)} is inactive`),
  ];
  const certainty = own.length > 0 ? "proven" : "possible";
  return seen.map((evidence) =>
    found("tenant-disabled", certainty, evidence, { place: placeOf(distribution) }),
  );
}

function parameterFindings(
  distribution: Distribution,
  { name, parameters }: DistributionTenant,
): DistributionFinding[] {
  if (parameters === undefined) return [];
  const isMissing = (parameter: string): boolean =>
    !parameters.has(parameter) && !distribution.parameterDefaults.has(parameter);
  const missing = new Set([...distribution.origins.values()].flatMap(parametersOf).filter(isMissing));
  if (missing.size === 0) return [];
  const evidence = `an origin needs ${quoteList([...missing])}, which the tenant ${quote(name)} does not set`;
  return [proven("tenant-parameter-missing", evidence, { place: placeOf(distribution) })];
}

/** Tenants read the same files where neither domain name nor path of the origin has a parameter. */
function sharedFindings(
  distribution: Distribution,
  tenants: readonly DistributionTenant[],
): DistributionFinding[] {
  if (tenants.length < 2) return [];
  return restrictedOrigins(distribution)
    .filter((origin) => parametersOf(origin).length === 0)
    .map(({ domainName, path }) =>
      possible(
        "tenants-share-files",
        `the origin ${quote(domainName + path)} has no parameter, and ${tenants.length} tenants read it`,
        { place: placeOf(distribution) },
      ),
    );
}

/** All tenants trust the same key groups: a policy opens each host that its resource covers. */
function resourceFindings(
  routes: readonly Route[],
  distribution: Distribution,
  tenants: readonly DistributionTenant[],
): DistributionFinding[] {
  return routes.flatMap((route) => {
    if (route.distribution !== distribution) return [];
    const resource = inspectCloudFrontUrl(route.url).policy?.resource;
    if (resource === undefined) return [];
    const covers = resourceMatcher(resource);
    const other = tenants
      .filter((tenant) => tenant !== route.tenant)
      .flatMap(({ domains }) => domains)
      .find(({ domain }) => covers(withHost(route.url, domain)));
    if (!other) return [];
    const evidence = `the Resource of ${route.name} also covers ${quote(other.domain)}, which belongs to another tenant`;
    return [proven("resource-covers-tenants", evidence, { place: placeOf(distribution, route.behavior) })];
  });
}

/** The URL without its signature, at another host. A domain with a wildcard stands for one of its hosts. */
function withHost(signed: string, domain: string): string {
  const { url } = inspectCloudFrontUrl(signed);
  const { protocol, host } = new URL(url);
  return `${protocol}//${domain.replace("*", "tenant")}${url.slice(`${protocol}//${host}`.length)}`;
}

/** Viewers connect to the endpoint of a connection group: `IsIPV6Enabled` of the distribution decides nothing. */
function ipv6Findings(
  { ipAddress, inventory }: Setup,
  distribution: Distribution,
  tenants: readonly DistributionTenant[],
): DistributionFinding[] {
  if (ipAddress === undefined || restrictedOrigins(distribution).length === 0) return [];
  const groups = new Set(tenants.map((tenant) => connectionGroupOf(tenant, inventory.connectionGroups)));
  return [...groups].flatMap((group) =>
    group?.ipv6Enabled
      ? [
          proven("ipv6-with-ip-address", `Ipv6Enabled of the connection group ${quote(group.name)} is true`, {
            place: placeOf(distribution),
            fix: "Turn IPv6 off in the connection group, or sign without an IP address.",
          }),
        ]
      : [],
  );
}
