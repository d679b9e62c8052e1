import { fail } from "cloudfront-sign-webcrypto/internals";
import type { Distribution } from "./distribution.ts";
import type { Collection } from "./document-kinds.ts";
import { groupsBy } from "./groups-by.ts";
import {
  booleanMember,
  documentOption,
  type JsonObject,
  objectList,
  objectMember,
  requiredText,
  textMember,
} from "./json-reader.ts";
import { mostTenants } from "./limits.ts";
import type { Origin } from "./origin.ts";

/** A tenant of a multi-tenant distribution. */
export interface DistributionTenant {
  readonly id: string;
  readonly name: string;
  readonly distributionId: string;
  readonly domains: readonly TenantDomain[];
  /** Values by their names. `undefined` in a list, which does not print them. */
  readonly parameters: ReadonlyMap<string, string> | undefined;
  /** Empty for the default connection group. */
  readonly connectionGroupId: string;
  readonly enabled: boolean;
}

interface TenantDomain {
  /** In lower case. */
  readonly domain: string;
  readonly isActive: boolean;
}

/** A connection group: the endpoint of tenants. */
export interface ConnectionGroup {
  readonly name: string;
  readonly enabled: boolean;
  readonly ipv6Enabled: boolean;
  readonly isDefault: boolean;
}

/** Adds the tenants in a document. Returns whether it is about tenants. */
export function collectTenants(document: JsonObject, collection: Collection<DistributionTenant>): boolean {
  const tenant = objectMember(document, "DistributionTenant");
  const isList = "DistributionTenantList" in document.members;
  // A list shows less of a tenant than get-distribution-tenant.
  if (tenant) collection.byId.set(requiredText(tenant, "Id"), readTenant(tenant));
  for (const entry of objectList(document, "DistributionTenantList")) {
    const read = readTenant(entry);
    if (!collection.byId.has(read.id)) collection.byId.set(read.id, read);
  }
  if (collection.byId.size > mostTenants)
    fail(
      "ERR_OPTION_INVALID",
      documentOption(document.index),
      `brings the number of distribution tenants to ${collection.byId.size}, and at most ${mostTenants} are read; pass those of the URLs that you sign`,
    );
  if (isList && isLastPage(document)) collection.isComplete = true;
  return tenant !== undefined || isList;
}

/** Adds the connection groups in a document. Returns whether it is about them. */
export function collectConnectionGroups(
  document: JsonObject,
  collection: Collection<ConnectionGroup>,
): boolean {
  const group = objectMember(document, "ConnectionGroup");
  const isList = "ConnectionGroups" in document.members;
  for (const one of [...(group ? [group] : []), ...objectList(document, "ConnectionGroups")])
    if (one === group || !collection.byId.has(requiredText(one, "Id")))
      collection.byId.set(requiredText(one, "Id"), readConnectionGroup(one));
  return group !== undefined || isList;
}

function isLastPage(document: JsonObject): boolean {
  return (textMember(document, "NextMarker") ?? textMember(document, "NextToken") ?? "") === "";
}

/** A `DistributionTenant` or a `DistributionTenantSummary`. */
function readTenant(tenant: JsonObject): DistributionTenant {
  const id = requiredText(tenant, "Id");
  return {
    id,
    name: textMember(tenant, "Name") ?? id,
    distributionId: requiredText(tenant, "DistributionId"),
    domains: objectList(tenant, "Domains").map((one) => ({
      domain: requiredText(one, "Domain").toLowerCase(),
      isActive: textMember(one, "Status") !== "inactive",
    })),
    parameters:
      "Parameters" in tenant.members
        ? new Map(
            objectList(tenant, "Parameters").map((one) => [
              requiredText(one, "Name"),
              textMember(one, "Value") ?? "",
            ]),
          )
        : undefined,
    connectionGroupId: textMember(tenant, "ConnectionGroupId") ?? "",
    enabled: booleanMember(tenant, "Enabled") !== false,
  };
}

/** A `ConnectionGroup` or a `ConnectionGroupSummary`, which has no `Ipv6Enabled`. */
function readConnectionGroup(group: JsonObject): ConnectionGroup {
  return {
    name: textMember(group, "Name") ?? requiredText(group, "Id"),
    enabled: booleanMember(group, "Enabled") !== false,
    ipv6Enabled: booleanMember(group, "Ipv6Enabled") === true,
    isDefault: booleanMember(group, "IsDefault") === true,
  };
}

/** All tenants that the documents show. */
export interface Tenants {
  /** By the ID of their multi-tenant distribution. */
  readonly byDistribution: ReadonlyMap<string, readonly DistributionTenant[]>;
  /** Whether a whole list is among the documents. */
  readonly isComplete: boolean;
}

export function groupTenants({ byId, isComplete }: Collection<DistributionTenant>): Tenants {
  return { byDistribution: groupsBy(byId.values(), ({ distributionId }) => distributionId), isComplete };
}

/** The tenants of a distribution. */
export function tenantsOf(
  { id = "" }: Distribution,
  { byDistribution }: Tenants,
): readonly DistributionTenant[] {
  return byDistribution.get(id) ?? [];
}

/** The connection group of a tenant, if the documents have it. */
export function connectionGroupOf(
  { connectionGroupId }: DistributionTenant,
  { byId }: Collection<ConnectionGroup>,
): ConnectionGroup | undefined {
  return connectionGroupId === ""
    ? [...byId.values()].find(({ isDefault }) => isDefault)
    : byId.get(connectionGroupId);
}

/** The names of the parameters in an origin's domain name and path: `tenantName` of `/{{tenantName}}`. */
export function parametersOf({ domainName, path }: Origin): string[] {
  return Array.from(`${domainName}${path}`.matchAll(/\{\{([\w-]+)\}\}/g), ([, name = ""]) => name);
}
