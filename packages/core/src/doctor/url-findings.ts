import { namesOfQuery, parameterNames } from "../url/signing-parameters.ts";
import type { ProtocolPolicy } from "./evidence.ts";
import { type Finding, possible, proven } from "./finding.ts";
import type { Route } from "./routes.ts";
import { policiesOf, type Setup } from "./setup.ts";

/** What happens to the URLs that are signed. */
export function urlFindings(setup: Setup): Finding[] {
  return [
    ...setup.unknownHosts.map(({ index, host }) =>
      proven("url-host-unknown", { kind: "unknown-host", index, host }),
    ),
    ...setup.routes.flatMap((route) => [
      ...openFindings(route),
      ...httpFindings(route),
      ...queryFindings(setup, route),
    ]),
  ];
}

function openFindings({ index, distribution, behavior }: Route): Finding[] {
  if (behavior.restricted) return [];
  return [proven("url-not-restricted", { kind: "url-in-open-behavior", index }, distribution, behavior)];
}

function httpFindings({ index, url, distribution, behavior }: Route): Finding[] {
  const policy = protocolPolicy(behavior.viewerProtocolPolicy);
  if (policy === undefined || url.startsWith("https:")) return [];
  const finding = policy === "allow-all" ? possible : proven;
  return [finding("url-not-https", { kind: "http-url", index, policy }, distribution, behavior)];
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

function queryFindings(setup: Setup, { index, url, distribution, behavior }: Route): Finding[] {
  const { policies, isComplete } = policiesOf(setup, behavior);
  if (!isComplete) return [];
  const lost = ownParameters(url).filter(
    (name) => !policies.some(({ forwardsParameter }) => forwardsParameter(name)),
  );
  if (lost.length === 0) return [];
  const evidence = { kind: "parameters-not-forwarded", index, names: lost } as const;
  return [proven("query-not-forwarded", evidence, distribution, behavior)];
}

/** The names of the URL's own query parameters. Without escaped names, which policies may write otherwise. */
function ownParameters(url: string): string[] {
  const query = url.indexOf("?");
  const names = query < 0 ? [] : namesOfQuery(url.slice(query + 1));
  return names.filter((name) => name !== "" && !name.includes("%") && !parameterNames.includes(name));
}
