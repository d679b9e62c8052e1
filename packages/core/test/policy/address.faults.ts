import type { Fault } from "@cloudfront-sign-webcrypto/testing/faults/fault.ts";
import { refusedTerms } from "@cloudfront-sign-webcrypto/testing/faults/refused.ts";

/** An IP address that is none, or that no policy can hold. */
export const addressFaults: readonly Fault[] = [
  refusedTerms(
    'ipAddress: "2001:db8::1"',
    { expiresIn: "1h", ipAddress: "2001:db8::1" },
    "ERR_IP_ADDRESS_INVALID",
    "ipAddress: is IPv6, which policies do not support; turn IPv6 off for the distribution, and name an IPv4 address",
  ),
  refusedTerms(
    'ipAddress: "::ffff:203.0.113.7"',
    { expiresIn: "1h", ipAddress: "::ffff:203.0.113.7" },
    "ERR_IP_ADDRESS_INVALID",
    "ipAddress: is not an IPv4 address or CIDR; write one such as 203.0.113.7 or 203.0.113.0/24, without ::ffff:, a port or a leading zero",
  ),
  refusedTerms(
    'ipAddress: ""',
    { expiresIn: "1h", ipAddress: "" },
    "ERR_IP_ADDRESS_INVALID",
    "ipAddress: is an empty string; write one such as 203.0.113.7 or 203.0.113.0/24, without ::ffff:, a port or a leading zero",
  ),
  refusedTerms(
    "ipAddress: null",
    { expiresIn: "1h", ipAddress: null },
    "ERR_IP_ADDRESS_INVALID",
    "ipAddress: is null; write one such as 203.0.113.7 or 203.0.113.0/24, without ::ffff:, a port or a leading zero",
  ),
];
