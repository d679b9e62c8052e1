import { privateNetworkOf } from "../../findings/network.ts";
import type { Checks } from "../check.ts";
import type { Distribution } from "../distribution.ts";
import { quote } from "../quote.ts";
import { placeOf, type Setup } from "../setup.ts";
import { connectionGroupOf, tenantsOf } from "../tenants.ts";

/** The names of the findings about the IP address in signed policies. */
export type AddressFindingId = "ipv6-with-ip-address" | "ip-address-private";

export const addressChecks: Checks<AddressFindingId> = {
  /** Your signed policies name an IP address, and the distribution or the connection group has IPv6 turned on. */
  "ipv6-with-ip-address": {
    // Source: https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/private-content-creating-signed-url-custom-policy.html
    rank: 270,
    certainty: "proven",
    summary: "Viewers who connect over IPv6 never match the IP address of a signed policy.",
    fix: "Under Settings, choose Edit and set IPv6 to Off. Or sign without an IP address.",
    find: (setup) => {
      if (setup.ipAddress === undefined) return [];
      const distributions = [...new Set(setup.restricted.map(({ distribution }) => distribution))];
      return [
        ...distributions
          .filter(({ ipv6Enabled }) => ipv6Enabled)
          .map((distribution) => ({ evidence: "IsIPV6Enabled is true", place: placeOf(distribution) })),
        ...distributions.flatMap((distribution) =>
          connectionGroupsWithIpv6(setup, distribution).map((name) => ({
            evidence: `Ipv6Enabled of the connection group ${quote(name)} is true`,
            place: placeOf(distribution),
            fix: "Turn IPv6 off in the connection group, or sign without an IP address.",
          })),
        ),
      ];
    },
  },
  /** `ipAddress` is an address of a private network. */
  "ip-address-private": {
    // Source: https://www.rfc-editor.org/rfc/rfc1918
    rank: 280,
    certainty: "proven",
    summary: "CloudFront never sees an IP address of a private network.",
    fix: "Sign for the public address of the viewer's network, or without an IP address.",
    find: ({ ipAddress }) => {
      const network = ipAddress && privateNetworkOf(ipAddress);
      return network ? [{ evidence: `the IP address is in ${network}` }] : [];
    },
  },
};

/** The names of connection groups: viewers connect to their endpoints, and `IsIPV6Enabled` of the distribution decides nothing. */
function connectionGroupsWithIpv6({ inventory }: Setup, distribution: Distribution): string[] {
  if (!distribution.isMultiTenant) return [];
  const tenants = tenantsOf(distribution, inventory.tenants);
  const groups = new Set(tenants.map((tenant) => connectionGroupOf(tenant, inventory.connectionGroups)));
  return [...groups].flatMap((group) => (group?.ipv6Enabled ? group.name : []));
}
