import { namesOfQuery, parameterNames } from "cloudfront-sign-webcrypto/internals";
import { found, proven } from "../findings/finding.ts";
import type { DistributionBehavior } from "./cache-behavior.ts";
import type { DistributionFinding } from "./finding-table.ts";
import { quote, quoteList } from "./quote.ts";
import type { RequestPolicy } from "./request-policy.ts";
import type { Route, UnknownHost } from "./routes.ts";
import { placeOf, policiesOf, type Setup } from "./setup.ts";

/** What happens to the URLs that are signed: one finding for all URLs that share a cache behavior and a fault. */
export function urlFindings(setup: Setup): DistributionFinding[] {
  return [
    ...hostFindings(setup.unknownHosts),
    ...[...routesByBehavior(setup.routes).values()].flatMap((routes) => [
      ...openFindings(routes),
      ...httpFindings(routes),
      ...queryFindings(setup, routes),
    ]),
  ];
}

/** The routes that share a cache behavior. */
export function routesByBehavior(
  routes: readonly Route[],
): ReadonlyMap<DistributionBehavior, readonly [Route, ...Route[]]> {
  const byBehavior = new Map<DistributionBehavior, [Route, ...Route[]]>();
  for (const route of routes) {
    const others = byBehavior.get(route.behavior);
    if (others) others.push(route);
    else byBehavior.set(route.behavior, [route]);
  }
  return byBehavior;
}

function hostFindings(unknownHosts: readonly UnknownHost[]): DistributionFinding[] {
  const byHost = new Map<string, string[]>();
  for (const { host, name } of unknownHosts) {
    const urls = byHost.get(host) ?? [];
    urls.push(name);
    byHost.set(host, urls);
  }
  return [...byHost].map(([host, urls]) =>
    proven("url-host-unknown", `${quote(host)} is the host of ${quoteList(urls)}`),
  );
}

function openFindings(routes: readonly Route[]): DistributionFinding[] {
  const [first] = routes;
  if (!first || first.behavior.restricted) return [];
  const evidence = `this cache behavior is open and answers ${quoteList(namesOf(routes))}`;
  return [proven("url-not-restricted", evidence, { place: placeOf(first.distribution, first.behavior) })];
}

function httpFindings(routes: readonly Route[]): DistributionFinding[] {
  const overHttp = routes.filter(({ url }) => url.startsWith("http:"));
  const [first] = overHttp;
  const policy = first?.behavior.viewerProtocolPolicy;
  const treatment = treatmentOfHttp(policy);
  if (!first || treatment === undefined) return [];
  const evidence = `http stands in ${quoteList(namesOf(overHttp))}, and this cache behavior ${treatment}`;
  const place = placeOf(first.distribution, first.behavior);
  return [found("url-not-https", policy === "allow-all" ? "possible" : "proven", evidence, { place })];
}

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

/** Of parameters that do not reach the origin, and of those that change the answer but not what CloudFront caches it by. */
function queryFindings(setup: Setup, routes: readonly Route[]): DistributionFinding[] {
  const [first] = routes;
  if (!first) return [];
  const { policies, isComplete } = policiesOf(setup, first.behavior);
  if (!isComplete) return [];
  const has = (some: readonly RequestPolicy[], name: string): boolean =>
    some.some(({ forwardsParameter }) => forwardsParameter(name));
  const caching = policies.filter(({ caches }) => caches);
  const place = placeOf(first.distribution, first.behavior);
  const finding = (
    id: "query-not-forwarded" | "query-not-in-cache-key",
    problem: string,
    isAffected: (name: string) => boolean,
  ): DistributionFinding[] => {
    const names = new Set<string>();
    const affected = routes.filter(({ url }) => {
      const found = ownParameters(url).filter(isAffected);
      for (const name of found) names.add(name);
      return found.length > 0;
    });
    const evidence = `${problem} ${quoteList([...names])} of ${quoteList(namesOf(affected))}`;
    return affected.length === 0 ? [] : [proven(id, evidence, { place })];
  };
  return [
    ...finding(
      "query-not-forwarded",
      "no policy of this cache behavior forwards",
      (name) => !has(policies, name),
    ),
    ...finding(
      "query-not-in-cache-key",
      "only the origin request policy of this cache behavior has",
      // S3 changes headers of its answer by these.
      (name) =>
        name.startsWith("response-") && has(policies, name) && caching.length > 0 && !has(caching, name),
    ),
  ];
}

/** What findings call the URLs of some routes. */
export function namesOf(routes: readonly Route[]): string[] {
  return routes.map(({ name }) => name);
}

/** The names of the URL's own query parameters. Without escaped names, which policies may write otherwise. */
function ownParameters(url: string): string[] {
  const query = url.indexOf("?");
  const names = query < 0 ? [] : namesOfQuery(url.slice(query + 1));
  return names.filter((name) => name !== "" && !name.includes("%") && !parameterNames.includes(name));
}
