import { percentDecoded } from "cloudfront-sign-webcrypto/internals";
import { found, possible, proven } from "../findings/finding.ts";
import {
  type BucketStatement,
  isPermitted,
  literalPrefix,
  type ObjectAction,
  type Permission,
  statementsFor,
} from "./bucket-policy.ts";
import type { DistributionBehavior } from "./cache-behavior.ts";
import type { DistributionFinding } from "./finding-table.ts";
import { bucketOf, type Origin } from "./origin.ts";
import { quoteList } from "./quote.ts";
import type { Route } from "./routes.ts";
import { bucketBehind, type PlacedBehavior, placeOf, type Setup, writtenOrigin } from "./setup.ts";
import { namesOf, routesByBehavior } from "./url-findings.ts";

/** Whether uploads reach their bucket, and who else may write. */
export function uploadFindings(setup: Setup): DistributionFinding[] {
  const { routes, hasUrls } = setup;
  const uploads = routesByBehavior(routes.filter(({ isUpload }) => isUpload));
  const reads = routesByBehavior(routes.filter(({ isUpload }) => !isUpload));
  return [
    ...[...uploads.values()].flatMap((group) => [
      ...methodFindings(group),
      ...permissionFindings(setup, group),
      ...corsFindings(setup, group),
      ...sharedKeyFindings(group),
    ]),
    ...(hasUrls
      ? [...reads.values()].flatMap((group) => readFindings(setup, group))
      : setup.restricted
          .filter(({ behavior }) => !uploads.has(behavior))
          .flatMap((placed) => behaviorFindings(setup, placed))),
    ...openFindings(setup),
  ];
}

type Group = readonly [Route, ...Route[]];

function methodFindings(group: Group): DistributionFinding[] {
  const [{ distribution, behavior }] = group;
  if (behavior.allowedMethods.includes("PUT")) return [];
  const methods = behavior.allowedMethods.length > 0 ? quoteList(behavior.allowedMethods) : "GET, HEAD";
  const evidence = `the allowed methods are ${methods}, and ${quoteList(namesOf(group))} needs PUT`;
  return [proven("upload-method-refused", evidence, { place: placeOf(distribution, behavior) })];
}

function permissionFindings(setup: Setup, group: Group): DistributionFinding[] {
  const [{ distribution, behavior }] = group;
  if (!signedBucket(setup, { distribution, behavior })) return [];
  const refused = group.filter((route) => permissionOf(setup, route, "s3:PutObject", route) === false);
  if (refused.length === 0) return [];
  const evidence = `the bucket policy does not let CloudFront use s3:PutObject for ${quoteList(namesOf(refused))}`;
  return [proven("upload-not-permitted", evidence, { place: placeOf(distribution, behavior) })];
}

function corsFindings({ inventory }: Setup, group: Group): DistributionFinding[] {
  const [{ distribution, behavior }] = group;
  const { corsRules } = inventory;
  if (corsRules === undefined || bucketBehind({ distribution, behavior }) === undefined) return [];
  if (corsRules.some(({ methods }) => methods.includes("PUT"))) return [];
  const evidence = `no rule of CORSRules has PUT, which a page of another origin needs for ${quoteList(namesOf(group))}`;
  return [possible("upload-cors-refused", evidence, { place: placeOf(distribution, behavior) })];
}

/** A wide resource that is signed for reading covers the uploads, too, unless another key signs them. */
function sharedKeyFindings([{ distribution, behavior }]: Group): DistributionFinding[] {
  if (!behavior.restricted || !behavior.allowedMethods.includes("PUT")) return [];
  const keyGroups = new Set(behavior.keyGroups.items);
  const sharing = distribution.behaviors.filter(
    ({ restricted, allowedMethods, keyGroups: { items } }) =>
      restricted && !allowedMethods.includes("PUT") && items.some((id) => keyGroups.has(id)),
  );
  if (sharing.length === 0) return [];
  const patterns = quoteList(sharing.map(({ pathPattern }) => pathPattern));
  const evidence = `a key group here is also trusted by ${patterns}, where URLs for reading are signed`;
  return [possible("read-url-writes", evidence, { place: placeOf(distribution, behavior) })];
}

