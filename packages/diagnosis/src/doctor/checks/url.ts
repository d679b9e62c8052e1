import { namesOfQuery, parameterNames } from "cloudfront-sign-webcrypto/internals";
import type { Checks, SeenInSetup } from "../check.ts";
import { groupsBy } from "../groups-by.ts";
import { quote, quoteList } from "../quote.ts";
import type { RequestPolicy } from "../request-policy.ts";
import { namesOf, routesByBehavior } from "../routes.ts";
import { placeOf, policiesOf, type Setup } from "../setup.ts";

/** The names of the findings about URLs that are signed: one finding for all that share a cache behavior and a fault. */
export type UrlFindingId =
  | "url-not-restricted"
  | "url-host-unknown"
  | "url-not-https"
  | "query-not-forwarded"
  | "query-not-in-cache-key";

export const urlChecks: Checks<UrlFindingId> = {
  /** One of `urls` or `uploadUrls` matches an open cache behavior, which checks no signature. */
  "url-not-restricted": {
    // Source: https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/private-content-trusted-signers.html
    rank: 80,
    certainty: "proven",
    summary: "A URL that you sign goes to a cache behavior that checks no signature.",
    fix: "Edit the cache behavior: set Restrict viewer access to Yes, and choose Trusted key groups. Or correct the path pattern of the restricted cache behavior.",
    find: ({ routes }) =>
      routesByBehavior(routes.filter(({ behavior }) => !behavior.restricted)).map((group) => ({
        certainty: group[0].behavior.isAccessKnown ? "proven" : "likely",
        evidence: `${quoteList(namesOf(group))} ${group.length > 1 ? "match" : "matches"} this cache behavior, which requires no signature`,
        place: placeOf(group[0].distribution, group[0].behavior),
      })),
  },
  /** The host of one of `urls` or `uploadUrls` is not a domain name of any distribution in the documents. */
  "url-host-unknown": {
    // Source: https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/CNAMEs.html
    rank: 90,
    certainty: "proven",
    summary: "The host of a URL that you sign belongs to no distribution here.",
    fix: "Sign URLs with a domain name of the distribution or of its tenant. Or add the host under Settings, Alternate domain names (CNAMEs).",
    find: ({ unknownHosts }) =>
      Array.from(
        groupsBy(unknownHosts, ({ host }) => host),
        ([host, urls]) => ({
          evidence: `${quote(host)} is the host of ${quoteList(namesOf(urls))}`,
        }),
      ),
  },
  /** One of `urls` or `uploadUrls` is `http`; `possible` if its cache behavior accepts http. */
  "url-not-https": {
    // Source: https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/using-https-viewers-to-cloudfront.html
    rank: 100,
    certainty: "proven",
    summary: "A URL that you sign is http.",
    fix: "Sign the https URL. Set Viewer protocol policy of the cache behavior to HTTPS only or Redirect HTTP to HTTPS.",
    find: ({ routes }) =>
      routesByBehavior(routes.filter(({ url }) => url.startsWith("http:"))).flatMap((group) => {
        const [{ distribution, behavior }] = group;
        const policy = behavior.viewerProtocolPolicy;
        const treatment = treatmentOfHttp(policy);
        if (treatment === undefined) return [];
        return {
          certainty: policy === "allow-all" ? "possible" : "proven",
          evidence: `http stands in ${quoteList(namesOf(group))}, and this cache behavior ${treatment}`,
          place: placeOf(distribution, behavior),
        };
      }),
  },
  /** One of `urls` has a query parameter that does not reach the origin. */
  "query-not-forwarded": {
    // Source: https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/QueryStringParameters.html
    rank: 230,
    certainty: "proven",
    summary: "A query parameter of a URL that you sign does not reach the origin.",
    fix: "Add the parameter to the query strings of the cache policy, or of the origin request policy if the response does not depend on it.",
    find: (setup) =>
      parametersOfUrls(
        setup,
        "no policy of this cache behavior forwards",
        (policies, name) => !forwards(policies, name),
      ),
  },
  /** A parameter of one of `urls` changes the response of S3, but is not in the cache key. */
  "query-not-in-cache-key": {
    // Source: https://docs.aws.amazon.com/AmazonS3/latest/API/API_GetObject.html
    rank: 231,
    certainty: "proven",
    summary:
      "Viewers may get each other's responses: a parameter that changes the response is not in the cache key.",
    fix: "Add the parameter to the query strings of the cache policy, which also forwards it.",
    find: (setup) =>
      parametersOfUrls(
        setup,
        "only the origin request policy of this cache behavior has",
        (policies, name) => {
          const caching = policies.filter(({ caches }) => caches);
          // S3 changes headers of its answer by these.
          return (
            name.startsWith("response-") &&
            forwards(policies, name) &&
            caching.length > 0 &&
            !forwards(caching, name)
          );
        },
      ),
  },
};

/** What a cache behavior does with http, by its viewer protocol policy. */
function treatmentOfHttp(policy: string | undefined): string | undefined {
  switch (policy) {
    case "allow-all":
      return "accepts http, where others can read the signature";
    case "https-only":
      return "answers http with 403";
    case "redirect-to-https":
      return "redirects to https, for which the URL is not signed";
    default:
      return undefined;
  }
}

function forwards(policies: readonly RequestPolicy[], name: string): boolean {
  return policies.some(({ forwardsParameter }) => forwardsParameter(name));
}

/** The URLs with parameters that the policies of their cache behavior treat wrongly. */
function parametersOfUrls(
  setup: Setup,
  problem: string,
  isAffected: (policies: readonly RequestPolicy[], name: string) => boolean,
): SeenInSetup[] {
  return routesByBehavior(setup.routes).flatMap((group) => {
    const [{ distribution, behavior }] = group;
    const { policies, isComplete } = policiesOf(setup, behavior);
    if (!isComplete) return [];
    const affected = group
      .map(({ name, url }) => ({
        name,
        parameters: ownParameters(url).filter((one) => isAffected(policies, one)),
      }))
      .filter(({ parameters }) => parameters.length > 0);
    if (affected.length === 0) return [];
    const names = [...new Set(affected.flatMap(({ parameters }) => parameters))];
    return {
      evidence: `${problem} ${quoteList(names)} of ${quoteList(affected.map(({ name }) => name))}`,
      place: placeOf(distribution, behavior),
    };
  });
}

/** The names of the URL's own query parameters. Without escaped names, which policies may write otherwise. */
function ownParameters(url: string): string[] {
  const query = url.indexOf("?");
  const names = query < 0 ? [] : namesOfQuery(url.slice(query + 1));
  return names.filter((name) => name !== "" && !name.includes("%") && !parameterNames.includes(name));
}
