import { fail } from "../errors.ts";
import { lostRestriction } from "../options/read-options.ts";
import { describeType } from "../options/type-name.ts";

const ipv4CidrText =
  /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?=\d)|(?=\/|$))){4}(?:\/(?:3[0-2]|[12]?\d))?$/;

/** An address with a mask for all addresses: it restricts nothing, and reads as if it did. */
const oneAddressForAll = /^(?!0\.0\.0\.0\/).*\/0$/;

/** Addresses that no viewer of CloudFront has (RFC 1918, RFC 1122 section 3.2.1.3). */
const privateAddress = /^(?:10|127|192\.168|172\.(?:1[6-9]|2\d|3[01]))\./;

/** A host that is not of this machine or of a private network. */
const publicHost = /^[^/]*\/\/[^/]+\.(?!local|internal|test)[a-z]+[:/]/;

/** Whether a value is an IPv4 address or CIDR in the one spelling that CloudFront is known to read. */
export function isIpv4Cidr(value: unknown): value is string {
  return typeof value === "string" && ipv4CidrText.test(value);
}

/** A single address as the CIDR of itself. */
export function withMask(address: string): string {
  return address.includes("/") ? address : `${address}/32`;
}

/**
 * An IPv4 CIDR for `AWS:SourceIp`; a single address gets `/32`, host bits stay as given. `0.0.0.0/0` is any address,
 * as in AWS's samples. With a resource of a public host, private addresses throw, too.
 *
 * Strict, because CloudFront must read it as it was meant: decimal, no leading zeros, no IPv6 (a policy
 * cannot hold it).
 *
 * Source: CloudFront Developer Guide, "Create a signed URL using a custom policy".
 *
 * @throws `ERR_IP_ADDRESS_INVALID` for anything else.
 */
export function ipv4Cidr(value: unknown, option = "ipAddress", resource = ""): string {
  if (value === undefined) return fail("ERR_IP_ADDRESS_INVALID", option, lostRestriction);
  if (!isIpv4Cidr(value) || oneAddressForAll.test(value)) {
    const { problem, remedy } = ipv4Problem(value);
    return fail("ERR_IP_ADDRESS_INVALID", option, `${problem}; ${remedy}`);
  }
  if (privateAddress.test(value) && publicHost.test(resource))
    fail(
      "ERR_IP_ADDRESS_INVALID",
      option,
      "is not a public address, so CloudFront never sees it; pass the public address of the viewer, or leave it out",
    );
  return withMask(value);
}

/** Why a value is no IPv4 CIDR, or one of all addresses, and what mends it. */
export function ipv4Problem(value: unknown): { readonly problem: string; readonly remedy: string } {
  const isText = typeof value === "string" && value !== "";
  if (isText && /^\[?[\da-f]*:[\da-f]*:[^.]*$/i.test(value))
    return {
      problem: "is IPv6, which no policy can hold",
      remedy: "turn IPv6 off for the distribution, or leave the address out",
    };
  if (isIpv4Cidr(value))
    return {
      problem: "ends with /0, which is every address",
      remedy: "write /32 for one address, or leave the address out",
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
