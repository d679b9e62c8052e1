import { ipv4 } from "cloudfront-sign-webcrypto/internals";
import { likely, proven } from "../findings/finding.ts";
import type { DistributionFinding } from "./finding-table.ts";
import { policyName, quote } from "./quote.ts";
import { behaviorOf } from "./routes.ts";
import { type PlacedBehavior, placeOf, policiesOf, type Setup } from "./setup.ts";

/** What happens to a signed request at a restricted cache behavior, and on its way to the origin. */
export function requestFindings(setup: Setup): DistributionFinding[] {
  return [
    ...setup.restricted.flatMap((placed) => hostHeaderFindings(setup, placed)),
    ...errorPageFindings(setup),
    ...addressFindings(setup),
  ];
}

/** S3 finds the bucket by the Host header, and it is part of what CloudFront signs for S3. */
function hostHeaderFindings(setup: Setup, { distribution, behavior }: PlacedBehavior): DistributionFinding[] {
  const target = behavior.targetOriginId ?? "";
  const [origin] = (distribution.originGroups.get(target) ?? [target]).flatMap((id) => {
    const member = distribution.origins.get(id);
    return member?.kind === "s3" ? [member] : [];
  });
  if (!origin) return [];
  return policiesOf(setup, behavior)
    .policies.filter(({ forwardsHost }) => forwardsHost)
    .map((policy) =>
      proven(
        "host-header-to-s3",
        `the ${policyName(policy)} forwards Host to the origin ${quote(origin.domainName)}`,
        { place: placeOf(distribution, behavior) },
      ),
    );
}

/** AWS does not document how CloudFront gets an error page from a restricted cache behavior. */
function errorPageFindings({ distributions }: Setup): DistributionFinding[] {
  return distributions.flatMap((distribution) => {
    const page = distribution.errorPages.find(({ errorCode, path }) => errorCode === 403 && path !== "");
    if (!page) return [];
    const path = page.path.startsWith("/") ? page.path : `/${page.path}`;
    const behavior = behaviorOf(distribution, path);
    if (!behavior.restricted) return [];
    return [
      likely("error-page-restricted", `the page for 403 is ${quote(page.path)}`, {
        place: placeOf(distribution, behavior),
      }),
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

function addressFindings({ ipAddress }: Setup): DistributionFinding[] {
  const network = ipAddress && privateNetworkOf(ipAddress);
  return network ? [proven("ip-address-private", `the IP address is in ${network}`)] : [];
}

/** The private network that has all addresses of a CIDR. */
export function privateNetworkOf(cidr: string): string | undefined {
  return privateNetworks.find((network) => isWithin(cidr, network));
}

function isWithin(cidr: string, network: string): boolean {
  const [address = "", bits] = cidr.split("/");
  const [, networkBits] = network.split("/");
  return Number(bits) >= Number(networkBits) && ipv4.contains(network, address);
}
