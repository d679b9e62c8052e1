import { kindOf } from "../options/read-options.ts";
import { isIpv4Cidr, withMask } from "./ip-address.ts";
import type { PolicyTerms } from "./policy.ts";
import type { EpochMember, PolicyPart, PolicyProblem } from "./policy-problem.ts";
import { secondsLimit } from "./time.ts";

/**
 * The longest text that is read as a policy. Our own limit, for safety: a URL of 8,192 bytes has room for
 * 6,000, a cookie for 3,000.
 *
 * Source: CloudFront Developer Guide, "Quotas"; RFC 6265bis, section 5.6.
 */
const longestPolicy = 65_536;

/** The members of an object by name, of two equal names the last. */
type Members = ReadonlyMap<string, unknown>;

/**
 * The grammar of a custom policy, for whoever signs or reads one: what it says, or the first rule that it
 * breaks. One statement, nothing but the documented names, none of them twice, times in plain digits, one
 * IPv4 CIDR. A statement without `Resource` covers every file of every distribution that trusts the key, as
 * documented.
 *
 * Source: CloudFront Developer Guide, "Create a signed URL using a custom policy".
 */
export function readPolicy(text: unknown): PolicyTerms | PolicyProblem {
  if (typeof text !== "string") return otherKind("Policy", text);
  if (text.length > longestPolicy)
    return { id: "too-long", part: "Policy", length: text.length, longest: longestPolicy };
  const json = parseJson(text);
  if (json === undefined) return { id: "not-json", part: "Policy", text };
  const root = membersOf(json);
  const list = root.get("Statement");
  const statement = membersOf(Array.isArray(list) ? list[0] : list);
  const condition = membersOf(statement.get("Condition"));
  const unknown = [
    ...namesBut(root, "Statement"),
    ...namesBut(statement, "Resource", "Condition"),
    ...namesBut(condition, "DateLessThan", "DateGreaterThan", "IpAddress"),
    ...namesBut(membersOf(condition.get("DateLessThan")), "AWS:EpochTime"),
    ...namesBut(membersOf(condition.get("DateGreaterThan")), "AWS:EpochTime"),
    ...namesBut(membersOf(condition.get("IpAddress")), "AWS:SourceIp"),
  ];
  if (unknown.length > 0) return { id: "names-unknown", part: "Policy", names: unknown };
  if (!Array.isArray(list)) return otherKind("Statement", list);
  if (list.length !== 1) return { id: "other-kind", part: "Statement", kind: `Array of ${list.length}` };
  const resource = statement.has("Resource") ? statement.get("Resource") : "*";
  if (typeof resource !== "string") return otherKind("Resource", resource);

  const dateLessThan = readEpoch("DateLessThan", condition);
  if (typeof dateLessThan === "object") return dateLessThan;
  const dateGreaterThan = condition.has("DateGreaterThan")
    ? readEpoch("DateGreaterThan", condition)
    : undefined;
  if (typeof dateGreaterThan === "object") return dateGreaterThan;
  const ipAddress = condition.has("IpAddress") ? readAddress(condition) : undefined;
  if (typeof ipAddress === "object") return ipAddress;

  // What JSON.parse does not keep: of two equal names the first, which CloudFront perhaps reads, and how a
  // number is written.
  const written = rewrite(text, stringOrSpace);
  if (rewrite(written, stringOrNumber) !== JSON.stringify(json))
    return { id: "name-repeated", part: "Policy" };
  for (const part of ["DateLessThan", "DateGreaterThan"] as const) {
    const isPlain = written.includes(`"${part}":${JSON.stringify(condition.get(part))}`);
    if (condition.has(part) && !isPlain) return { id: "not-plain", part };
  }
  return { resource, dateLessThan, dateGreaterThan, ipAddress };
}

function otherKind(part: PolicyPart, value: unknown): PolicyProblem {
  return { id: "other-kind", part, kind: kindOf(value) };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function membersOf(value: unknown): Members {
  return new Map(kindOf(value) === "Object" ? Object.entries(value as object) : []);
}

function namesBut(members: Members, ...known: readonly string[]): string[] {
  return [...members.keys()].filter((name) => !known.includes(name));
}

function readEpoch(part: EpochMember, condition: Members): number | PolicyProblem {
  const seconds = membersOf(condition.get(part)).get("AWS:EpochTime");
  if (typeof seconds !== "number") return otherKind(part, seconds);
  if (!Number.isInteger(seconds) || seconds < 0) return { id: "not-whole", part };
  return seconds < secondsLimit ? seconds : { id: "milliseconds", part, digits: `${BigInt(seconds)}`.length };
}

function readAddress(condition: Members): string | PolicyProblem {
  const address = membersOf(condition.get("IpAddress")).get("AWS:SourceIp");
  if (typeof address !== "string") return otherKind("IpAddress", address);
  return isIpv4Cidr(address) ? withMask(address) : { id: "no-address", part: "IpAddress" };
}

const stringOrSpace = /"[^"\\]*(?:\\.[^"\\]*)*"|\s+/g;
const stringOrNumber = /"[^"\\]*(?:\\.[^"\\]*)*"|[^\s{}[\]:,"]+/g;

/** JSON text with these pieces of it as `JSON.stringify` writes them, white space not at all. */
function rewrite(text: string, pieces: RegExp): string {
  return text.replace(pieces, (piece) => piece.trim() && JSON.stringify(JSON.parse(piece)));
}
