import { describeType, fail, readOptionProperties, typeTag } from "cloudfront-sign-webcrypto/internals";
import { type BucketStatement, type CorsRule, readBucketPolicy, readCorsRules } from "./bucket-policy.ts";
import { type Distribution, distributionOfConfig, readDistribution } from "./distribution.ts";
import {
  type Collection,
  cachePolicyKind,
  collectResources,
  emptyCollection,
  type FoundDistribution,
  findDistributions,
  keyGroupKind,
  originAccessControlKind,
  originRequestPolicyKind,
  publicKeyKind,
} from "./document-kinds.ts";
import { memberOfJson } from "./foreign-json.ts";
import {
  asDocument,
  documentOption,
  type JsonObject,
  objectList,
  objectMember,
  parsedMember,
  textList,
  textMember,
} from "./json-reader.ts";
import type { KeyGroup, UploadedKey } from "./key-documents.ts";
import type { OriginAccessControl } from "./origin.ts";
import type { RequestPolicy } from "./request-policy.ts";
import { templateDocuments } from "./template-documents.ts";
import {
  type ConnectionGroup,
  collectConnectionGroups,
  collectTenants,
  type DistributionTenant,
  groupTenants,
  type Tenants,
} from "./tenants.ts";
import { terraformDocuments } from "./terraform-documents.ts";

/** All that the documents hold. */
export interface Inventory {
  readonly distributions: readonly Distribution[];
  readonly keyGroups: Collection<KeyGroup>;
  readonly publicKeys: Collection<UploadedKey>;
  readonly cachePolicies: Collection<RequestPolicy>;
  readonly originRequestPolicies: Collection<RequestPolicy>;
  readonly originAccessControls: Collection<OriginAccessControl>;
  readonly tenants: Tenants;
  readonly connectionGroups: Collection<ConnectionGroup>;
  /** The statements of each bucket policy. */
  readonly bucketPolicies: readonly (readonly BucketStatement[])[];
  /** The rules of all CORS configurations of buckets; `undefined` without one. */
  readonly corsRules: readonly CorsRule[] | undefined;
  readonly plans: readonly FlatRatePlan[];
  /** Whether a document shows what has no IDs yet: those of the account cannot be compared with it. */
  readonly isPlanned: boolean;
}

/** A flat-rate pricing plan, and the ARNs of what it covers. */
interface FlatRatePlan {
  readonly tier: string;
  readonly resources: readonly string[];
}

/** Recognises each document by its members; throws for one that no command that is known here prints. */
export function readDocuments(documents: readonly unknown[]): Inventory {
  if (typeTag(documents) !== "Array") {
    fail(
      "ERR_OPTION_INVALID",
      "documents",
      `is ${describeType(documents)}; pass a list of what the AWS CLI printed, each parsed with JSON.parse`,
    );
  }
  if (documents.length === 0)
    fail("ERR_OPTION_MISSING", "documents", "is an empty list; add the output of get-distribution-config");
  return readOptionProperties(() => collect(documents), "documents");
}

