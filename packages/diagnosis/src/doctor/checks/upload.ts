import type { ObjectAction } from "../bucket-policy.ts";
import type { DistributionBehavior } from "../cache-behavior.ts";
import type { Checks, SeenInSetup } from "../check.ts";
import { permissionOf, signedBucket } from "../object-permission.ts";
import { quoteList } from "../quote.ts";
import { namesOf, type Route, routesByBehavior } from "../routes.ts";
import { bucketBehind, placeOf, type Setup } from "../setup.ts";

/** The names of the findings about uploads that do not reach their bucket, and about who else may write. */
export type UploadFindingId =
  | "everyone-writes"
  | "read-url-writes"
  | "upload-method-refused"
  | "upload-not-permitted"
  | "upload-cors-refused";

export const uploadChecks: Checks<UploadFindingId> = {
  /** An open cache behavior forwards `PUT` or `DELETE`, and the bucket policy lets CloudFront write. */
  "everyone-writes": {
    // Source: https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/private-content-restricting-access-to-s3.html
    rank: 72,
    certainty: "proven",
    summary: "Everyone can replace or delete files of the bucket, without a signature.",
    fix: "Edit the cache behavior: set Allowed HTTP methods to GET, HEAD. Or set Restrict viewer access to Yes, and limit s3:PutObject in the bucket policy to the prefix of uploads.",
    find: (setup) =>
      setup.distributions.flatMap((distribution) =>
        distribution.behaviors
          .filter(({ restricted }) => !restricted)
          .flatMap((behavior) => {
            const actions = writingActions(behavior).filter((action) =>
              permissionOf(setup, { distribution, behavior }, action),
            );
            if (actions.length === 0) return [];
            const evidence = `no signature is checked here, and the bucket policy permits ${actions.join(" and ")}`;
            return { evidence, place: placeOf(distribution, behavior) };
          }),
      ),
  },
  /**
   * A restricted cache behavior forwards `PUT` or `DELETE`, so a URL that is signed for reading can also write;
   * `possible` if the bucket policy or `urls` are missing, or if uploads share a key group with other cache behaviors.
   */
  "read-url-writes": {
    // Source: https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/DownloadDistValuesCacheBehavior.html
    rank: 73,
    certainty: "possible",
    summary: "Everyone who gets a signed URL for a file can also replace or delete it.",
    fix: "Where files are read, allow only GET and HEAD. Give uploads their own cache behavior and key group, and limit s3:PutObject to their prefix.",
    find: (setup) => [
      ...uploadGroups(setup).flatMap(sharedKeys),
      ...(setup.hasUrls ? writableRoutes(setup) : writableBehaviors(setup)),
    ],
  },
  /** The cache behavior of one of `uploadUrls` does not allow `PUT`. */
  "upload-method-refused": {
    // Source: https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/DownloadDistValuesCacheBehavior.html
    rank: 232,
    certainty: "proven",
    summary: "CloudFront responds to uploads with 403: the cache behavior does not allow PUT.",
    fix: "Edit the cache behavior of the uploads: set Allowed HTTP methods to GET, HEAD, OPTIONS, PUT, POST, PATCH, DELETE.",
    find: (setup) =>
      uploadGroups(setup).flatMap((group) => {
        const [{ distribution, behavior }] = group;
        const { allowedMethods } = behavior;
        if (allowedMethods.includes("PUT")) return [];
        const methods = allowedMethods.length > 0 ? quoteList(allowedMethods) : "GET, HEAD";
        return {
          evidence: `the allowed methods are ${methods}, and ${quoteList(namesOf(group))} needs PUT`,
          place: placeOf(distribution, behavior),
        };
      }),
  },
  /** The bucket policy does not let CloudFront upload the object of one of `uploadUrls`. */
  "upload-not-permitted": {
    // Source: https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/private-content-restricting-access-to-s3.html
    rank: 234,
    certainty: "proven",
    summary: "The bucket responds to uploads with 403: the bucket policy does not permit them.",
    fix: "Add s3:PutObject for cloudfront.amazonaws.com to the bucket policy, with the ARN of the distribution as AWS:SourceArn, only for the prefix of uploads.",
    find: (setup) =>
      uploadGroups(setup).flatMap((group) => {
        if (!signedBucket(setup, group[0])) return [];
        const refused = group.filter(
          (route) => permissionOf(setup, route, "s3:PutObject", route.url) === false,
        );
        if (refused.length === 0) return [];
        return {
          evidence: `the bucket policy does not let CloudFront use s3:PutObject for ${quoteList(namesOf(refused))}`,
          place: placeOf(group[0].distribution, group[0].behavior),
        };
      }),
  },
  /** The CORS configuration of the bucket does not allow `PUT` from any page. */
  "upload-cors-refused": {
    // Source: https://docs.aws.amazon.com/AmazonS3/latest/userguide/ManageCorsUsing.html
    rank: 236,
    certainty: "possible",
    summary: "Browsers do not send uploads from a page of another origin.",
    fix: "Add PUT and the origin of the page to the CORS configuration of the bucket, and choose the origin request policy Managed-CORS-S3Origin. This is not needed if the page and the uploads share a host name.",
    find: (setup) => {
      const { corsRules } = setup.inventory;
      if (corsRules === undefined || corsRules.some(({ methods }) => methods.includes("PUT"))) return [];
      return uploadGroups(setup)
        .filter(([route]) => bucketBehind(route) !== undefined)
        .map((group) => ({
          evidence: `no rule of CORSRules has PUT, which a page of another origin needs for ${quoteList(namesOf(group))}`,
          place: placeOf(group[0].distribution, group[0].behavior),
        }));
    },
  },
};

