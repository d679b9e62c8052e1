import { fail } from "../errors.ts";
import { lostRestriction } from "../options/read-options.ts";
import { describeType } from "../options/type-name.ts";

const ipv4CidrText =
  /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?=\d)|(?=\/|$))){4}(?:\/(?:3[0-2]|[12]?\d))?$/;

/** Whether a value is an IPv4 address or CIDR in the one spelling that CloudFront is known to read. */
export function isIpv4Cidr(value: unknown): value is string {
  return typeof value === "string" && ipv4CidrText.test(value);
}

/** A single address as the CIDR of itself. */
export function withMask(address: string): string {
  return address.includes("/") ? address : `${address}/32`;
}

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
  if (value === undefined) return fail("ERR_IP_ADDRESS_INVALID", option, lostRestriction);
  const { problem, remedy } = ipv4Problem(value);
  return fail("ERR_IP_ADDRESS_INVALID", option, `${problem}; ${remedy}`);
}

/** Why a value is no IPv4 CIDR, and what mends it. */
export function ipv4Problem(value: unknown): { readonly problem: string; readonly remedy: string } {
  const isText = typeof value === "string" && value !== "";
  if (isText && /^\[?[\da-f]*:[\da-f]*:[^.]*$/i.test(value))
    return {
      problem: "is IPv6, which policies do not support",
      remedy: "turn IPv6 off for the distribution, and name an IPv4 address",
    };
  return {
    problem: `is ${isText ? "not an IPv4 address or CIDR" : describeType(value)}`,
    remedy: "write one such as 203.0.113.7 or 203.0.113.0/24, without ::ffff:, a port or a leading zero",
  };
}

/** Whether an IPv4 CIDR, as {@link ipv4Cidr} gives it, contains an IPv4 address. */
export function cidrContains(cidr: string, address: string): boolean {
  const [network = "", bits] = cidr.split("/");
  if (network === address) return true;
  const blockSize = 2 ** (32 - Number(bits));
  return Math.floor(addressNumber(network) / blockSize) === Math.floor(addressNumber(address) / blockSize);
}

function addressNumber(address: string): number {
  return address.split(".").reduce((sum, octet) => sum * 256 + Number(octet), 0);
}

/** IPv4 CIDRs. */
export const ipv4: {
  readonly read: typeof ipv4Cidr;
  readonly contains: typeof cidrContains;
} = { read: ipv4Cidr, contains: cidrContains };