function readFindings(setup: Setup, group: Group): DistributionFinding[] {
  const [{ distribution, behavior }] = group;
  if (!behavior.restricted) return [];
  return writingActions(behavior).flatMap((action) =>
    [true, undefined].flatMap((permission) => {
      const written = group.filter((route) => permissionOf(setup, route, action, route) === permission);
      if (written.length === 0) return [];
      const seen = permission
        ? `the bucket policy permits ${action}`
        : `the bucket policy may permit ${action}`;
      const evidence = `the allowed methods have ${methodOf(action)}, and ${seen} for ${quoteList(namesOf(written))}`;
      const place = placeOf(distribution, behavior);
      return [found("read-url-writes", permission ? "proven" : "possible", evidence, { place })];
    }),
  );
}

/** Without the URLs that are signed, only the owner knows whether they are for uploads. */
function behaviorFindings(setup: Setup, placed: PlacedBehavior): DistributionFinding[] {
  const actions = writingActions(placed.behavior).filter(
    (action) => permissionOf(setup, placed, action) !== false,
  );
  if (actions.length === 0) return [];
  const methods = actions.map(methodOf).join(" and ");
  const evidence = `the allowed methods have ${methods}, and the bucket policy may permit ${actions.join(" and ")}`;
  return [possible("read-url-writes", evidence, { place: placeOf(placed.distribution, placed.behavior) })];
}

function openFindings(setup: Setup): DistributionFinding[] {
  return setup.distributions.flatMap((distribution) =>
    distribution.behaviors
      .filter(({ restricted }) => !restricted)
      .flatMap((behavior) => {
        const actions = writingActions(behavior).filter((action) =>
          permissionOf(setup, { distribution, behavior }, action),
        );
        if (actions.length === 0) return [];
        const evidence = `no signature is checked here, and the bucket policy permits ${actions.join(" and ")}`;
        return [proven("everyone-writes", evidence, { place: placeOf(distribution, behavior) })];
      }),
  );
}

/** The actions of the methods that a cache behavior passes on. */
function writingActions({ allowedMethods }: DistributionBehavior): ObjectAction["action"][] {
  return (["s3:PutObject", "s3:DeleteObject"] as const).filter((action) =>
    allowedMethods.includes(methodOf(action)),
  );
}

function methodOf(action: ObjectAction["action"]): "PUT" | "DELETE" {
  return action === "s3:PutObject" ? "PUT" : "DELETE";
}

/** A bucket that CloudFront signs requests to, and what the documents show of its policy. */
interface SignedBucket {
  readonly origin: Origin;
  readonly bucket: string;
  /** Empty if the policy is not among the documents. */
  readonly statements: readonly BucketStatement[];
}

function signedBucket({ inventory }: Setup, placed: PlacedBehavior): SignedBucket | undefined {
  const origin = writtenOrigin(placed);
  const bucket = origin && bucketOf(origin);
  if (!origin || bucket === undefined) return undefined;
  const control = inventory.originAccessControls.byId.get(origin.accessControlId);
  if (control?.signingBehavior === "never") return undefined;
  return {
    origin,
    bucket,
    statements: statementsFor(inventory.bucketPolicies, bucket),
  };
}

/** Whether CloudFront may act on the object of a URL, or on any of a cache behavior. */
function permissionOf(
  setup: Setup,
  { distribution, behavior }: PlacedBehavior,
  action: ObjectAction["action"],
  route?: Route,
): Permission {
  const signed = signedBucket(setup, { distribution, behavior });
  if (!signed) return false;
  const { origin, bucket, statements } = signed;
  if (statements.length === 0) return undefined;
  const keyOf = (path: string): string => `${origin.path}${path}`.slice(1);
  const pattern = behavior.pathPattern;
  const asked: ObjectAction = route
    ? { action, bucket, key: percentDecoded(keyOf(new URL(route.url).pathname)) }
    : { action, bucket, prefix: keyOf(literalPrefix(pattern.startsWith("/") ? pattern : `/${pattern}`)) };
  return isPermitted(statements, asked, origin, distribution);
}
