import { isJsonFault, type JsonFault, type JsonValue, parseJson } from "../encoding/json.ts";
import { describeType } from "../options/type-name.ts";
import { isIpv4Cidr, withMask } from "./ipv4-cidr.ts";
import { longestPolicy, secondsLimit } from "./limits.ts";
import type { PolicyTerms } from "./policy.ts";
import { membersOf } from "./policy-members.ts";
import type { EpochMember, JsonProblem, PolicyObject, PolicyPart, PolicyProblem } from "./policy-problem.ts";

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
  if (typeof text !== "string")
    return { id: "not-text", type: describeType(text), isObject: typeof text === "object" && text !== null };
  if (text.length > longestPolicy) return { id: "too-long", length: text.length, longest: longestPolicy };
  const json = parseJson(text);
  if (isJsonFault(json))
    return json.id === "too-deep" ? json : { id: "not-json", fault: jsonProblem(text, json) };
  const policy = readMembers("policy", json);
  if (isProblem(policy)) return policy;
  const list = policy.get("Statement");
  if (list?.type !== "array") return wrongType("Statement", list);
  const [first, ...others] = list.items;
  if (first === undefined || others.length > 0) return { id: "statement-count", count: list.items.length };
  const statement = readMembers("statement", first);
  return isProblem(statement) ? statement : readStatement(statement);
}

function readStatement(statement: Members): PolicyTerms | PolicyProblem {
  const condition = readMembers("Condition", statement.get("Condition"));
  if (isProblem(condition)) return condition;
  const end = readMembers("DateLessThan", condition.get("DateLessThan"));
  if (isProblem(end)) return end;
  const start = readOptionalMembers("DateGreaterThan", condition);
  if (isProblem(start)) return start;
  const viewer = readOptionalMembers("IpAddress", condition);
  if (isProblem(viewer)) return viewer;

  const resource = statement.get("Resource") ?? { type: "string", value: "*" };
  if (resource.type !== "string") return wrongType("Resource", resource);
  const dateLessThan = readEpoch("DateLessThan", end);
  if (typeof dateLessThan === "object") return dateLessThan;
  const dateGreaterThan = start && readEpoch("DateGreaterThan", start);
  if (typeof dateGreaterThan === "object") return dateGreaterThan;
  const ipAddress = viewer && readAddress(viewer);
  if (typeof ipAddress === "object") return ipAddress;
  return { resource: resource.value, dateLessThan, dateGreaterThan, ipAddress };
}

function isProblem(read: Members | PolicyProblem | undefined): read is PolicyProblem {
  return read !== undefined && "id" in read;
}

/** The members of an object by name, or the first that should not be there, is there twice or is missing. */
function readMembers(object: PolicyObject, value: JsonValue | undefined): Members | PolicyProblem {
  if (value?.type !== "object") return wrongType(object, value);
  const known = membersOf[object];
  const members = new Map<string, JsonValue>();
  for (const [name, member] of value.members) {
    if (!known.includes(name)) return { id: "unknown-member", name, object };
    // CloudFront may read the first of two, JSON.parse reads the last.
    if (members.has(name)) return { id: "repeated-member", name, object };
    members.set(name, member);
  }
  const [required] = known;
  return members.has(required) ? members : { id: "missing-member", name: required, object };
}

function readOptionalMembers(object: PolicyObject, parent: Members): Members | PolicyProblem | undefined {
  return parent.has(object) ? readMembers(object, parent.get(object)) : undefined;
}

function wrongType(part: PolicyPart, value: JsonValue | undefined): PolicyProblem {
  return { id: "wrong-type", part, type: value?.type ?? "null" };
}

function readEpoch(member: EpochMember, members: Members): number | PolicyProblem {
  const value = members.get("AWS:EpochTime");
  if (value?.type !== "number") return wrongType(`AWS:EpochTime of ${member}`, value);
  const seconds = Number(value.literal);
  if (!Number.isInteger(seconds)) return { id: "not-whole", member };
  if (seconds < 0) return { id: "negative", member };
  if (seconds >= secondsLimit) return { id: "milliseconds", member, value: seconds };
  return /^\d+$/.test(value.literal) ? seconds : { id: "not-plain", member };
}

function readAddress(members: Members): string | PolicyProblem {
  const address = members.get("AWS:SourceIp");
  if (address?.type !== "string") return wrongType("AWS:SourceIp", address);
  return isIpv4Cidr(address.value) ? withMask(address.value) : { id: "ip-address", address: address.value };
}

/** The base64 of `{"`, `{ `, `{\n` and `{\r`, with which an encoded policy starts. */
const base64Starts = ["eyJ", "eyA", "ewo", "ew0"];

function jsonProblem(text: string, fault: Exclude<JsonFault, { id: "too-deep" }>): JsonProblem {
  if (text === "") return { id: "empty" };
  if (base64Starts.some((start) => text.startsWith(start))) return { id: "base64" };
  if (/^%7B/i.test(text)) return { id: "percent-encoding" };
  if (text.startsWith("\ufeff")) return { id: "byte-order-mark" };
  return fault.id === "unexpected-character" ? unexpectedProblem(text, fault) : fault;
}

type UnexpectedCharacter = Extract<JsonFault, { readonly id: "unexpected-character" }>;

function unexpectedProblem(text: string, fault: UnexpectedCharacter): JsonProblem {
  const { character, position } = fault;
  if (character === "'") return { id: "single-quotes" };
  const isClosing = character === "}" || character === "]";
  if (isClosing && text.slice(0, position).trimEnd().endsWith(",")) return { id: "trailing-comma" };
  // What languages write for a value that is missing, where JSON has null.
  const [word] = /^(?:undefined|NaN|None|nil|Infinity)\b/.exec(text.slice(position, position + 10)) ?? [];
  return word === undefined ? fault : { id: "lost-variable", word };
}
