import { fail } from "../errors.ts";

const cidr = /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?=\d)|(?=\/|$))){4}(?:\/(?:3[0-2]|[12]?\d))?$/;

/**
 * An IPv4 CIDR for `AWS:SourceIp`; a single address gets `/32`, host bits stay as given.
 *
 * Strict, because CloudFront must read it as it was meant: decimal, no leading zeros, no IPv6 (a policy
 * cannot hold it).
 *
 * Source: CloudFront Developer Guide, "Create a signed URL using a custom policy".
 */
export function ipv4Cidr(value: unknown, option = "ipAddress"): string {
  if (value === undefined) {
    fail(
      "ERR_IP_ADDRESS_INVALID",
      option,
      "is undefined, and a restriction that got lost would open access; give an address, or leave it out",
    );
  }
  if (!isIpv4Cidr(value)) {
    return fail(
      "ERR_IP_ADDRESS_INVALID",
      option,
      "expected an IPv4 address or CIDR such as 203.0.113.0/24, not IPv6",
    );
  }
  return withMask(value);
}

/** Whether a value is an IPv4 address or CIDR in the one spelling that CloudFront is known to read. */
export function isIpv4Cidr(value: unknown): value is string {
  return typeof value === "string" && cidr.test(value);
}

/** A single address as the CIDR of itself. */
export function withMask(address: string): string {
  return address.includes("/") ? address : `${address}/32`;
}

/** Whether an IPv4 CIDR, as {@link ipv4Cidr} gives it, contains an IPv4 address. */
export function cidrContains(cidr: string, address: string): boolean {
  const [network = "", bits] = cidr.split("/");
  const [a, b] = [network, address].map((text) =>
    text.split(".").reduce((sum, octet) => sum * 256 + Number(octet), 0),
  ) as [number, number];
  const size = 2 ** (32 - Number(bits));
  return Math.floor(a / size) === Math.floor(b / size);
}
