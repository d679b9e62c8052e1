import {
  enabledItems,
  items,
  listOfJson,
  memberOfJson,
  membersOfJson,
  textOfJson,
  unresolved,
} from "./foreign-json.ts";

/**
 * The resources of a state of Terraform or OpenTofu, or of what `terraform show -json` prints of a state or a plan, as
 * the AWS CLI would print them; `undefined` for other documents. What a plan does not know yet stands as `${unknown}`.
 *
 * Sources: Terraform, "JSON Output Format"; Terraform Registry, hashicorp/aws.
 */
export function terraformDocuments(document: unknown): unknown[] | undefined {
  const resources = resourcesOf(document);
  return resources?.flatMap(({ type, name, values }) => printed(type, name, values));
}

interface Resource {
  readonly type: unknown;
  readonly name: string;
  readonly values: unknown;
}

function resourcesOf(document: unknown): Resource[] | undefined {
  const own = (name: string): unknown => memberOfJson(document, name);
  // A state of version 4, as it is stored.
  if (typeof own("terraform_version") === "string" && Array.isArray(own("resources")))
    return listOfJson(own("resources")).flatMap((resource) =>
      listOfJson(memberOfJson(resource, "instances")).map((instance) => ({
        type: memberOfJson(resource, "type"),
        name: `${memberOfJson(resource, "type")}.${memberOfJson(resource, "name")}`,
        values: memberOfJson(instance, "attributes"),
      })),
    );
  if (typeof own("format_version") !== "string") return undefined;
  if (Array.isArray(own("resource_changes")))
    return listOfJson(own("resource_changes")).flatMap((resource) => {
      const change = memberOfJson(resource, "change");
      const after = memberOfJson(change, "after");
      // It is removed.
      if (after === null || after === undefined) return [];
      return [{ ...namesOf(resource), values: withUnknown(after, memberOfJson(change, "after_unknown"), 0) }];
    });
  const values = own("values") ?? own("planned_values");
  return values === undefined ? undefined : resourcesOfModule(memberOfJson(values, "root_module"), 0);
}

function namesOf(resource: unknown): Pick<Resource, "type" | "name"> {
  return { type: memberOfJson(resource, "type"), name: `${memberOfJson(resource, "address")}` };
}

/** How deep modules and values may lie in one another. Our own limit. */
const deepest = 50;

function resourcesOfModule(module: unknown, depth: number): Resource[] {
  if (depth > deepest) return [];
  return [
    ...listOfJson(memberOfJson(module, "resources")).map((resource) => ({
      ...namesOf(resource),
      values: memberOfJson(resource, "values"),
    })),
    ...listOfJson(memberOfJson(module, "child_modules")).flatMap((child) =>
      resourcesOfModule(child, depth + 1),
    ),
  ];
}

/** A planned value with a mark where it is not known yet. */
function withUnknown(value: unknown, unknown: unknown, depth: number): unknown {
  if (unknown === true) return unresolved("unknown");
  if (typeof unknown !== "object" || unknown === null || depth > deepest) return value;
  if (Array.isArray(unknown)) {
    const list = listOfJson(value);
    const longer = unknown.length > list.length ? unknown : list;
    return longer.map((_, i) => withUnknown(list[i], unknown[i], depth + 1));
  }
  const names = new Set([...membersOfJson(value), ...membersOfJson(unknown)].map(([name]) => name));
  return Object.fromEntries(
    [...names].map((name): [string, unknown] => [
      name,
      withUnknown(memberOfJson(value, name), memberOfJson(unknown, name), depth + 1),
    ]),
  );
}