type Group = readonly [Route, ...Route[]];

function uploadGroups({ routes }: Setup): Group[] {
  return routesByBehavior(routes.filter(({ isUpload }) => isUpload));
}

/** A wide resource that is signed for reading covers the uploads, too, unless another key signs them. */
function sharedKeys([{ distribution, behavior }]: Group): SeenInSetup[] {
  if (!behavior.restricted || !behavior.allowedMethods.includes("PUT")) return [];
  const keyGroups = new Set(behavior.keyGroups.items);
  const sharing = distribution.behaviors.filter(
    ({ restricted, allowedMethods, keyGroups: { items } }) =>
      restricted && !allowedMethods.includes("PUT") && items.some((id) => keyGroups.has(id)),
  );
  if (sharing.length === 0) return [];
  const patterns = quoteList(sharing.map(({ pathPattern }) => pathPattern));
  return [
    {
      evidence: `a key group here is also trusted by ${patterns}, where URLs for reading are signed`,
      place: placeOf(distribution, behavior),
    },
  ];
}

/** The URLs for reading that can write. */
function writableRoutes(setup: Setup): SeenInSetup[] {
  const reads = setup.routes.filter(({ isUpload, behavior }) => !isUpload && behavior.restricted);
  return routesByBehavior(reads).flatMap((group) => {
    const [{ distribution, behavior }] = group;
    return writingActions(behavior).flatMap((action) =>
      [true, undefined].flatMap((permission): SeenInSetup[] => {
        const written = group.filter((route) => permissionOf(setup, route, action, route.url) === permission);
        if (written.length === 0) return [];
        const seen = permission
          ? `the bucket policy permits ${action}`
          : `the bucket policy may permit ${action}`;
        return [
          {
            certainty: permission ? "proven" : "possible",
            evidence: `the allowed methods have ${methodOf(action)}, and ${seen} for ${quoteList(namesOf(written))}`,
            place: placeOf(distribution, behavior),
          },
        ];
      }),
    );
  });
}

/** Without the URLs that are signed, only the owner knows which cache behaviors are for uploads. */
function writableBehaviors(setup: Setup): SeenInSetup[] {
  const uploads = new Set(uploadGroups(setup).map(([{ behavior }]) => behavior));
  return setup.restricted
    .filter(({ behavior }) => !uploads.has(behavior))
    .flatMap((placed) => {
      const { distribution, behavior } = placed;
      const actions = writingActions(behavior).filter(
        (action) => permissionOf(setup, placed, action) !== false,
      );
      if (actions.length === 0) return [];
      const methods = actions.map(methodOf).join(" and ");
      return {
        evidence: `the allowed methods have ${methods}, and the bucket policy may permit ${actions.join(" and ")}`,
        place: placeOf(distribution, behavior),
      };
    });
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
