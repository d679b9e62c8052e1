import { percentDecoded } from "cloudfront-sign-webcrypto/internals";
import {
  type BucketStatement,
  isPermitted,
  literalPrefix,
  type ObjectAction,
  type Permission,
  statementsFor,
} from "./bucket-policy.ts";
import { bucketOf, type Origin } from "./origin.ts";
import { type PlacedBehavior, type Setup, writtenOrigin } from "./setup.ts";

/** A bucket that CloudFront signs requests to, and what the documents show of its policy. */
interface SignedBucket {
  readonly origin: Origin;
  readonly bucket: string;
  /** Empty if the policy is not among the documents. */
  readonly statements: readonly BucketStatement[];
}

export function signedBucket({ inventory }: Setup, placed: PlacedBehavior): SignedBucket | undefined {
  const origin = writtenOrigin(placed);
  const bucket = origin && bucketOf(origin);
  if (!origin || bucket === undefined) return undefined;
  const control = inventory.originAccessControls.byId.get(origin.accessControlId);
  if (control?.signingBehavior === "never") return undefined;
  return { origin, bucket, statements: statementsFor(inventory.bucketPolicies, bucket) };
}

/** Whether CloudFront may act on the object of a URL, or on any of a cache behavior. */
export function permissionOf(
  setup: Setup,
  placed: PlacedBehavior,
  action: ObjectAction["action"],
  url?: string,
): Permission {
  const signed = signedBucket(setup, placed);
  if (!signed) return false;
  const { origin, bucket, statements } = signed;
  if (statements.length === 0) return undefined;
  const { distribution, behavior } = placed;
  const keyOf = (path: string): string => `${origin.path}${path}`.slice(1);
  const pattern = behavior.pathPattern;
  const asked: ObjectAction =
    url === undefined
      ? { action, bucket, prefix: keyOf(literalPrefix(pattern.startsWith("/") ? pattern : `/${pattern}`)) }
      : { action, bucket, key: percentDecoded(keyOf(new URL(url).pathname)) };
  return isPermitted(statements, asked, origin, distribution);
}
