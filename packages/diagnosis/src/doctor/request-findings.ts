import { ipv4 } from "cloudfront-sign-webcrypto/internals";
import { type Finding, proven } from "./finding.ts";
import { preflightPolicyName } from "./managed-policies.ts";
import { behaviorOf } from "./routes.ts";
import { type PlacedBehavior, policiesOf, restrictedBehaviors, type Setup } from "./setup.ts";

/** What happens to a signed request at a restricted cache behavior, and on its way to the origin. */
export function requestFindings(setup: Setup): Finding[] {
  const placed = restrictedBehaviors(setup);
  return [
    ...placed.flatMap((place) => [
      ...listedFindings(setup, place),
      ...hostHeaderFindings(setup, place),
      ...preflightFindings(place),
    ]),
    ...errorPageFindings(setup),
    ...addressFindings(setup, placed),
  ];
}

function listedFindings(setup: Setup, { distribution, behavior }: PlacedBehavior): Finding[] {
  return policiesOf(setup, behavior)
    .policies.filter(({ signingParameters }) => signingParameters.length > 0)
    .map(({ kind: policy, name, signingParameters: parameters }) => {
      const evidence = { kind: "listed-parameters", policy, name, parameters } as const;
      return proven("signing-parameter-listed", evidence, distribution, behavior);
    });
}

/** S3 finds the bucket by the Host header, and it is part of what CloudFront signs for S3. */
function hostHeaderFindings(setup: Setup, { distribution, behavior }: PlacedBehavior): Finding[] {
  const target = behavior.targetOriginId ?? "";
  const [origin] = (distribution.originGroups.get(target) ?? [target]).flatMap((id) => {
    const member = distribution.origins.get(id);
    return member?.kind === "s3" ? [member] : [];
  });
  if (!origin) return [];
  return policiesOf(setup, behavior)
    .policies.filter(({ forwardsHost }) => forwardsHost)
    .map(({ kind: policy, name }) => {
      const evidence = { kind: "host-forwarded", policy, name, origin: origin.domainName } as const;
      return proven("host-header-to-s3", evidence, distribution, behavior);
    });
}

function preflightFindings({ distribution, behavior }: PlacedBehavior): Finding[] {
  const name = preflightPolicyName(behavior.responseHeadersPolicyId ?? "");
  if (name === undefined || behavior.allowedMethods.includes("OPTIONS")) return [];
  return [proven("preflight-refused", { kind: "preflight-policy", name }, distribution, behavior)];
}

/** AWS does not document how CloudFront gets an error page from a restricted cache behavior. */
function errorPageFindings({ distributions }: Setup): Finding[] {
  return distributions.flatMap((distribution) => {
    const page = distribution.errorPages.find(({ errorCode, path }) => errorCode === 403 && path !== "");
    if (!page) return [];
    const path = page.path.startsWith("/") ? page.path : `/${page.path}`;
    const behavior = behaviorOf(distribution, path);
    if (!behavior.restricted) return [];
    const evidence = { kind: "error-page", path: page.path } as const;
    return [
      { ...proven("error-page-restricted", evidence, distribution, behavior), certainty: "likely" as const },
    ];
  });
}

/** Networks whose addresses no server on the internet sees (RFC 1918, 6598, 1122 and 3927). */
const privateNetworks = [
  "10.0.0.0/8",
  "172.16.0.0/12",
  "192.168.0.0/16",
  "100.64.0.0/10",
  "127.0.0.0/8",
  "169.254.0.0/16",
];

function addressFindings({ ipAddress }: Setup, placed: readonly PlacedBehavior[]): Finding[] {
  if (ipAddress === undefined) return [];
  const overIpv6 = new Set(
    placed.map(({ distribution }) => distribution).filter(({ ipv6Enabled }) => ipv6Enabled),
  );
  return [
    ...[...overIpv6].map((distribution) => proven("ipv6-with-ip-address", "ipv6-enabled", distribution)),
    ...privateNetworks
      .filter((network) => isWithin(ipAddress, network))
      .map((network) => proven("ip-address-private", { kind: "private-address", network })),
  ];
}

function isWithin(cidr: string, network: string): boolean {
  const [address = "", bits] = cidr.split("/");
  const [, networkBits] = network.split("/");
  return Number(bits) >= Number(networkBits) && ipv4.contains(network, address);
}
