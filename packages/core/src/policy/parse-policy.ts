import { fail } from "../errors.ts";
import { ipv4Cidr } from "./ip-address.ts";
import type { PolicyTerms } from "./policy.ts";
import { epochSeconds } from "./time.ts";

/**
 * Reads a ready custom policy as strictly as CloudFront does: one statement, nothing but the documented names, none of them twice, whole
 * seconds, one IPv4 CIDR. A statement without `Resource` covers every file of every distribution that trusts the key, as documented.
 *
 * Source: CloudFront Developer Guide, "Create a signed URL using a custom policy".
 */
export function parsePolicy(text: unknown, option = "policy"): PolicyTerms {
  // The names as they are written: JSON.parse would keep the last of two equal ones, and CloudFront may keep the first.
  const names = Array.from(`${text}`.matchAll(/"((?:[^"\\]|\\.)*)"\s*:/g), ([, name]) => name).sort();
  let json: unknown;
  try {
    json = JSON.parse(text as string);
  } catch {
    // Told below: the parser's own message would quote the text.
  }
  const { Statement: statements } = Object(json);
  const statement = Object(Array.isArray(statements) && statements.length === 1 && statements[0]);
  const { Resource: resource = "*", Condition: condition } = statement;
  const { DateLessThan: end, DateGreaterThan: start = end, IpAddress: address } = Object(condition);
  const parsed = [json, statement, condition, ...Object.values(Object(condition))].flatMap((value) => Object.keys(Object(value))).sort();
  if (
    !/^AWS:EpochTime,(AWS:EpochTime,)?(AWS:SourceIp,)?Condition,(DateGreaterThan,)?DateLessThan,(IpAddress,)?(Resource,)?Statement$/.test(
      `${names}`,
    ) ||
    `${names}` !== `${parsed}` ||
    typeof resource !== "string" ||
    typeof Object(end)["AWS:EpochTime"] !== "number" ||
    typeof Object(start)["AWS:EpochTime"] !== "number"
  ) {
    fail(
      "ERR_POLICY_INVALID",
      option,
      "expected one statement of Resource and Condition: DateLessThan, perhaps DateGreaterThan and IpAddress",
    );
  }
  return {
    resource: resource as string,
    dateLessThan: epochSeconds(option, end["AWS:EpochTime"], Math.floor),
    dateGreaterThan: start === end ? undefined : epochSeconds(option, start["AWS:EpochTime"], Math.floor),
    ipAddress: address === undefined ? undefined : ipv4Cidr(Object(address)["AWS:SourceIp"], option),
  };
}
