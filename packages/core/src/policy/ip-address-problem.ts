import { describeType, typeTag } from "../options/type-name.ts";
import { isIpv4Cidr } from "./ipv4-cidr.ts";

/** Why a value is no IPv4 address or CIDR. */
export type IpAddressProblem =
  | { readonly id: "wrong-type"; readonly type: string }
  | {
      readonly id:
        | "empty"
        | "unset"
        | "space"
        | "list"
        | "range"
        | "ipv6"
        | "host-name"
        | "wildcard"
        | "netmask";
    }
  | { readonly id: "ipv4-mapped" | "port"; readonly address: string }
  | { readonly id: "prefix-length"; readonly written: string }
  | { readonly id: "octet-count"; readonly count: number }
  | { readonly id: "octet-size" | "leading-zero"; readonly octet: string }
  | { readonly id: "not-an-address" };

/** Why {@link isIpv4Cidr} is false for a value. */
export function ipAddressProblem(value: unknown): IpAddressProblem {
  if (typeof value !== "string") {
    return typeTag(value) === "Array" ? { id: "list" } : { id: "wrong-type", type: describeType(value) };
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
