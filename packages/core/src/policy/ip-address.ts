import { fail } from "../errors.ts";
import { lostRestriction } from "../options/lost-restriction.ts";
import { describeType } from "../options/type-name.ts";
import { ipAddressProblemText } from "./describe-ip-address.ts";
import type { IpAddressProblem } from "./ip-address-problem.ts";

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

/** Whether an IPv4 CIDR, as {@link ipv4Cidr} gives it, contains an IPv4 address. */
export function cidrContains(cidr: string, address: string): boolean {
  const [network = "", bits] = cidr.split("/");
  const blockSize = 2 ** (32 - Number(bits));
  return Math.floor(addressNumber(network) / blockSize) === Math.floor(addressNumber(address) / blockSize);
}

function addressNumber(address: string): number {
  return address.split(".").reduce((sum, octet) => sum * 256 + Number(octet), 0);
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
  if (value === undefined) fail("ERR_IP_ADDRESS_INVALID", option, lostRestriction);
  const { problem, remedy } = ipAddressProblemText(ipAddressProblem(value));
  return fail("ERR_IP_ADDRESS_INVALID", option, `${problem}; ${remedy}`);
}

/** Why {@link isIpv4Cidr} is false for a value. */
export function ipAddressProblem(value: unknown): IpAddressProblem {
  if (typeof value !== "string") {
    return Array.isArray(value) ? { id: "list" } : { id: "wrong-type", type: describeType(value) };
  }
  if (value.trim() === "") return { id: "empty" };
  if (value === "undefined" || value === "null") return { id: "unset" };
  if (/[,;]/.test(value)) return { id: "list" };
  if (/\s/.test(value)) return { id: "space" };
  const mapped = /^\[?::ffff:([\d.]+)\]?$/i.exec(value)?.[1];
  if (mapped !== undefined && isIpv4Cidr(mapped)) return { id: "ipv4-mapped", address: mapped };
  const [, hostOfPort] = /^([\d.]+):\d*$/.exec(value) ?? [];
  if (hostOfPort !== undefined && isIpv4Cidr(hostOfPort)) return { id: "port", address: hostOfPort };
  if (/^\[?[\da-f]*:[\da-f.]*:/i.test(value)) return { id: "ipv6" };
  if (value.includes("*")) return { id: "wildcard" };
  if (/^[\d.]+-[\d.]+$/.test(value)) return { id: "range" };
  const [address = "", mask, ...more] = value.split("/");
  if (!/^[\d.]+$/.test(address)) return { id: isHostName(value) ? "host-name" : "not-an-address" };
  if (mask !== undefined && isIpv4Cidr(mask)) return { id: "netmask" };
  return octetProblem(address.split(".")) ?? prefixProblem(mask, more.length);
}

function octetProblem(octets: readonly string[]): IpAddressProblem | undefined {
  if (octets.includes("")) return { id: "not-an-address" };
  if (octets.length !== 4) return { id: "octet-count", count: octets.length };
  const large = octets.find((octet) => Number(octet) > 255);
  if (large !== undefined) return { id: "octet-size", octet: large.slice(0, 12) };
  const padded = octets.find((octet) => octet.length > 1 && octet.startsWith("0"));
  return padded === undefined ? undefined : { id: "leading-zero", octet: padded.slice(0, 12) };
}

function prefixProblem(mask: string | undefined, furtherSlashes: number): IpAddressProblem {
  const isShown = mask !== undefined && furtherSlashes === 0 && /^-?\d{1,4}$/.test(mask);
  return isShown ? { id: "prefix-length", written: mask } : { id: "not-an-address" };
}

function isHostName(value: string): boolean {
  return /^[a-z\d-]+(?:\.[a-z\d-]+)*$/i.test(value) && /[a-z]/i.test(value) && value.length <= 253;
}
