import {
  booleanMember,
  type JsonObject,
  objectItems,
  objectMember,
  textItems,
  textList,
  textMember,
} from "./json-reader.ts";
import { type RequestPolicy, readForwardedValues } from "./request-policy.ts";

/** Who may sign for a cache behavior: IDs of key groups, or account numbers of the older trusted signers. */
interface TrustedSigners {
  readonly enabled: boolean;
  readonly isKnown: boolean;
  readonly items: readonly string[];
}

/** A cache behavior of a distribution. */
export interface DistributionBehavior {
  /** As CloudFront has it; `*` for the default cache behavior. */
  readonly pathPattern: string;
  readonly targetOriginId: string | undefined;
  readonly keyGroups: TrustedSigners;
  readonly trustedSigners: TrustedSigners;
  /** Whether viewers need a signed URL or signed cookies. */
  readonly restricted: boolean;
  /** Whether this is certain: a plan may leave it to AWS. */
  readonly isAccessKnown: boolean;
  /** `allow-all`, `https-only` or `redirect-to-https`. */
  readonly viewerProtocolPolicy: string | undefined;
  /** Empty when the document does not show them: CloudFront then allows GET and HEAD. */
  readonly allowedMethods: readonly string[];
  readonly cachePolicyId: string | undefined;
  readonly originRequestPolicyId: string | undefined;
  readonly responseHeadersPolicyId: string | undefined;
  readonly forwardedValues: RequestPolicy | undefined;
  readonly hasRealTimeLog: boolean;
  readonly hasLambdaFunction: boolean;
}

export function readBehavior(behavior: JsonObject, pathPattern: string): DistributionBehavior {
  const keyGroups = readTrusted(behavior, "TrustedKeyGroups");
  const trustedSigners = readTrusted(behavior, "TrustedSigners");
  const forwardedValues = objectMember(behavior, "ForwardedValues");
  const methods = objectMember(behavior, "AllowedMethods");
  return {
    pathPattern,
    targetOriginId: textMember(behavior, "TargetOriginId"),
    keyGroups,
    trustedSigners,
    restricted: keyGroups.enabled || trustedSigners.enabled,
    isAccessKnown: keyGroups.isKnown && trustedSigners.isKnown,
    viewerProtocolPolicy: textMember(behavior, "ViewerProtocolPolicy"),
    allowedMethods: methods ? textList(methods, "Items") : [],
    cachePolicyId: textMember(behavior, "CachePolicyId"),
    originRequestPolicyId: textMember(behavior, "OriginRequestPolicyId"),
    responseHeadersPolicyId: textMember(behavior, "ResponseHeadersPolicyId"),
    forwardedValues: forwardedValues && readForwardedValues(forwardedValues),
    hasRealTimeLog: (textMember(behavior, "RealtimeLogConfigArn") ?? "") !== "",
    hasLambdaFunction: objectItems(behavior, "LambdaFunctionAssociations").length > 0,
  };
}

function readTrusted(behavior: JsonObject, name: string): TrustedSigners {
  const trusted = objectMember(behavior, name);
  return {
    enabled: (trusted && booleanMember(trusted, "Enabled")) === true,
    isKnown: (trusted && booleanMember(trusted, "IsKnown")) !== false,
    items: textItems(behavior, name),
  };
}
