import { namesOfQuery, parameterNames } from "cloudfront-sign-webcrypto/internals";
import type { DistributionBehavior } from "./cache-behavior.ts";
import type { ProtocolPolicy } from "./evidence.ts";
import { type Finding, possible, proven } from "./finding.ts";
import type { Route, UnknownHost } from "./routes.ts";
import { policiesOf, type Setup } from "./setup.ts";

/** What happens to the URLs that are signed: one finding for all URLs that share a cache behavior and a fault. */
export function urlFindings(setup: Setup): Finding[] {
  const byBehavior = new Map<DistributionBehavior, Route[]>();
  for (const route of setup.routes) {
    const routes = byBehavior.get(route.behavior) ?? [];
    routes.push(route);
    byBehavior.set(route.behavior, routes);
  }
  return [
    ...hostFindings(setup.unknownHosts),
    ...[...byBehavior.values()].flatMap((routes) => [
      ...openFindings(routes),
      ...httpFindings(routes),
      ...queryFindings(setup, routes),
    ]),
  ];
}

function hostFindings(unknownHosts: readonly UnknownHost[]): Finding[] {
  const byHost = new Map<string, number[]>();
  for (const { host, index } of unknownHosts) {
    const urls = byHost.get(host) ?? [];
    urls.push(index);
    byHost.set(host, urls);
  }
  return [...byHost].map(([host, urls]) => proven("url-host-unknown", { kind: "unknown-host", urls, host }));
}

function openFindings(routes: readonly Route[]): Finding[] {
  const [first] = routes;
  if (!first || first.behavior.restricted) return [];
  const evidence = { kind: "urls-in-open-behavior", urls: indexesOf(routes) } as const;
  return [proven("url-not-restricted", evidence, first.distribution, first.behavior)];
}

function httpFindings(routes: readonly Route[]): Finding[] {
  const overHttp = routes.filter(({ url }) => url.startsWith("http:"));
  const [first] = overHttp;
  const policy = protocolPolicy(first?.behavior.viewerProtocolPolicy);
  if (!first || policy === undefined) return [];
  const httpFinding = policy === "allow-all" ? possible : proven;
  const evidence = { kind: "http-urls", urls: indexesOf(overHttp), policy } as const;
  return [httpFinding("url-not-https", evidence, first.distribution, first.behavior)];
}

function protocolPolicy(policy: string | undefined): ProtocolPolicy | undefined {
  switch (policy) {
    case "allow-all":
    case "https-only":
    case "redirect-to-https":
      return policy;
    default:
      return undefined;
  }
}

function queryFindings(setup: Setup, routes: readonly Route[]): Finding[] {
  const [first] = routes;
  if (!first) return [];
  const { policies, isComplete } = policiesOf(setup, first.behavior);
  if (!isComplete) return [];
  const isLost = (name: string): boolean =>
    !policies.some(({ forwardsParameter }) => forwardsParameter(name));
  const names = new Set<string>();
  const affected = routes.filter(({ url }) => {
    const lost = ownParameters(url).filter(isLost);
    for (const name of lost) names.add(name);
    return lost.length > 0;
  });
  if (affected.length === 0) return [];
  const evidence = {
    kind: "parameters-not-forwarded",
    urls: indexesOf(affected),
    names: [...names],
  } as const;
  return [proven("query-not-forwarded", evidence, first.distribution, first.behavior)];
}

function indexesOf(routes: readonly Route[]): number[] {
  return routes.map(({ index }) => index);
}

/** The names of the URL's own query parameters. Without escaped names, which policies may write otherwise. */
function ownParameters(url: string): string[] {
  const query = url.indexOf("?");
  const names = query < 0 ? [] : namesOfQuery(url.slice(query + 1));
  return names.filter((name) => name !== "" && !name.includes("%") && !parameterNames.includes(name));
}
