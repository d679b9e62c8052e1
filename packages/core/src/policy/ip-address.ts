import { fail } from "../errors.ts";

/**
 * An IPv4 CIDR for `AWS:SourceIp`; a single address gets `/32`, host bits stay as given.
 *
 * Strict, because CloudFront must read it as it was meant: decimal, no leading zeros, no IPv6 (a policy cannot hold it).
 *
 * Source: CloudFront Developer Guide, "Create a signed URL using a custom policy".
 */
export function ipv4Cidr(value: unknown, option = "ipAddress"): string {
  const [address = "", length = "32", ...more] = (typeof value === "string" ? value : "").split("/");
  const octets = address.split(".");
  const numbers = [...octets, length];
  if (
    numbers.length !== 5 ||
    more.length > 0 ||
    !numbers.every((text, i) => `${Number(text) >>> 0}` === text && Number(text) <= (i < 4 ? 255 : 32))
  ) {
    fail("ERR_IP_ADDRESS_INVALID", option, "expected an IPv4 address or CIDR such as 203.0.113.0/24, not IPv6");
  }
  return `${address}/${length}`;
}
