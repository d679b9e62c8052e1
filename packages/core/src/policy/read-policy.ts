import { type JsonFault, type JsonValue, parseJson } from "../encoding/json.ts";
import { describeType } from "../options/type-name.ts";
import { isIpv4Cidr, withMask } from "./ipv4.ts";
import { longestPolicy, secondsLimit } from "./limits.ts";
import type { PolicyTerms } from "./policy.ts";

/** The members of each object of a custom policy: the first is required, the others are optional. */
export const membersOf = {
  policy: ["Statement"],
  statement: ["Condition", "Resource"],
  Condition: ["DateLessThan", "DateGreaterThan", "IpAddress"],
  DateLessThan: ["AWS:EpochTime"],
  DateGreaterThan: ["AWS:EpochTime"],
  IpAddress: ["AWS:SourceIp"],
} as const;

type PolicyObject = keyof typeof membersOf;
type EpochMember = "DateLessThan" | "DateGreaterThan";

/** Everything in a policy that has to be of one type. */
export type PolicyPart =
  | PolicyObject
  | "Statement"
  | "Resource"
  | `AWS:EpochTime of ${EpochMember}`
  | "AWS:SourceIp";

/** Which rule of the policy grammar a value breaks, where, and with what. */
export type PolicyProblem =
  | { readonly id: "not-text"; readonly type: string }
  | { readonly id: "too-long"; readonly length: number }
  | { readonly id: "too-deep" }
  | { readonly id: "not-json"; readonly fault: Exclude<JsonFault, { readonly id: "too-deep" }> }
  | {
      readonly id: "missing-member" | "unknown-member" | "repeated-member";
      readonly name: string;
      readonly object: PolicyObject;
    }
  | { readonly id: "wrong-type"; readonly part: PolicyPart; readonly type: JsonValue["type"] }
  | { readonly id: "statement-count"; readonly count: number }
  | {
      readonly id: "milliseconds" | "not-seconds";
      readonly member: EpochMember;
      readonly value: number;
    }
  | { readonly id: "ip-address"; readonly address: string };

type Members = ReadonlyMap<string, JsonValue>;

/**
 * The grammar of a custom policy, for whoever signs or reads one: what it says, or the first rule that it
 * breaks. One statement, nothing but the documented members, none of them twice, times in plain digits, one
 * IPv4 CIDR. A statement without `Resource` covers every file of every distribution that trusts the key, as
 * documented.
 *
 * Source: CloudFront Developer Guide, "Create a signed URL using a custom policy".
 */
export function readPolicy(text: unknown): PolicyTerms | PolicyProblem {
  if (typeof text !== "string") return { id: "not-text", type: describeType(text) };
  if (text.length > longestPolicy) return { id: "too-long", length: text.length };
  const json = parseJson(text);
  if ("id" in json) return json.id === "too-deep" ? json : { id: "not-json", fault: json };
  const policy = readMembers("policy", json);
  if ("id" in policy) return policy;
  const list = policy.get("Statement");
  if (list?.type !== "array") return wrongType("Statement", list);
  const [first, ...others] = list.items;
  if (first === undefined || others.length > 0) return { id: "statement-count", count: list.items.length };
  const statement = readMembers("statement", first);
  return "id" in statement ? statement : readStatement(statement);
}

function readStatement(statement: Members): PolicyTerms | PolicyProblem {
  const condition = readMembers("Condition", statement.get("Condition"));
  if ("id" in condition) return condition;
  const end = readMembers("DateLessThan", condition.get("DateLessThan"));
  if ("id" in end) return end;
  const start = readOptionalMembers("DateGreaterThan", condition);
  if ("id" in start) return start;
  const viewer = readOptionalMembers("IpAddress", condition);
  if ("id" in viewer) return viewer;

  const resource = statement.get("Resource") ?? { type: "string", value: "*" };
  if (resource.type !== "string") return wrongType("Resource", resource);
  const dateLessThan = readEpoch("DateLessThan", end);
  if (typeof dateLessThan === "object") return dateLessThan;
  const dateGreaterThan = start.size === 0 ? undefined : readEpoch("DateGreaterThan", start);
  if (typeof dateGreaterThan === "object") return dateGreaterThan;
  const ipAddress = viewer.size === 0 ? undefined : readAddress(viewer);
  if (typeof ipAddress === "object") return ipAddress;
  return { resource: resource.value, dateLessThan, dateGreaterThan, ipAddress };
}

/** The members of an object by name, or the first that should not be there, is there twice or is missing. */
function readMembers(object: PolicyObject, value: JsonValue | undefined): Members | PolicyProblem {
  if (value?.type !== "object") return wrongType(object, value);
  const known: readonly string[] = membersOf[object];
  const members = new Map<string, JsonValue>();
  for (const [name, member] of value.members) {
    if (!known.includes(name)) return { id: "unknown-member", name, object };
    // CloudFront may read the first of two, JSON.parse reads the last.
    if (members.has(name)) return { id: "repeated-member", name, object };
    members.set(name, member);
  }
  const [required] = membersOf[object];
  return members.has(required) ? members : { id: "missing-member", name: required, object };
}

/** The members of an optional object; none if it is not there. */
function readOptionalMembers(object: PolicyObject, parent: Members): Members | PolicyProblem {
  return parent.has(object) ? readMembers(object, parent.get(object)) : new Map();
}

function wrongType(part: PolicyPart, value: JsonValue | undefined): PolicyProblem {
  return { id: "wrong-type", part, type: value?.type ?? "null" };
}

function readEpoch(member: EpochMember, members: Members): number | PolicyProblem {
  const number = members.get("AWS:EpochTime");
  if (number?.type !== "number") return wrongType(`AWS:EpochTime of ${member}`, number);
  const value = Number(number.literal);
  if (value >= secondsLimit) return { id: "milliseconds", member, value };
  return /^\d+$/.test(number.literal) ? value : { id: "not-seconds", member, value };
}

function readAddress(members: Members): string | PolicyProblem {
  const address = members.get("AWS:SourceIp");
  if (address?.type !== "string") return wrongType("AWS:SourceIp", address);
  return isIpv4Cidr(address.value) ? withMask(address.value) : { id: "ip-address", address: address.value };
}
