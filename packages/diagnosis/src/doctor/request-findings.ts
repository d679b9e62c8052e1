import { likely, possible, proven } from "../findings/finding.ts";
import { privateNetworkOf } from "../findings/network.ts";
import type { DistributionBehavior } from "./cache-behavior.ts";
import type { Distribution } from "./distribution.ts";
import type { DistributionFinding } from "./finding-table.ts";
import type { Origin } from "./origin.ts";
import { policyName, quote } from "./quote.ts";
import { behaviorOf } from "./routes.ts";
import { originsOf, type PlacedBehavior, placeOf, policiesOf, type Setup } from "./setup.ts";

/** What happens to a signed request at a restricted cache behavior, and on its way to the origin. */
export function requestFindings(setup: Setup): DistributionFinding[] {
  return [
    ...setup.restricted.flatMap((placed) => [
      ...hostHeaderFindings(setup, placed),
      ...authorizationFindings(setup, placed),
    ]),
    ...errorPageFindings(setup),
    ...addressFindings(setup),
  ];
}

/** S3 finds the bucket by the Host header, and it is part of what CloudFront signs for S3. */
function hostHeaderFindings(setup: Setup, { distribution, behavior }: PlacedBehavior): DistributionFinding[] {
  const origin = bucketOrigin(distribution, behavior);
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

function bucketOrigin(distribution: Distribution, behavior: DistributionBehavior): Origin | undefined {
  return originsOf(distribution, [behavior]).find(({ kind }) => kind === "s3");
}

/** Origin access control that always signs replaces the viewer's `Authorization`; in the cache key, it still counts. */
function authorizationFindings(
  setup: Setup,
  { distribution, behavior }: PlacedBehavior,
): DistributionFinding[] {
  const origin = bucketOrigin(distribution, behavior);
  if (!origin) return [];
  const control = setup.inventory.originAccessControls.byId.get(origin.accessControlId);
  const isReplaced = control?.signingBehavior === "always";
  const place = placeOf(distribution, behavior);
  return policiesOf(setup, behavior)
    .policies.filter(({ forwardsAuthorization, caches }) => forwardsAuthorization && (caches || !isReplaced))
    .map((policy) =>
      isReplaced
        ? possible(
            "authorization-header-to-s3",
            `the ${policyName(policy)} has Authorization in the cache key`,
            {
              place,
              summary: "CloudFront caches the files again for each viewer who sends an Authorization header.",
            },
          )
        : likely(
            "authorization-header-to-s3",
            `the ${policyName(policy)} forwards Authorization to the origin ${quote(origin.domainName)}`,
            { place },
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

function addressFindings({ ipAddress }: Setup): DistributionFinding[] {
  const network = ipAddress && privateNetworkOf(ipAddress);
  return network ? [proven("ip-address-private", `the IP address is in ${network}`)] : [];
}
