import { isDistributionConfig } from "./distribution.ts";
import { type JsonObject, objectList, objectMember, requiredText, textMember } from "./json-reader.ts";
import { type KeyGroup, readKeyGroup, readUploadedKey, type UploadedKey } from "./key-documents.ts";
import { type OriginAccessControl, readOriginAccessControl } from "./origin.ts";
import { type RequestPolicy, readCachePolicy, readOriginRequestPolicy } from "./request-policy.ts";

/** A kind of resource that three commands print: by its ID, as its configuration alone, and in a list. */
interface ResourceKind<Resource> {
  /** The member that `get-key-group` prints, and so on. */
  readonly resource: string;
  readonly config: string;
  readonly list: string;
  readonly read: (config: JsonObject) => Resource;
}

export const keyGroupKind: ResourceKind<KeyGroup> = {
  resource: "KeyGroup",
  config: "KeyGroupConfig",
  list: "KeyGroupList",
  read: readKeyGroup,
};

export const publicKeyKind: ResourceKind<UploadedKey> = {
  resource: "PublicKey",
  config: "PublicKeyConfig",
  list: "PublicKeyList",
  read: readUploadedKey,
};

export const cachePolicyKind: ResourceKind<RequestPolicy> = {
  resource: "CachePolicy",
  config: "CachePolicyConfig",
  list: "CachePolicyList",
  read: readCachePolicy,
};

export const originRequestPolicyKind: ResourceKind<RequestPolicy> = {
  resource: "OriginRequestPolicy",
  config: "OriginRequestPolicyConfig",
  list: "OriginRequestPolicyList",
  read: readOriginRequestPolicy,
};

export const originAccessControlKind: ResourceKind<OriginAccessControl> = {
  resource: "OriginAccessControl",
  config: "OriginAccessControlConfig",
  list: "OriginAccessControlList",
  read: readOriginAccessControl,
};

/** The resources of one kind in all documents. */
export interface Collection<Resource> {
  readonly byId: Map<string, Resource>;
  /** Configurations that were printed without an ID, and the indexes of their documents. */
  readonly withoutId: { readonly resource: Resource; readonly index: number }[];
  /** Whether a whole list is among the documents: an ID that it lacks does not exist. */
  isComplete: boolean;
}

export function emptyCollection<Resource>(): Collection<Resource> {
  return { byId: new Map(), withoutId: [], isComplete: false };
}

/** Adds the resources of one kind in a document. Returns whether there were any, or a list of none. */
export function collectResources<Resource>(
  document: JsonObject,
  kind: ResourceKind<Resource>,
  collection: Collection<Resource>,
): boolean {
  const resource = objectMember(document, kind.resource);
  const config = resource ? undefined : objectMember(document, kind.config);
  const list = objectMember(document, kind.list);
  if (resource) addResource(resource, kind, collection);
  if (config && textMember(document, "Id") !== undefined) addResource(document, kind, collection);
  else if (config) collection.withoutId.push({ resource: kind.read(config), index: config.index });
  if (list) {
    for (const entry of objectList(list, "Items"))
      addResource(objectMember(entry, kind.resource) ?? entry, kind, collection);
    const next = textMember(list, "NextMarker") ?? textMember(document, "NextToken") ?? "";
    if (next === "") collection.isComplete = true;
  }
  return resource !== undefined || config !== undefined || list !== undefined;
}

function addResource<Resource>(
  resource: JsonObject,
  kind: ResourceKind<Resource>,
  { byId }: Collection<Resource>,
): void {
  byId.set(requiredText(resource, "Id"), kind.read(objectMember(resource, kind.config) ?? resource));
}

/** A distribution in a document: what has its ID, if anything has, and its configuration. */
export interface FoundDistribution {
  readonly resource: JsonObject | undefined;
  readonly config: JsonObject;
  /** What a template or a plan calls it. */
  readonly name: string | undefined;
}

/** The distributions in a document; `undefined` if it is about something else. */
export function findDistributions(document: JsonObject): FoundDistribution[] | undefined {
  const resource = objectMember(document, "Distribution");
  if (resource) return [withConfig(resource)];
  const list = objectMember(document, "DistributionList");
  if (list) return objectList(list, "Items").map(withConfig);
  if (objectMember(document, "DistributionConfig")) return [withConfig(document)];
  return isDistributionConfig(document) ? [withConfig(document)] : undefined;
}

function withConfig(object: JsonObject): FoundDistribution {
  const config = objectMember(object, "DistributionConfig") ?? object;
  return {
    resource: textMember(object, "Id") === undefined ? undefined : object,
    config,
    name: textMember(object, "LogicalName"),
  };
}
