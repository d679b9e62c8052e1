import { kindOf } from "../options.ts";
import { isIpv4Cidr, withMask } from "./ip-address.ts";
import { type JsonValue, readJson } from "./json.ts";
import type { PolicyTerms } from "./policy.ts";
import type { EpochMember, PolicyProblem } from "./policy-problem.ts";
import { secondsLimit } from "./time.ts";

/** What a policy's text says, or the first rule that it breaks. */
export type PolicyReading =
  | { readonly terms: PolicyTerms; readonly problem?: undefined }
  | { readonly terms?: undefined; readonly problem: PolicyProblem };

/**
 * The longest text that is read as a policy. Our own limit, for safety: a URL of 8,192 bytes has room for
 * 6,000, a cookie for 3,000.
 *
 * Source: CloudFront Developer Guide, "Quotas"; RFC 6265bis, section 5.6.
 */
const longestPolicy = 65_536;

/**
 * The grammar of a custom policy, for whoever signs or reads one: one statement, nothing but the documented
 * names, none of them twice, times in plain digits, one IPv4 CIDR. A statement without `Resource` covers
 * every file of every distribution that trusts the key, as documented.
 *
 * Source: CloudFront Developer Guide, "Create a signed URL using a custom policy".
 */
export function readPolicy(text: unknown): PolicyReading {
  if (typeof text !== "string") return { problem: { id: "not-text", kind: kindOf(text) } };
  if (text.length > longestPolicy) return { problem: { id: "too-long", length: text.length, longest: longestPolicy } };
  const json = readJson(text);
  if (!json) return { problem: { id: "not-json", text } };
  const root = membersOf(json);
  const statements = root.get("Statement");
  const others = namesBut(root, ["Statement"]);
  if (!statements) return { problem: { id: "statement-missing", names: others } };
  if (statements.kind !== "Array") return { problem: { id: "statement-no-list", kind: statements.kind } };
  const [statement] = statements.items;
  if (!statement || statements.items.length > 1) return { problem: { id: "statement-count", count: statements.items.length } };

  const members = membersOf(statement);
  const unknown = [...others, ...namesBut(members, ["Resource", "Condition"])];
  if (unknown.length > 0) return { problem: { id: "names-unknown", names: unknown } };
  const resource = members.get("Resource");
  if (resource && resource.kind !== "String") return { problem: { id: "resource-no-text", kind: resource.kind } };
  const condition = members.get("Condition");
  const conditions = membersOf(condition);
  const [end, start, address] = ["DateLessThan", "DateGreaterThan", "IpAddress"].map((name) => conditions.get(name));
  if (!end) return { problem: { id: "end-missing" } };
  const unknownConditions = namesBut(conditions, ["DateLessThan", "DateGreaterThan", "IpAddress"]);
  if (unknownConditions.length > 0) return { problem: { id: "conditions-unknown", names: unknownConditions } };

  const dateLessThan = readEpoch("DateLessThan", end);
  if (typeof dateLessThan !== "number") return { problem: dateLessThan };
  const dateGreaterThan = start && readEpoch("DateGreaterThan", start);
  if (typeof dateGreaterThan === "object") return { problem: dateGreaterThan };
  const ipAddress = address && readAddress(address);
  if (typeof ipAddress === "object") return { problem: ipAddress };
  // Of two equal names JSON.parse keeps the last, and CloudFront perhaps the first.
  const single: readonly (readonly [JsonValue | undefined, number])[] = [
    [json, 1],
    [statement, members.size],
    [condition, conditions.size],
    [end, 1],
    [start, 1],
    [address, 1],
  ];
  if (single.some(([value, count]) => value?.kind === "Object" && value.members.length !== count))
    return { problem: { id: "name-repeated-or-unknown" } };
  return { terms: { resource: resource?.text ?? "*", dateLessThan, dateGreaterThan, ipAddress } };
}

/** The members of an object by name, of two equal names the last; nothing of what is no object. */
function membersOf(value: JsonValue | undefined): ReadonlyMap<string, JsonValue> {
  return new Map(value?.kind === "Object" ? value.members.map(({ name, value }) => [name, value]) : []);
}

function namesBut(members: ReadonlyMap<string, JsonValue>, known: readonly string[]): string[] {
  return [...members.keys()].filter((name) => !known.includes(name));
}

function readEpoch(member: EpochMember, condition: JsonValue): number | PolicyProblem {
  const epoch = membersOf(condition).get("AWS:EpochTime");
  if (epoch?.kind !== "Number") return { id: "epoch-no-number", member, kind: epoch?.kind ?? "Undefined" };
  const seconds = Number(epoch.text);
  const isPlain = /^\d+$/.test(epoch.text);
  if (isPlain && seconds >= secondsLimit) return { id: "epoch-milliseconds", member, digits: epoch.text.length };
  if (!Number.isInteger(seconds) || seconds < 0 || seconds >= secondsLimit) return { id: "epoch-not-whole", member };
  return isPlain ? seconds : { id: "epoch-spelling", member };
}

function readAddress(condition: JsonValue): string | PolicyProblem {
  const address = membersOf(condition).get("AWS:SourceIp");
  if (address?.kind !== "String") return { id: "address-no-text", kind: address?.kind ?? "Undefined" };
  if (address.text.includes(":")) return { id: "address-ipv6" };
  return isIpv4Cidr(address.text) ? withMask(address.text) : { id: "address-invalid" };
}