function printed(type: unknown, name: string, values: unknown): unknown[] {
  const own = reader(values);
  const id = textOfJson(own.value("id"));
  const isKnown = id !== undefined && id !== unresolved("unknown");
  const identified = (kind: string, config: object): unknown[] =>
    isKnown ? [{ [kind]: { Id: id, [`${kind}Config`]: config } }] : [];
  switch (type) {
    case "aws_cloudfront_distribution": {
      const config = distributionConfig(own);
      if (!isKnown) return [{ LogicalName: name, DistributionConfig: config }];
      const active = own.block("trusted_key_groups").list("items").map(reader);
      return [
        {
          Distribution: {
            Id: id,
            DomainName: own.text("domain_name"),
            Status: own.text("status"),
            ActiveTrustedKeyGroups: items(
              active.map((group) => ({
                KeyGroupId: group.text("key_group_id"),
                KeyPairIds: items(group.texts("key_pair_ids")),
              })),
            ),
            DistributionConfig: config,
          },
        },
      ];
    }
    case "aws_cloudfront_key_group":
      return identified("KeyGroup", { Name: own.text("name"), Items: own.texts("items") });
    case "aws_cloudfront_public_key":
      return own.text("encoded_key") === undefined
        ? []
        : identified("PublicKey", { Name: own.text("name"), EncodedKey: own.text("encoded_key") });
    case "aws_cloudfront_cache_policy":
      return identified("CachePolicy", {
        Name: own.text("name"),
        MaxTTL: typeof own.value("max_ttl") === "number" ? own.value("max_ttl") : undefined,
        ParametersInCacheKeyAndForwardedToOrigin: selections(
          own.block("parameters_in_cache_key_and_forwarded_to_origin"),
        ),
      });
    case "aws_cloudfront_origin_request_policy":
      return identified("OriginRequestPolicy", { Name: own.text("name"), ...selections(own) });
    case "aws_cloudfront_origin_access_control":
      return identified("OriginAccessControl", {
        Name: own.text("name"),
        SigningBehavior: own.text("signing_behavior"),
        OriginAccessControlOriginType: own.text("origin_access_control_origin_type"),
      });
    case "aws_s3_bucket_policy":
      return /^\s*\{/.test(own.text("policy") ?? "") ? [{ Policy: own.text("policy") }] : [];
    case "aws_pricingplanmanager_subscription":
      return [
        {
          subscription: {
            planFamily: own.text("plan_family"),
            planTier: own.text("plan_tier"),
            resourceArns: own.texts("resource_arns"),
          },
        },
      ];
    default:
      return [];
  }
}

/** Reads attributes and blocks: a block is an object in a list. */
interface Reader {
  readonly value: (name: string) => unknown;
  readonly text: (name: string) => string | undefined;
  readonly flag: (name: string) => boolean | undefined;
  readonly texts: (name: string) => string[];
  readonly list: (name: string) => readonly unknown[];
  readonly block: (name: string) => Reader;
  readonly has: (name: string) => boolean;
}

function reader(values: unknown): Reader {
  const value = (name: string): unknown => memberOfJson(values, name);
  const list = (name: string): readonly unknown[] => {
    const member = value(name);
    return member === unresolved("unknown") ? [member] : listOfJson(member);
  };
  return {
    value,
    list,
    text: (name) => textOfJson(value(name)),
    flag: (name) => (typeof value(name) === "boolean" ? (value(name) as boolean) : undefined),
    texts: (name) => list(name).flatMap((item) => textOfJson(item) ?? []),
    block: (name) => reader(list(name)[0] ?? value(name)),
    has: (name) => list(name).length > 0,
  };
}

function distributionConfig(own: Reader): object {
  return {
    CallerReference: own.text("caller_reference"),
    Enabled: own.flag("enabled"),
    IsIPV6Enabled: own.flag("is_ipv6_enabled"),
    Staging: own.flag("staging"),
    ContinuousDeploymentPolicyId: own.text("continuous_deployment_policy_id"),
    Aliases: items(own.texts("aliases")),
    Origins: items(own.list("origin").map((origin) => originOf(reader(origin)))),
    OriginGroups: items(
      own.list("origin_group").map((group) => ({
        Id: reader(group).text("origin_id"),
        Members: items(
          reader(group)
            .list("member")
            .map((member) => ({ OriginId: reader(member).text("origin_id") })),
        ),
      })),
    ),
    DefaultCacheBehavior: behaviorOf(own.block("default_cache_behavior")),
    CacheBehaviors: items(own.list("ordered_cache_behavior").map((behavior) => behaviorOf(reader(behavior)))),
    CustomErrorResponses: items(
      own.list("custom_error_response").map((response) => ({
        ErrorCode: Number(reader(response).value("error_code")),
        ResponseCode: `${reader(response).value("response_code") || ""}`,
        ResponsePagePath: reader(response).text("response_page_path"),
      })),
    ),
    ...(own.has("viewer_mtls_config") && {
      ViewerMtlsConfig: { Mode: own.block("viewer_mtls_config").text("mode") },
    }),
  };
}

function originOf(origin: Reader): object {
  const identity = origin.block("s3_origin_config").text("origin_access_identity");
  return {
    Id: origin.text("origin_id") ?? "",
    // A bucket that is planned has its name, but no domain name.
    DomainName: origin.text("domain_name") ?? "",
    OriginPath: origin.text("origin_path"),
    OriginAccessControlId: origin.text("origin_access_control_id"),
    ...(origin.has("s3_origin_config") && { S3OriginConfig: { OriginAccessIdentity: identity } }),
  };
}

function behaviorOf(behavior: Reader): object {
  const values = behavior.block("forwarded_values");
  return {
    PathPattern: behavior.text("path_pattern"),
    TargetOriginId: behavior.text("target_origin_id"),
    TrustedKeyGroups: trusted(behavior, "trusted_key_groups"),
    TrustedSigners: trusted(behavior, "trusted_signers"),
    ViewerProtocolPolicy: behavior.text("viewer_protocol_policy"),
    AllowedMethods: items(behavior.texts("allowed_methods")),
    CachePolicyId: behavior.text("cache_policy_id"),
    OriginRequestPolicyId: behavior.text("origin_request_policy_id"),
    ResponseHeadersPolicyId: behavior.text("response_headers_policy_id"),
    RealtimeLogConfigArn: behavior.text("realtime_log_config_arn"),
    LambdaFunctionAssociations: items(behavior.list("lambda_function_association")),
    ...(behavior.has("forwarded_values") && {
      ForwardedValues: {
        QueryString: values.flag("query_string"),
        QueryStringCacheKeys: items(values.texts("query_string_cache_keys")),
        Headers: items(values.texts("headers")),
      },
    }),
  };
}

/** A plan does not know a list that nobody gives: AWS fills it, with nothing for a distribution that is new. */
function trusted(behavior: Reader, name: string): object {
  const isKnown = behavior.value(name) !== unresolved("unknown");
  return { ...enabledItems(isKnown ? behavior.texts(name) : []), IsKnown: isKnown };
}

/** The headers and query strings of a policy. */
function selections(policy: Reader): object {
  const [headers, query] = [policy.block("headers_config"), policy.block("query_strings_config")];
  return {
    HeadersConfig: {
      HeaderBehavior: headers.text("header_behavior"),
      Headers: items(headers.block("headers").texts("items")),
    },
    QueryStringsConfig: {
      QueryStringBehavior: query.text("query_string_behavior"),
      QueryStrings: items(query.block("query_strings").texts("items")),
    },
  };
}
