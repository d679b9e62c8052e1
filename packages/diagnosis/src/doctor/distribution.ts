import { fail } from "cloudfront-sign-webcrypto/internals";
import { type DistributionBehavior, readBehavior } from "./cache-behavior.ts";
import {
  booleanMember,
  documentOption,
  type JsonObject,
  numberMember,
  objectItems,
  objectList,
  objectMember,
  requiredObject,
  requiredText,
  textItems,
  textMember,
} from "./json-reader.ts";
import { mostCacheBehaviors } from "./limits.ts";
import { type Origin, readOrigin, readOriginGroups } from "./origin.ts";

/** A page that CloudFront shows instead of an error. */
interface ErrorPage {
  readonly errorCode: number | undefined;
  /** The status that viewers get instead; `undefined` if it stays. */
  readonly responseCode: number | undefined;
  readonly path: string;
}

/** The configuration of a distribution, as every command prints it. */
interface DistributionConfig {
  readonly callerReference: string | undefined;
  readonly enabled: boolean;
  readonly ipv6Enabled: boolean;
  readonly aliases: readonly string[];
  readonly origins: ReadonlyMap<string, Origin>;
  readonly originGroups: ReadonlyMap<string, readonly string[]>;
  /** In CloudFront's order, the default cache behavior last. */
  readonly behaviors: readonly DistributionBehavior[];
  readonly errorPages: readonly ErrorPage[];
  /** Whether the domain names belong to distribution tenants. */
  readonly isMultiTenant: boolean;
  /** The parameters of tenants that need no value, because they have a default one. */
  readonly parameterDefaults: ReadonlySet<string>;
  /** Whether it is a staging distribution, or has one. */
  readonly isStaged: boolean;
  /** How viewers' certificates are checked: `required`, `optional` or `passthrough`. */
  readonly mtlsMode: string | undefined;
}

/** A distribution, with what only some commands print. */
export interface Distribution extends DistributionConfig {
  /** The ID; else an alternate domain name or the place of the document. */
  readonly name: string;
  readonly id: string | undefined;
  readonly domainName: string | undefined;
  /** `Deployed` or `InProgress`. */
  readonly status: string | undefined;
  /** The IDs of the public keys of each trusted key group, as CloudFront has them. */
  readonly activeKeys: ReadonlyMap<string, ReadonlySet<string>>;
}

/** A `DistributionConfig`, or an entry of `list-distributions`, which has most of the same members. */
function readDistributionConfig(config: JsonObject): DistributionConfig {
  const cacheBehaviors = objectItems(config, "CacheBehaviors");
  if (cacheBehaviors.length > mostCacheBehaviors) {
    fail(
      "ERR_OPTION_INVALID",
      documentOption(config.index),
      `has a distribution with ${cacheBehaviors.length} cache behaviors, and at most ${mostCacheBehaviors} are read; check where the document comes from`,
    );
  }
  const mtls = objectMember(config, "ViewerMtlsConfig");
  return {
    callerReference: textMember(config, "CallerReference"),
    enabled: booleanMember(config, "Enabled") !== false,
    ipv6Enabled: booleanMember(config, "IsIPV6Enabled") === true,
    aliases: textItems(config, "Aliases").map((alias) => alias.toLowerCase()),
    origins: new Map(
      objectItems(config, "Origins")
        .map(readOrigin)
        .map((origin) => [origin.id, origin]),
    ),
    originGroups: readOriginGroups(config),
    behaviors: [
      ...cacheBehaviors.map((behavior) => readBehavior(behavior, requiredText(behavior, "PathPattern"))),
      readBehavior(requiredObject(config, "DefaultCacheBehavior"), "*"),
    ],
    errorPages: objectItems(config, "CustomErrorResponses").map((response) => ({
      errorCode: numberMember(response, "ErrorCode"),
      responseCode: Number(textMember(response, "ResponseCode")) || undefined,
      path: textMember(response, "ResponsePagePath") ?? "",
    })),
    isMultiTenant: textMember(config, "ConnectionMode") === "tenant-only",
    parameterDefaults: readParameterDefaults(config),
    isStaged:
      booleanMember(config, "Staging") === true ||
      (textMember(config, "ContinuousDeploymentPolicyId") ?? "") !== "",
    mtlsMode: mtls && textMember(mtls, "Mode"),
  };
}

function readParameterDefaults(config: JsonObject): Set<string> {
  const tenantConfig = objectMember(config, "TenantConfig");
  const definitions = tenantConfig ? objectList(tenantConfig, "ParameterDefinitions") : [];
  return new Set(
    definitions.flatMap((parameter) => {
      const definition = objectMember(parameter, "Definition");
      const schema = definition && objectMember(definition, "StringSchema");
      const value = (schema && textMember(schema, "DefaultValue")) ?? "";
      return value === "" ? [] : [requiredText(parameter, "Name")];
    }),
  );
}

/** What `get-distribution` and `list-distributions` print of a distribution, with its configuration. */
export function readDistribution(distribution: JsonObject, config: JsonObject): Distribution {
  const id = requiredText(distribution, "Id");
  return {
    ...readDistributionConfig(config),
    name: id,
    id,
    domainName: textMember(distribution, "DomainName")?.toLowerCase(),
    status: textMember(distribution, "Status"),
    activeKeys: new Map(
      objectItems(distribution, "ActiveTrustedKeyGroups").flatMap((group) => {
        const groupId = textMember(group, "KeyGroupId");
        return groupId === undefined ? [] : [[groupId, new Set(textItems(group, "KeyPairIds"))] as const];
      }),
    ),
  };
}

/** What `get-distribution-config` prints: nothing in it says which distribution it is. */
export function distributionOfConfig(config: JsonObject, name?: string): Distribution {
  const read = readDistributionConfig(config);
  return {
    ...read,
    name: name ?? read.aliases[0] ?? documentOption(config.index),
    id: undefined,
    domainName: undefined,
    status: undefined,
    activeKeys: new Map(),
  };
}

/** Whether an object is a distribution's configuration: no other has these members. */
export function isDistributionConfig(object: JsonObject): boolean {
  return "DefaultCacheBehavior" in object.members && objectMember(object, "Origins") !== undefined;
}
