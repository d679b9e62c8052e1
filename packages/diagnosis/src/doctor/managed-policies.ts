import {
  allNames,
  type NameSelection,
  noNames,
  type RequestPolicy,
  requestPolicy,
} from "./request-policy.ts";

/**
 * The policies that AWS manages: every account has them under the same IDs, and `get-distribution-config`
 * shows the ID alone.
 *
 * Sources: CloudFront Developer Guide, "Use managed cache policies", "Use managed origin request policies",
 * "Use managed response headers policies".
 */
export function managedPolicy(id: string): RequestPolicy | undefined {
  switch (id) {
    case "2e54312d-136d-493c-8eb9-b001f22f67d2":
      return cachePolicy("Managed-Amplify", allNames, ["Authorization", "CloudFront-Viewer-Country", "Host"]);
    case "4135ea2d-6df8-44a3-9df3-4b5a84be39ad":
      return requestPolicy("cache policy", "Managed-CachingDisabled", noNames, noNames, false);
    case "658327ea-f89d-4fab-a63d-7e88639e58f6":
      return cachePolicy("Managed-CachingOptimized", noNames, []);
    case "b2884449-e4de-46a7-ac36-70bc7f1ddd6d":
      return cachePolicy("Managed-CachingOptimizedForUncompressedObjects", noNames, []);
    case "08627262-05a9-4f76-9ded-b50ca2e3a84f":
      return cachePolicy(
        "Managed-Elemental-MediaPackage",
        { kind: "listed", names: ["aws.manifestfilter", "start", "end", "m"] },
        ["Origin"],
      );
    case "83da9c7e-98b4-4e11-a168-04f0df8e2c65":
      return cachePolicy("UseOriginCacheControlHeaders", noNames, originCacheControlHeaders);
    case "4cc15a8a-d715-48a4-82b8-cc0b614638fe":
      return cachePolicy("UseOriginCacheControlHeaders-QueryStrings", allNames, originCacheControlHeaders);
    case "216adef6-5c7f-47e4-b989-5492eafa07d3":
      return originRequestPolicy("Managed-AllViewer", allNames, allNames);
    case "33f36d7e-f396-46d9-90e0-52428a34d9dc":
      return originRequestPolicy("Managed-AllViewerAndCloudFrontHeaders-2022-06", allNames, allNames);
    case "b689b0a8-53d0-40ab-baf2-68738e2966ac":
      return originRequestPolicy("Managed-AllViewerExceptHostHeader", allNames, {
        kind: "all-except",
        names: ["Host"],
      });
    case "59781a5b-3903-41f3-afcb-af62929ccde1":
      return originRequestPolicy("Managed-CORS-CustomOrigin", noNames, { kind: "listed", names: ["Origin"] });
    case "88a5eaf4-2fd4-4709-b370-b4c650ea3fcf":
      return originRequestPolicy("Managed-CORS-S3Origin", noNames, {
        kind: "listed",
        names: ["Origin", "Access-Control-Request-Headers", "Access-Control-Request-Method"],
      });
    case "775133bc-15f2-49f9-abea-afb2e0bf67d2":
      return originRequestPolicy("Managed-Elemental-MediaTailor-PersonalizedManifests", allNames, {
        kind: "listed",
        names: [
          "Origin",
          "Access-Control-Request-Headers",
          "Access-Control-Request-Method",
          "User-Agent",
          "X-Forwarded-For",
        ],
      });
    case "bf0718e1-ba1e-49d1-88b1-f726733018ae":
      return originRequestPolicy("Managed-HostHeaderOnly", noNames, { kind: "listed", names: ["Host"] });
    case "acba4595-bd28-49b8-b9fe-13317c0390fa":
      return originRequestPolicy("Managed-UserAgentRefererHeaders", noNames, {
        kind: "listed",
        names: ["User-Agent", "Referer"],
      });
    default:
      return undefined;
  }
}

const originCacheControlHeaders = [
  "Host",
  "Origin",
  "X-HTTP-Method-Override",
  "X-HTTP-Method",
  "X-Method-Override",
];

function cachePolicy(name: string, query: NameSelection, headers: readonly string[]): RequestPolicy {
  const selected: NameSelection = headers.length > 0 ? { kind: "listed", names: headers } : noNames;
  return requestPolicy("cache policy", name, query, selected);
}

function originRequestPolicy(name: string, query: NameSelection, headers: NameSelection): RequestPolicy {
  return requestPolicy("origin request policy", name, query, headers, false);
}

/** The name of a managed response headers policy that answers preflight requests. */
export function preflightPolicyName(id: string): string | undefined {
  switch (id) {
    case "5cc3b908-e619-4b99-88e5-2cf7f45965bd":
      return "CORS-With-Preflight";
    case "eaab4381-ed33-4a86-88ca-d9558dc6cd63":
      return "CORS-with-preflight-and-SecurityHeadersPolicy";
    default:
      return undefined;
  }
}
