import { kindOf } from "../options.ts";
import { ipv4Cidr } from "../policy/ip-address.ts";

/** Which rule of the policy grammar is broken, in words. Never quotes more than a name. */
export function brokenPolicyRule(text: string): string {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return notJson(text);
  }
  const { Statement: statements, ...others } = Object(json);
  if (statements === undefined) return `there is no Statement${namesOf(others)}`;
  if (!Array.isArray(statements)) return `Statement is ${kindOf(statements)}, not a list of one`;
  if (statements.length !== 1) return `Statement has ${statements.length} entries; CloudFront takes exactly one`;
  const { Resource: resource, Condition: condition, ...more } = Object(statements[0]);
  const unknown = namesOf({ ...others, ...more });
  if (unknown) return `names that CloudFront does not know${unknown}`;
  if (resource !== undefined && typeof resource !== "string") return `Resource is ${kindOf(resource)}, not one string`;
  const { DateLessThan: end, DateGreaterThan: start, IpAddress: address, ...conditions } = Object(condition);
  if (end === undefined) return "there is no DateLessThan in the Condition, which is required";
  if (namesOf(conditions)) return `conditions that CloudFront does not know${namesOf(conditions)}`;
  for (const [name, date] of Object.entries({ DateLessThan: end, DateGreaterThan: start })) {
    const value = Object(date)["AWS:EpochTime"];
    if (date === undefined) continue;
    if (typeof value !== "number") return `AWS:EpochTime of ${name} is ${kindOf(value)}, not a number`;
    if (value >= 1e11) return `AWS:EpochTime of ${name} has ${`${value}`.length} digits: milliseconds`;
    if (!Number.isInteger(value) || value < 0) return `AWS:EpochTime of ${name} is no whole number of seconds`;
  }
  if (address !== undefined) {
    const ip = Object(address)["AWS:SourceIp"];
    if (typeof ip !== "string") return `AWS:SourceIp is ${kindOf(ip)}, not one string`;
    if (ip.includes(":")) return "AWS:SourceIp is an IPv6 address; policies know IPv4 only";
    try {
      ipv4Cidr(ip);
    } catch {
      return "AWS:SourceIp is no IPv4 address or CIDR";
    }
  }
  return "a name is there twice, or one that CloudFront does not know";
}

function namesOf(value: object): string {
  const names = Object.keys(value).slice(0, 5);
  return names.length > 0 ? `: ${names.map((name) => name.slice(0, 20)).join(", ")}` : "";
}

function notJson(text: string): string {
  if (/^eyJ/.test(text)) return "it is base64 once more: encoded twice";
  if (/^%7B/i.test(text)) return "it is percent-encoded: encoded before base64";
  if (/^\ufeff/.test(text)) return "it starts with a byte order mark";
  if (/^\{\s*'/.test(text)) return "its names are in single quotes";
  return /^\s*\{/.test(text) && !/\}\s*$/.test(text) ? "it ends early: cut off" : "it is no JSON";
}
