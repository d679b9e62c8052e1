import { describeType, typeTag } from "../options/type-name.ts";
import { isIpv4Cidr } from "./ipv4-cidr.ts";
import { type ProblemText, problemText } from "./problem-text.ts";

/** Why {@link isIpv4Cidr} is false for a value. */
export function ipAddressProblem(value: unknown): ProblemText {
  if (typeof value !== "string")
    return typeTag(value) === "Array"
      ? listProblem()
      : problemText(`is ${describeType(value)}`, 'pass text such as "203.0.113.0/24"');
  if (value.trim() === "") return problemText("is empty", "leave it out to allow every address, or pass one");
  if (value === "undefined" || value === "null")
    return problemText('is the word "undefined" or "null"', "a variable was not set");
  if (/[,;]/.test(value)) return listProblem();
  if (/\s/.test(value)) return problemText("has white space in it", "remove it");
  const mapped = /^\[?::ffff:([\d.]+)\]?$/i.exec(value)?.[1];
  if (mapped !== undefined && isIpv4Cidr(mapped))
    return problemText("is an IPv4 address in the form of IPv6", `pass ${mapped}`);
  const [, hostOfPort] = /^([\d.]+):\d*$/.exec(value) ?? [];
  if (hostOfPort !== undefined && isIpv4Cidr(hostOfPort))
    return problemText("has a port", `pass ${hostOfPort} without it`);
  if (/^\[?[\da-f]*:[\da-f.]*:/i.test(value))
    return problemText(
      "is IPv6, which no policy can hold",
      "turn IPv6 off for the distribution, or leave the address out",
    );
  if (value.includes("*"))
    return problemText("has a *", "write a CIDR such as 203.0.113.0/24, or 0.0.0.0/0 for every address");
  if (/^[\d.]+-[\d.]+$/.test(value))
    return problemText("is a range", "write it as a CIDR such as 203.0.113.0/24");
  const [address = "", mask, ...more] = value.split("/");
  if (!/^[\d.]+$/.test(address))
    return isHostName(value)
      ? problemText("is a host name", "pass the IPv4 address of the viewer")
      : notAnAddress();
  if (mask !== undefined && isIpv4Cidr(mask))
    return problemText(
      "has a netmask after the slash",
      "write the number of bits, such as /24 for 255.255.255.0",
    );
  return octetProblem(address.split(".")) ?? prefixProblem(mask, more.length);
}

function listProblem(): ProblemText {
  return problemText(
    "is a list, and a policy holds one address",
    "pass a CIDR that covers all, or sign once for each",
  );
}

function notAnAddress(): ProblemText {
  return problemText("is no IPv4 address or CIDR", "write it like 203.0.113.7 or 203.0.113.0/24");
}

function octetProblem(octets: readonly string[]): ProblemText | undefined {
  if (octets.includes("")) return notAnAddress();
  if (octets.length !== 4)
    return problemText(
      `does not have 4 numbers with dots between them, but ${octets.length}`,
      "write it like 203.0.113.7",
    );
  const large = octets.find((octet) => Number(octet) > 255);
  if (large !== undefined)
    return problemText(
      `has the number ${large.slice(0, 12)}`,
      "the numbers of an IPv4 address go from 0 to 255",
    );
  const padded = octets.find((octet) => octet.length > 1 && octet.startsWith("0"));
  return padded === undefined
    ? undefined
    : problemText(
        `has ${padded.slice(0, 12)} with a leading zero, which some programs read as octal`,
        "remove the zero",
      );
}

function prefixProblem(mask: string | undefined, furtherSlashes: number): ProblemText {
  const isShown = mask !== undefined && furtherSlashes === 0 && /^-?\d{1,4}$/.test(mask);
  return isShown
    ? problemText(`ends with /${mask}`, "a CIDR ends with /0 to /32, without leading zeros")
    : notAnAddress();
}

function isHostName(value: string): boolean {
  return /^[a-z\d-]+(?:\.[a-z\d-]+)*$/i.test(value) && /[a-z]/i.test(value) && value.length <= 253;
}
