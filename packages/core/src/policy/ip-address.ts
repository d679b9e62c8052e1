import { fail } from "../errors.ts";
import { lostRestriction } from "../options/lost-restriction.ts";
import { ipAddressProblem } from "./ip-address-problem.ts";
import { cidrContains, isIpv4Cidr, withMask } from "./ipv4-cidr.ts";

/**
 * An IPv4 CIDR for `AWS:SourceIp`; a single address gets `/32`, host bits stay as given.
 *
 * Strict, because CloudFront must read it as it was meant: decimal, no leading zeros, no IPv6 (a policy
 * cannot hold it).
 *
 * Source: CloudFront Developer Guide, "Create a signed URL using a custom policy".
 *
 * @throws `ERR_IP_ADDRESS_INVALID` for anything else.
 */
export function ipv4Cidr(value: unknown, option = "ipAddress"): string {
  if (isIpv4Cidr(value)) return withMask(value);
  if (value === undefined) fail("ERR_IP_ADDRESS_INVALID", option, lostRestriction);
  const { problem, remedy } = ipAddressProblem(value);
  return fail("ERR_IP_ADDRESS_INVALID", option, `${problem}; ${remedy}`);
}

/** IPv4 CIDRs. */
export const ipv4: {
  readonly read: typeof ipv4Cidr;
  readonly contains: typeof cidrContains;
} = { read: ipv4Cidr, contains: cidrContains };
