import type { Checks, SeenInSetup } from "../check.ts";
import { preflightPolicyName } from "../managed-policies.ts";
import type { Origin } from "../origin.ts";
import { policyName, quote, quoteList } from "../quote.ts";
import type { RequestPolicy } from "../request-policy.ts";
import { behaviorOf } from "../routes.ts";
import { originsOf, placeOf, policiesOf, type Setup } from "../setup.ts";

/** The names of the findings about what becomes of a signed request, and of the answer to a denied one. */
export type RequestFindingId =
  | "signing-parameter-listed"
  | "host-header-to-s3"
  | "authorization-header-to-s3"
  | "preflight-refused"
  | "error-page-restricted"
  | "error-page-hides-denial";

export const requestChecks: Checks<RequestFindingId> = {
  /** A cache policy or origin request policy lists the name of a signing parameter as a query string for the origin. */
  "signing-parameter-listed": {
    // Source: https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/private-content-signed-urls.html
    rank: 220,
    certainty: "proven",
    summary: "A cache policy or origin request policy lists signing parameters as the origin's.",
    fix: "Remove these names from the query strings of the cache policy or origin request policy. If the origin needs a parameter with this name, rename the parameter.",
    find: (setup) =>
      setup.restricted.flatMap(({ distribution, behavior }) =>
        policiesOf(setup, behavior)
          .policies.filter(({ signingParameters }) => signingParameters.length > 0)
          .map((policy) => ({
            evidence: `the ${policyName(policy)} lists ${quoteList(policy.signingParameters)}`,
            place: placeOf(distribution, behavior),
          })),
      ),
  },
  /** A cache policy or origin request policy sends the viewer's `Host` to an S3 origin. */
  "host-header-to-s3": {
    // Source: https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/using-managed-origin-request-policies.html
    rank: 240,
    certainty: "proven",
    summary: "S3 gets the viewer's Host header, finds no bucket with this name, and responds with 403.",
    fix: "Choose an origin request policy without Host, such as Managed-AllViewerExceptHostHeader or Managed-CORS-S3Origin.",
    // S3 finds the bucket by the Host header, and it is part of what CloudFront signs for S3.
    find: (setup) =>
      policiesToBuckets(setup, ({ forwardsHost }, { domainName }) => ({
        evidence: forwardsHost ? `forwards Host to the origin ${quote(domainName)}` : undefined,
      })),
  },
  /**
   * A cache policy or origin request policy sends the viewer's `Authorization` to an S3 origin; `possible` if origin
   * access control replaces it.
   */
  "authorization-header-to-s3": {
    // Source: https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/private-content-restricting-access-to-s3.html
    rank: 245,
    certainty: "likely",
    summary: "S3 gets the viewer's Authorization header, and refuses the request.",
    fix: "Remove Authorization from the headers of the cache policy and the origin request policy, and choose an origin access control with Sign requests (recommended).",
    // Origin access control that always signs replaces the header; in the cache key, it still counts.
    find: (setup) =>
      policiesToBuckets(setup, ({ forwardsAuthorization, caches }, { accessControlId, domainName }) => {
        const control = setup.inventory.originAccessControls.byId.get(accessControlId);
        if (!forwardsAuthorization) return { evidence: undefined };
        if (control?.signingBehavior !== "always")
          return { evidence: `forwards Authorization to the origin ${quote(domainName)}` };
        return {
          certainty: "possible",
          evidence: caches ? "has Authorization in the cache key" : undefined,
          summary: "CloudFront caches the files again for each viewer who sends an Authorization header.",
        };
      }),
  },
  /** A response headers policy responds to CORS preflight requests, but the cache behavior does not allow `OPTIONS`. */
  "preflight-refused": {
    // Source: https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/using-managed-response-headers-policies.html
    rank: 250,
    certainty: "proven",
    summary: "Browsers send OPTIONS before a CORS request, and get 403.",
    fix: "Edit the cache behavior: set Allowed HTTP methods to GET, HEAD, OPTIONS.",
    find: ({ restricted }) =>
      restricted.flatMap(({ distribution, behavior }) => {
        const name = preflightPolicyName(behavior.responseHeadersPolicyId ?? "");
        if (name === undefined || behavior.allowedMethods.includes("OPTIONS")) return [];
        const evidence = `the response headers policy is ${name}, and OPTIONS is not among the allowed methods`;
        return { evidence, place: placeOf(distribution, behavior) };
      }),
  },
  /** The page that is shown instead of a 403 is in a restricted cache behavior. */
  "error-page-restricted": {
    // Source: https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/GeneratingCustomErrorResponses.html
    rank: 260,
    // AWS does not document how CloudFront gets an error page from a restricted cache behavior.
    certainty: "likely",
    summary: "The error page for 403 needs a signature itself, so viewers never see it.",
    fix: "Create a cache behavior for the path of the error page, above the restricted one, with Restrict viewer access set to No.",
    find: ({ distributions }) =>
      distributions.flatMap((distribution) => {
        const page = distribution.errorPages.find(({ errorCode, path }) => errorCode === 403 && path !== "");
        if (!page) return [];
        const behavior = behaviorOf(distribution, page.path.startsWith("/") ? page.path : `/${page.path}`);
        if (!behavior.restricted) return [];
        return {
          evidence: `the page for 403 is ${quote(page.path)}`,
          place: placeOf(distribution, behavior),
        };
      }),
  },
  /** An error page turns a 403 into a success, and the distribution has a restricted cache behavior. */
  "error-page-hides-denial": {
    // Source: https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/GeneratingCustomErrorResponses.html
    rank: 265,
    certainty: "proven",
    summary: "Viewers whose signature is denied get a success and the error page instead.",
    fix: "On the Error pages tab, edit the one for 403, and set HTTP response code to 403: players, alarms and renewingGrant see a denial by its status. For the paths of a single-page application, let a CloudFront Function rewrite the URL instead.",
    find: ({ distributions, restricted }) =>
      distributions
        .filter((distribution) => restricted.some((one) => one.distribution === distribution))
        .flatMap((distribution) => {
          const page = distribution.errorPages.find(
            ({ errorCode, responseCode = 403 }) => errorCode === 403 && responseCode < 400,
          );
          if (page === undefined) return [];
          const evidence = `403 becomes ${page.responseCode} with the page ${quote(page.path)}`;
          return { evidence, place: placeOf(distribution) };
        }),
  },
};

/** What the policies of restricted cache behaviors in front of a bucket do, in words that follow their names. */
function policiesToBuckets(
  setup: Setup,
  see: (
    policy: RequestPolicy,
    origin: Origin,
  ) => Omit<SeenInSetup, "evidence"> & { readonly evidence: string | undefined },
): SeenInSetup[] {
  return setup.restricted.flatMap(({ distribution, behavior }) => {
    const bucket = originsOf(distribution, [behavior]).find(({ kind }) => kind === "s3");
    if (!bucket) return [];
    return policiesOf(setup, behavior).policies.flatMap((policy) => {
      const { evidence, ...seen } = see(policy, bucket);
      if (evidence === undefined) return [];
      const place = placeOf(distribution, behavior);
      return { ...seen, evidence: `the ${policyName(policy)} ${evidence}`, place };
    });
  });
}
