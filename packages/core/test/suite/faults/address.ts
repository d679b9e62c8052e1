import type { Fault } from "./fault.ts";
import { refusedTerms } from "./refused.ts";

/** An IP address that is none, or that no policy can hold. */
export const addressFaults: readonly Fault[] = [
  refusedTerms(
    'ipAddress: "2001:db8::1"',
    { expiresIn: "1h", ipAddress: "2001:db8::1" },
    "ERR_IP_ADDRESS_INVALID",
    "ipAddress: is IPv6, which no policy can hold; turn IPv6 off for the distribution, or leave the address out",
  ),
  refusedTerms(
    'ipAddress: "::ffff:203.0.113.7"',
    { expiresIn: "1h", ipAddress: "::ffff:203.0.113.7" },
    "ERR_IP_ADDRESS_INVALID",
    "ipAddress: is an IPv4 address in the form of IPv6; pass 203.0.113.7",
  ),
  refusedTerms(
    'ipAddress: "203.0.113.0/33"',
    { expiresIn: "1h", ipAddress: "203.0.113.0/33" },
    "ERR_IP_ADDRESS_INVALID",
    "ipAddress: ends with /33; a CIDR ends with /0 to /32, without leading zeros",
  ),
  refusedTerms(
    'ipAddress: "203.0.113.0/024"',
    { expiresIn: "1h", ipAddress: "203.0.113.0/024" },
    "ERR_IP_ADDRESS_INVALID",
    "ipAddress: ends with /024; a CIDR ends with /0 to /32, without leading zeros",
  ),
  refusedTerms(
    'ipAddress: "203.0.113.0/255.255.255.0"',
    { expiresIn: "1h", ipAddress: "203.0.113.0/255.255.255.0" },
    "ERR_IP_ADDRESS_INVALID",
    "ipAddress: has a netmask after the slash; write the number of bits, such as /24 for 255.255.255.0",
  ),
  refusedTerms(
    'ipAddress: "203.0.113.010"',
    { expiresIn: "1h", ipAddress: "203.0.113.010" },
    "ERR_IP_ADDRESS_INVALID",
    "ipAddress: has 010 with a leading zero, which some programs read as octal; remove the zero",
  ),
  refusedTerms(
    'ipAddress: "203.0.113.7:443"',
    { expiresIn: "1h", ipAddress: "203.0.113.7:443" },
    "ERR_IP_ADDRESS_INVALID",
    "ipAddress: has a port; pass 203.0.113.7 without it",
  ),
  refusedTerms(
    'ipAddress: "203.0.113.7, 203.0.113.8"',
    { expiresIn: "1h", ipAddress: "203.0.113.7, 203.0.113.8" },
    "ERR_IP_ADDRESS_INVALID",
    "ipAddress: is a list, and a policy holds one address; pass a CIDR that covers all, or sign once for each",
  ),
  refusedTerms(
    'ipAddress: "203.0.113.0-203.0.113.9"',
    { expiresIn: "1h", ipAddress: "203.0.113.0-203.0.113.9" },
    "ERR_IP_ADDRESS_INVALID",
    "ipAddress: is a range; write it as a CIDR such as 203.0.113.0/24",
  ),
  refusedTerms(
    'ipAddress: "203.0.113.*"',
    { expiresIn: "1h", ipAddress: "203.0.113.*" },
    "ERR_IP_ADDRESS_INVALID",
    "ipAddress: has a *; write a CIDR such as 203.0.113.0/24, or 0.0.0.0/0 for every address",
  ),
  refusedTerms(
    'ipAddress: "203.0.113"',
    { expiresIn: "1h", ipAddress: "203.0.113" },
    "ERR_IP_ADDRESS_INVALID",
    "ipAddress: does not have 4 numbers with dots between them, but 3; write it like 203.0.113.7",
  ),
  refusedTerms(
    'ipAddress: "203.0.113.256"',
    { expiresIn: "1h", ipAddress: "203.0.113.256" },
    "ERR_IP_ADDRESS_INVALID",
    "ipAddress: has the number 256; the numbers of an IPv4 address go from 0 to 255",
  ),
  refusedTerms(
    'ipAddress: "viewer.example.com"',
    { expiresIn: "1h", ipAddress: "viewer.example.com" },
    "ERR_IP_ADDRESS_INVALID",
    "ipAddress: is a host name; pass the IPv4 address of the viewer",
  ),
  refusedTerms(
    'ipAddress: "undefined"',
    { expiresIn: "1h", ipAddress: "undefined" },
    "ERR_IP_ADDRESS_INVALID",
    'ipAddress: is the word "undefined" or "null"; a variable was not set',
  ),
  refusedTerms(
    'ipAddress: "203.0.113.7 "',
    { expiresIn: "1h", ipAddress: "203.0.113.7 " },
    "ERR_IP_ADDRESS_INVALID",
    "ipAddress: has white space in it; remove it",
  ),
  refusedTerms(
    'ipAddress: ""',
    { expiresIn: "1h", ipAddress: "" },
    "ERR_IP_ADDRESS_INVALID",
    "ipAddress: is empty; leave it out to allow every address, or pass one",
  ),
  refusedTerms(
    "ipAddress: null",
    { expiresIn: "1h", ipAddress: null },
    "ERR_IP_ADDRESS_INVALID",
    'ipAddress: is null; pass text such as "203.0.113.0/24"',
  ),
  refusedTerms(
    'ipAddress: "203.0.113.7/24/24"',
    { expiresIn: "1h", ipAddress: "203.0.113.7/24/24" },
    "ERR_IP_ADDRESS_INVALID",
    "ipAddress: is no IPv4 address or CIDR; write it like 203.0.113.7 or 203.0.113.0/24",
  ),
];
