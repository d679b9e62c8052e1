import { fail } from "../errors.ts";
import { ipv4Cidr } from "./ip-address.ts";
import type { PolicyTerms } from "./policy.ts";
import { wholeSeconds } from "./time.ts";

/**
 * Reads a ready custom policy as strictly as CloudFront does: one statement, nothing but the documented names, none of them twice, whole
 * seconds, one IPv4 CIDR. A statement without `Resource` covers every file of every distribution that trusts the key, as documented.
 *
 * Source: CloudFront Developer Guide, "Create a signed URL using a custom policy".
 */
export function parsePolicy(text: unknown, option = "policy"): PolicyTerms {
  let json: unknown;
  try {
    json = JSON.parse(text as string);
  } catch {
    // Told below: the parser's own message would quote the text.
  }
  const { Statement: statements } = Object(json);
  const { Resource: resource, Condition: condition } = Object(statements?.[0]);
  const { DateLessThan: end, DateGreaterThan: start, IpAddress: address } = Object(condition);
  const { "AWS:EpochTime": dateLessThan } = Object(end);
  const { "AWS:EpochTime": dateGreaterThan } = Object(start);
  const { "AWS:SourceIp": ipAddress } = Object(address);
  const optional = [resource, dateGreaterThan, dateGreaterThan, ipAddress, ipAddress].filter((value) => value !== undefined);
  // Outside of strings, every name has a colon. More of them than were found: an unknown name, or one that is there twice, of which
  // JSON.parse keeps the last, and CloudFront perhaps the first.
  // Only in what is JSON does every string end.
  const names = json === undefined ? 0 : `${text}`.replace(/"[^"\\]*(?:\\.[^"\\]*)*"/g, "").split(":").length - 1;
  const types = `${[resource, dateLessThan, dateGreaterThan, ipAddress].map((value) => typeof value)}`;
  if (
    statements?.length !== 1 ||
    names !== 4 + optional.length ||
    !/^(string|undefined),number,(number|undefined),(string|undefined)$/.test(types)
  ) {
    fail(
      "ERR_POLICY_INVALID",
      option,
      "expected one statement of Resource and Condition: DateLessThan, perhaps DateGreaterThan and IpAddress",
    );
  }
  return {
    resource: resource ?? "*",
    dateLessThan: wholeSeconds(option, dateLessThan),
    dateGreaterThan: dateGreaterThan === undefined ? undefined : wholeSeconds(option, dateGreaterThan),
    ipAddress: ipAddress === undefined ? undefined : ipv4Cidr(ipAddress, option),
  };
}