function collect(documents: readonly unknown[]): Inventory {
  const found: FoundDistribution[] = [];
  const inventory = {
    keyGroups: emptyCollection<KeyGroup>(),
    publicKeys: emptyCollection<UploadedKey>(),
    cachePolicies: emptyCollection<RequestPolicy>(),
    originRequestPolicies: emptyCollection<RequestPolicy>(),
    originAccessControls: emptyCollection<OriginAccessControl>(),
    tenants: emptyCollection<DistributionTenant>(),
    connectionGroups: emptyCollection<ConnectionGroup>(),
    bucketPolicies: [] as BucketStatement[][],
    corsRules: undefined as CorsRule[] | undefined,
    plans: [] as FlatRatePlan[],
    isPlanned: false,
  };
  const read = (document: JsonObject, index: number): void => {
    const distributions = findDistributions(document);
    for (const distribution of distributions ?? []) found.push(distribution);
    const bucketPolicy = findBucketPolicy(document);
    if (bucketPolicy) inventory.bucketPolicies.push(readBucketPolicy(bucketPolicy));
    const plans = findPlans(document);
    inventory.plans.push(...plans);
    const hasCorsRules = "CORSRules" in document.members;
    if (hasCorsRules) inventory.corsRules = [...(inventory.corsRules ?? []), ...readCorsRules(document)];
    const collected = [
      distributions !== undefined,
      bucketPolicy !== undefined,
      hasCorsRules,
      collectResources(document, keyGroupKind, inventory.keyGroups),
      collectResources(document, publicKeyKind, inventory.publicKeys),
      collectResources(document, cachePolicyKind, inventory.cachePolicies),
      collectResources(document, originRequestPolicyKind, inventory.originRequestPolicies),
      collectResources(document, originAccessControlKind, inventory.originAccessControls),
      collectTenants(document, inventory.tenants),
      collectConnectionGroups(document, inventory.connectionGroups),
      plans.length > 0,
    ];
    if (!collected.includes(true)) refuseDocument(index);
  };
  documents.forEach((value, index) => {
    const document = asDocument(value, index);
    // As get-template prints it, or the template itself.
    const template = templateDocuments(document.members.TemplateBody ?? document.members);
    const printed = template ?? terraformDocuments(document.members) ?? [document.members];
    if (printed.length === 0) refuseEmpty(index);
    inventory.isPlanned ||= template !== undefined || printed.some((one) => memberOfJson(one, "LogicalName"));
    for (const one of printed) read(asDocument(one, index), index);
  });
  return {
    ...inventory,
    tenants: groupTenants(inventory.tenants),
    distributions: mergeDistributions(found),
  };
}

/** What `get-subscription` and `list-subscriptions` of the pricing plan manager print. */
function findPlans(document: JsonObject): FlatRatePlan[] {
  const one = objectMember(document, "subscription");
  return [...(one ? [one] : []), ...objectList(document, "subscriptions")].map((plan) => ({
    tier: textMember(plan, "planTier") ?? "",
    resources: textList(plan, "resourceArns"),
  }));
}

/** A bucket policy: as `get-bucket-policy` prints it, or the policy itself. */
function findBucketPolicy(document: JsonObject): JsonObject | undefined {
  if (typeof document.members.Policy === "string") return parsedMember(document, "Policy");
  return "Statement" in document.members ? document : undefined;
}

function refuseEmpty(index: number): never {
  fail(
    "ERR_OPTION_INVALID",
    documentOption(index),
    "has no resource of CloudFront; pass the state, plan or template that has the distribution",
  );
}

function refuseDocument(index: number): never {
  fail(
    "ERR_OPTION_INVALID",
    documentOption(index),
    "is not the output of a command that doctor reads; pass that of aws cloudfront get-distribution, get-distribution-config or list-distributions, or of get- and list- for key groups, public keys, cache policies, origin request policies, origin access controls, distribution tenants and connection groups, or of aws s3api get-bucket-policy and get-bucket-cors, or a CloudFormation template, or what terraform show -json prints",
  );
}

/** Each distribution once, also if several commands printed it. */
function mergeDistributions(found: readonly FoundDistribution[]): Distribution[] {
  const byId = new Map<string, Distribution>();
  const idByReference = new Map<string, string>();
  const configs: Distribution[] = [];
  for (const { resource, config, name: logicalName } of found) {
    if (!resource) {
      configs.push(distributionOfConfig(config, logicalName));
      continue;
    }
    const distribution = readDistribution(resource, config);
    const { name, callerReference } = distribution;
    // A list shows less of it than get-distribution.
    if (!byId.has(name) || callerReference !== undefined) byId.set(name, distribution);
    if (callerReference !== undefined) idByReference.set(callerReference, name);
  }
  const others = configs.filter((config) => {
    const known = byId.get(idByReference.get(config.callerReference ?? "") ?? "");
    if (!known) return true;
    const { name, id, domainName, status, activeKeys } = known;
    byId.set(name, { ...config, name, id, domainName, status, activeKeys });
    return false;
  });
  return [...byId.values(), ...others];
}
