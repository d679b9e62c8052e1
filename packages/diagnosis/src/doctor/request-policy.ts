import { parameterNames } from "cloudfront-sign-webcrypto/internals";
import {
  booleanMember,
  type JsonObject,
  numberMember,
  objectMember,
  textItems,
  textMember,
} from "./json-reader.ts";

/** Names of query parameters or headers that a policy selects. */
export interface NameSelection {
  readonly kind: "none" | "all" | "listed" | "all-except";
  /** The names that are listed. `ForwardedValues` may forward all and list those of the cache key. */
  readonly names: readonly string[];
}

/** What a cache policy, an origin request policy or the older `ForwardedValues` forward to the origin. */
export interface RequestPolicy {
  readonly kind: "cache policy" | "origin request policy" | "ForwardedValues";
  /** The name of a policy; `ForwardedValues` have none. */
  readonly name: string | undefined;
  /** The signing parameters that are listed as parameters of the origin. */
  readonly signingParameters: readonly string[];
  readonly forwardsParameter: (name: string) => boolean;
  readonly forwardsHost: boolean;
  readonly forwardsAuthorization: boolean;
  /** Whether it decides what CloudFront caches apart: not an origin request policy, nor a cache policy of 0 seconds. */
  readonly caches: boolean;
}

export const noNames: NameSelection = { kind: "none", names: [] };
export const allNames: NameSelection = { kind: "all", names: [] };

export function requestPolicy(
  kind: RequestPolicy["kind"],
  name: string | undefined,
  query: NameSelection,
  headers: NameSelection,
  caches = true,
): RequestPolicy {
  const listed =
    query.kind === "all-except" ? [] : query.names.filter((name) => parameterNames.includes(name));
  const lowerCase = headers.names.map((header) => header.toLowerCase());
  return {
    kind,
    name,
    signingParameters: listed,
    forwardsParameter: selector(query),
    forwardsHost: selector({ ...headers, names: lowerCase })("host"),
    forwardsAuthorization: selector({ ...headers, names: lowerCase })("authorization"),
    caches,
  };
}

/** A function that says whether a selection has a name. */
function selector({ kind, names }: NameSelection): (name: string) => boolean {
  const known = new Set(names);
  switch (kind) {
    case "none":
      return () => false;
    case "all":
      return () => true;
    case "listed":
      return (name) => known.has(name);
    case "all-except":
      return (name) => !known.has(name);
  }
}

/** A `CachePolicyConfig`. */
export function readCachePolicy(config: JsonObject): RequestPolicy {
  const parameters = objectMember(config, "ParametersInCacheKeyAndForwardedToOrigin");
  const caches = numberMember(config, "MaxTTL") !== 0;
  return readPolicy("cache policy", textMember(config, "Name"), parameters, caches);
}

/** An `OriginRequestPolicyConfig`. */
export function readOriginRequestPolicy(config: JsonObject): RequestPolicy {
  return readPolicy("origin request policy", textMember(config, "Name"), config, false);
}

function readPolicy(
  kind: RequestPolicy["kind"],
  name: string | undefined,
  parameters: JsonObject | undefined,
  caches: boolean,
): RequestPolicy {
  const query = parameters && objectMember(parameters, "QueryStringsConfig");
  const headers = parameters && objectMember(parameters, "HeadersConfig");
  return requestPolicy(
    kind,
    name,
    query ? readSelection(query, "QueryStringBehavior", "QueryStrings") : noNames,
    headers ? readSelection(headers, "HeaderBehavior", "Headers") : noNames,
    caches,
  );
}

function readSelection(config: JsonObject, behavior: string, list: string): NameSelection {
  const names = textItems(config, list);
  switch (textMember(config, behavior)) {
    case "all":
    case "allViewer":
    case "allViewerAndWhitelistCloudFront":
      return allNames;
    case "whitelist":
      return { kind: "listed", names };
    case "allExcept":
      return { kind: "all-except", names };
    default:
      return noNames;
  }
}

/** The `ForwardedValues` of a cache behavior without a cache policy. */
export function readForwardedValues(values: JsonObject): RequestPolicy {
  const keys = textItems(values, "QueryStringCacheKeys");
  const headers = textItems(values, "Headers");
  return requestPolicy(
    "ForwardedValues",
    undefined,
    booleanMember(values, "QueryString") === true ? { kind: "all", names: keys } : noNames,
    headers.includes("*") ? allNames : { kind: "listed", names: headers },
  );
}
