import { resourceReadings } from "cloudfront-sign-webcrypto/internals";
import { inspectCloudFrontUrl } from "cloudfront-sign-webcrypto/verify";
import type { Checks } from "../check.ts";
import type { Distribution } from "../distribution.ts";
import { quote, quoteList } from "../quote.ts";
import { placeOf, restrictedOrigins, type Setup } from "../setup.ts";
import { connectionGroupOf, type DistributionTenant, parametersOf, tenantsOf } from "../tenants.ts";

/** The names of the findings about distribution tenants, and what a signature for one of them opens of others. */
export type TenantFindingId =
  | "resource-covers-tenants"
  | "tenants-share-files"
  | "tenant-disabled"
  | "tenant-parameter-missing";

export const tenantChecks: Checks<TenantFindingId> = {
  /** The `Resource` in the signed policy of one of `urls` covers the domain of another distribution tenant. */
  "resource-covers-tenants": {
    // Source: https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/private-content-creating-signed-url-custom-policy.html
    rank: 74,
    certainty: "proven",
    summary: "A policy that you sign for one tenant also opens files of another.",
    fix: "Write the whole host name of the tenant in the resource: https://tenant.example.com/course/42/*, without * before the path.",
    // All tenants trust the same key groups: a policy opens each host that its resource covers.
    find: (setup) =>
      multiTenant(setup).flatMap(({ distribution, tenants }) =>
        setup.routes.flatMap((route) => {
          if (route.distribution !== distribution) return [];
          const resource = inspectCloudFrontUrl(route.url).policy?.resource;
          if (resource === undefined) return [];
          const readings = resourceReadings(resource);
          const other = tenants
            .filter((tenant) => tenant !== route.tenant)
            .flatMap(({ domains }) => domains)
            .find(({ domain }) => readings.some((covers) => covers(withHost(route.url, domain))));
          if (!other) return [];
          return {
            evidence: `the Resource of ${route.name} also covers ${quote(other.domain)}, which belongs to another tenant`,
            place: placeOf(distribution, route.behavior),
          };
        }),
      ),
  },
  /** The restricted origin of a multi-tenant distribution has no parameter in its domain name or path. */
  "tenants-share-files": {
    // Source: https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/tenant-customization.html
    rank: 75,
    certainty: "possible",
    summary: "All tenants of the distribution read the same files.",
    fix: "If each tenant has its own files, put a parameter in the origin path, such as /{{tenantName}}. CloudFront then reads from each tenant's own folder.",
    find: (setup) =>
      multiTenant(setup)
        .filter(({ tenants }) => tenants.length > 1)
        .flatMap(({ distribution, tenants }) =>
          restrictedOrigins(distribution)
            .filter((origin) => parametersOf(origin).length === 0)
            .map(({ domainName, path }) => ({
              evidence: `the origin ${quote(domainName + path)} has no parameter, and ${tenants.length} tenants read it`,
              place: placeOf(distribution),
            })),
        ),
  },
  /** A distribution tenant, its connection group or its domain is turned off; `possible` without `urls`. */
  "tenant-disabled": {
    // Source: https://docs.aws.amazon.com/cloudfront/latest/APIReference/API_DistributionTenant.html
    rank: 76,
    certainty: "proven",
    summary: "The tenant responds to no request.",
    fix: "Enable the distribution tenant and its connection group, and complete the domain setup: certificate and DNS.",
    // With URLs, only the tenants that they are for are looked at.
    find: (setup) =>
      multiTenant(setup).flatMap(({ distribution, tenants }) =>
        tenants.flatMap((tenant) => {
          const own = setup.routes.filter((route) => route.tenant === tenant);
          if (setup.routes.length > 0 && own.length === 0) return [];
          return reasonsOff(setup, tenant, new Set(own.map(({ url }) => new URL(url).hostname))).map(
            (evidence) => ({
              certainty: own.length > 0 ? ("proven" as const) : ("possible" as const),
              evidence,
              place: placeOf(distribution),
            }),
          );
        }),
      ),
  },
  /** An origin needs a parameter that a distribution tenant does not set, and that has no default value. */
  "tenant-parameter-missing": {
    // Source: https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/tenant-customization.html
    rank: 77,
    certainty: "proven",
    summary: "The origin of the tenant is unknown, because a parameter has no value.",
    fix: "Set the parameter in the distribution tenant, or give it a default value in the multi-tenant distribution.",
    find: (setup) =>
      multiTenant(setup).flatMap(({ distribution, tenants }) => {
        const needed = new Set([...distribution.origins.values()].flatMap(parametersOf));
        return tenants.flatMap(({ name, parameters }) => {
          const missing = [...needed].filter(
            (one) => parameters?.has(one) === false && !distribution.parameterDefaults.has(one),
          );
          if (missing.length === 0) return [];
          const evidence = `an origin needs ${quoteList(missing)}, which the tenant ${quote(name)} does not set`;
          return { evidence, place: placeOf(distribution) };
        });
      }),
  },
};

/** The multi-tenant distributions with their tenants. */
function multiTenant({
  distributions,
  inventory,
}: Setup): { readonly distribution: Distribution; readonly tenants: readonly DistributionTenant[] }[] {
  return distributions
    .filter(({ isMultiTenant }) => isMultiTenant)
    .map((distribution) => ({ distribution, tenants: tenantsOf(distribution, inventory.tenants) }));
}

/** Why a tenant does not respond at some of its hosts; at any, without hosts. */
function reasonsOff({ inventory }: Setup, tenant: DistributionTenant, hosts: ReadonlySet<string>): string[] {
  const group = connectionGroupOf(tenant, inventory.connectionGroups);
  const inactive = tenant.domains.filter(
    ({ domain, isActive }) => !isActive && (hosts.size === 0 || hosts.has(domain)),
  );
  return [
    ...(tenant.enabled ? [] : [`Enabled of the tenant ${quote(tenant.name)} is false`]),
    ...(group?.enabled === false ? [`Enabled of the connection group ${quote(group.name)} is false`] : []),
    ...inactive.map(({ domain }) => `the status of ${quote(domain)} is inactive`),
  ];
}

/** The URL without its signature, at another host. A domain with a wildcard stands for one of its hosts. */
function withHost(signed: string, domain: string): string {
  const { url } = inspectCloudFrontUrl(signed);
  const { protocol, host } = new URL(url);
  return `${protocol}//${domain.replace("*", "tenant")}${url.slice(`${protocol}//${host}`.length)}`;
}
