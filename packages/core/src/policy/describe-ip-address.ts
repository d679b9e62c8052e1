import type { IpAddressProblem } from "./ip-address-problem.ts";
import { type ProblemText, problemText } from "./problem-text.ts";

/** The only place that has words for the faults of an address. */
export function ipAddressProblemText(problem: IpAddressProblem): ProblemText {
  switch (problem.id) {
    case "wrong-type":
      return problemText(`is ${problem.type}`, 'pass text such as "203.0.113.0/24"');
    case "empty":
      return problemText("is empty", "leave it out to allow every address, or pass one");
    case "unset":
      return problemText('is the word "undefined" or "null"', "a variable was not set");
    case "space":
      return problemText("has white space in it", "remove it");
    case "list":
      return problemText(
        "is a list, and a policy holds one address",
        "pass a CIDR that covers all, or sign once for each",
      );
    case "range":
      return problemText("is a range", "write it as a CIDR such as 203.0.113.0/24");
    case "ipv6":
      return problemText(
        "is IPv6, which no policy can hold",
        "turn IPv6 off for the distribution, or leave the address out",
      );
    case "host-name":
      return problemText("is a host name", "pass the IPv4 address of the viewer");
    case "wildcard":
      return problemText("has a *", "write a CIDR such as 203.0.113.0/24, or 0.0.0.0/0 for every address");
    case "netmask":
      return problemText(
        "has a netmask after the slash",
        "write the number of bits, such as /24 for 255.255.255.0",
      );
    case "ipv4-mapped":
      return problemText("is an IPv4 address in the form of IPv6", `pass ${problem.address}`);
    case "port":
      return problemText("has a port", `pass ${problem.address} without it`);
    case "prefix-length":
      return problemText(
        `ends with /${problem.written}`,
        "a CIDR ends with /0 to /32, without leading zeros",
      );
    case "octet-count":
      return problemText(
        `does not have 4 numbers with dots between them, but ${problem.count}`,
        "write it like 203.0.113.7",
      );
    case "octet-size":
      return problemText(
        `has the number ${problem.octet}`,
        "the numbers of an IPv4 address go from 0 to 255",
      );
    case "leading-zero":
      return problemText(
        `has ${problem.octet} with a leading zero, which some programs read as octal`,
        "remove the zero",
      );
    case "not-an-address":
      return problemText("is no IPv4 address or CIDR", "write it like 203.0.113.7 or 203.0.113.0/24");
  }
}
