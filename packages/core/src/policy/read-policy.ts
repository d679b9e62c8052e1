import { type CloudFrontSignErrorCode, fail } from "../errors.ts";
import { longestPolicy, secondsLimit } from "../limits.ts";
import { nearestName } from "../options/nearest-name.ts";
import { characterName, printableName } from "../options/printable.ts";
import { describeType } from "../options/type-name.ts";
import { ipv4Problem, isIpv4Cidr, withMask } from "./ipv4.ts";
import { type PolicyStatement, policyText } from "./policy.ts";

/** The members of each object of a custom policy: the first is required, the others are optional. */
const membersOf = {
  "the policy": ["Statement"],
  "the statement": ["Condition", "Resource"],
  Condition: ["DateLessThan", "DateGreaterThan", "IpAddress"],
  DateLessThan: ["AWS:EpochTime"],
  DateGreaterThan: ["AWS:EpochTime"],
  IpAddress: ["AWS:SourceIp"],
} as const;

type EpochMember = "DateLessThan" | "DateGreaterThan";

/** Which rule of the policy grammar a value breaks, and with what. */
export type PolicyProblem =
  | { readonly id: "not-text"; readonly value: unknown }
  | { readonly id: "not-json"; readonly text: string }
  /** A member is missing, unknown, there twice or of another type: `fault` says which. */
  | { readonly id: "shape"; readonly name: string; readonly fault: string }
  | { readonly id: "milliseconds" | "not-seconds"; readonly member: EpochMember; readonly value: number }
  | { readonly id: "ip-address"; readonly address: string };

/** Brings a problem to {@link readPolicy}. */
class PolicyFault {
  readonly problem: PolicyProblem;

  constructor(problem: PolicyProblem) {
    this.problem = problem;
  }
}

/** A policy as this package and most others write it: to read it member by member takes ten times as long. */
const usualPolicy =
  /^\{"Statement":\[\{"Resource":"([ !#-[\]-\uffff]*)","Condition":\{"DateLessThan":\{"AWS:EpochTime":([1-9]\d{0,10})\}(?:,"DateGreaterThan":\{"AWS:EpochTime":([1-9]\d{0,10})\})?(?:,"IpAddress":\{"AWS:SourceIp":"([\d./]*)"\})?\}\}\]\}$/;

/**
 * The grammar of a custom policy, for whoever signs or reads one: what it says, or the first rule that it breaks. One
 * statement, nothing but the documented members, none of them twice, times in plain digits, one IPv4 CIDR. A statement
 * without `Resource` covers every file of every distribution that trusts the key, as documented.
 *
 * Source: CloudFront Developer Guide, "Create a signed URL using a custom policy".
 */
export function readPolicy(text: unknown): PolicyStatement | PolicyProblem {
  if (typeof text !== "string" || text.length > longestPolicy) return { id: "not-text", value: text };
  const [, resource, end, start, cidr] = usualPolicy.exec(text) ?? [];
  if (resource !== undefined && (cidr === undefined || isIpv4Cidr(cidr)))
    return {
      resource,
      dateLessThan: Number(end),
      dateGreaterThan: Number(start) || undefined,
      ipAddress: cidr && withMask(cidr),
    };
  try {
    return readStatement(text);
  } catch (fault) {
    if (fault instanceof PolicyFault) return fault.problem;
    throw fault;
  }
}

function readStatement(text: string): PolicyStatement {
  const { json, names } = parse(text);
  const policy = readMembers("the policy", json);
  const list = policy.get("Statement");
  if (!Array.isArray(list) || list.length !== 1) refuseShape("Statement", "is not a list of one statement");
  const statement = readMembers("the statement", list[0]);
  const condition = readMembers("Condition", statement.get("Condition"));
  const end = readMembers("DateLessThan", condition.get("DateLessThan"));
  const start = readOptionalMembers("DateGreaterThan", condition);
  const viewer = readOptionalMembers("IpAddress", condition);
  // CloudFront may read the first of two, JSON.parse reads the last. A value of another type may have names, too.
  if (names.length > numMembers(json)) refuseShape(repeatedName(names), "is there twice");

  const resource = statement.has("Resource") ? statement.get("Resource") : "*";
  if (typeof resource !== "string") return refuseShape("Resource", "is not a string");
  const dateLessThan = readEpoch("DateLessThan", end);
  const dateGreaterThan = start.size === 0 ? undefined : readEpoch("DateGreaterThan", start);
  const ipAddress = viewer.size === 0 ? undefined : readAddress(viewer.get("AWS:SourceIp"));
  return { resource, dateLessThan, dateGreaterThan, ipAddress };
}

/** In a text that is JSON: its strings, with the colon after those that are names, and its numbers. */
const stringOrNumber = /"[^"\\]*(?:\\.[^"\\]*)*"(?:\s*:)?|-?\d[\d.eE+-]*/g;

/** The value of a text, and all names in it, as they are written. A time that is not in plain digits is -1. */
function parse(text: string): { readonly json: unknown; readonly names: readonly string[] } {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new PolicyFault({ id: "not-json", text });
  }
  const tokens = text.match(stringOrNumber) ?? [];
  if (!tokens.every(isPlain))
    json = JSON.parse(text.replace(stringOrNumber, (token) => (isPlain(token) ? token : "-1")));
  return { json, names: tokens.filter((token) => token.endsWith(":")) };
}

function isPlain(token: string): boolean {
  return token.startsWith('"') || /^\d+$/.test(token) || Number(token) >= secondsLimit;
}

/** The number of members of all objects in a value. */
function numMembers(json: unknown): number {
  let count = 0;
  const values = [json];
  for (const value of values)
    if (typeof value === "object" && value !== null) {
      const members: unknown[] = Object.values(value);
      if (!Array.isArray(value)) count += members.length;
      for (const member of members) values.push(member);
    }
  return count;
}

/** The name that stands twice, as far as those of a policy show it. */
function repeatedName(names: readonly string[]): string {
  const sorted = names.map((name) => JSON.parse(name.slice(0, -1)) as string).sort();
  const time = "AWS:EpochTime";
  return sorted.find((name, i) => name === sorted[i + 1] && name !== time) ?? time;
}

type Members = ReadonlyMap<string, unknown>;

/** The members of an object by name. Throws for one that should not be there or is missing. */
function readMembers(object: keyof typeof membersOf, value: unknown): Members {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    return refuseShape(object, "is not an object");
  const known: readonly string[] = membersOf[object];
  // Not the object: it inherits from a prototype that others can change.
  const members = new Map<string, unknown>();
  for (const [name, member] of Object.entries(value)) {
    if (!known.includes(name)) refuseShape(name, `is unknown in ${object}`);
    members.set(name, member);
  }
  const [required] = membersOf[object];
  return members.has(required) ? members : refuseShape(required, `is missing in ${object}`);
}

/** The members of an optional object; none if it is not there. */
function readOptionalMembers(object: keyof typeof membersOf, parent: Members): Members {
  return parent.has(object) ? readMembers(object, parent.get(object)) : new Map();
}

function readEpoch(member: EpochMember, members: Members): number {
  const value = members.get("AWS:EpochTime");
  if (typeof value !== "number") return refuseShape("AWS:EpochTime", `is not a number in ${member}`);
  if (value >= secondsLimit) throw new PolicyFault({ id: "milliseconds", member, value });
  if (value < 0) throw new PolicyFault({ id: "not-seconds", member, value });
  return value;
}

function readAddress(address: unknown): string {
  if (typeof address !== "string") return refuseShape("AWS:SourceIp", "is not one string");
  if (!isIpv4Cidr(address)) throw new PolicyFault({ id: "ip-address", address });
  return withMask(address);
}

function refuseShape(name: string, fault: string): never {
  throw new PolicyFault({ id: "shape", name, fault });
}

/**
 * The statement of a ready custom policy that is to be signed.
 *
 * @throws `ERR_POLICY_INVALID` and others for one that CloudFront would answer with MalformedPolicy.
 */
export function parsePolicy(text: unknown): PolicyStatement {
  const read = readPolicy(text);
  if (!("id" in read)) return read;
  const { problem, remedy } = describePolicyProblem(read);
  return fail(codeOf(read), "policy", `${problem}; ${remedy}`);
}

/** A time or an address that is wrong in itself has its own code, as the options of the same meaning have. */
function codeOf({ id }: PolicyProblem): CloudFrontSignErrorCode {
  if (id === "ip-address") return "ERR_IP_ADDRESS_INVALID";
  return id === "milliseconds" || id === "not-seconds" ? "ERR_DATE_INVALID" : "ERR_POLICY_INVALID";
}

const stringify = "pass the result of JSON.stringify";

const shape =
  'DateGreaterThan and IpAddress are optional: write the policy like {"Statement":[{"Resource":"https://…","Condition":{"DateLessThan":{"AWS:EpochTime":1900000000}}}]}';

/** What is wrong with a policy, and what mends it. Quotes no more of it than names and times. */
function describePolicyProblem(broken: PolicyProblem): { readonly problem: string; readonly remedy: string } {
  switch (broken.id) {
    case "not-text":
      return typeof broken.value === "string"
        ? {
            problem: `it is longer than ${longestPolicy} characters`,
            remedy: "write * for parts of Resource",
          }
        : {
            problem: `it is ${describeType(broken.value)}, not the JSON text of a policy`,
            remedy: stringify,
          };
    case "not-json":
      return { problem: `it is not JSON: ${describeJsonFault(broken.text)}`, remedy: stringify };
    case "shape": {
      const { name, fault } = broken;
      const known: readonly string[] = Object.values(membersOf).flat();
      const isKnown = known.includes(name) || name in membersOf;
      const meant = nearestName(name, known);
      // NotIpAddress is the opposite, and not a slip.
      const isMisspelled = meant !== undefined && !isKnown && !name.startsWith("Not");
      const isOtherCase = name.toLowerCase() === meant?.toLowerCase();
      return {
        // In quotes, nothing that shows it makes its first letter a capital one.
        problem: `${isKnown ? name : `"${printableName(name)}"`} ${fault}`,
        remedy: isMisspelled
          ? `did you mean ${meant}?${isOtherCase ? " Names are case-sensitive" : ""}`
          : shape,
      };
    }
    case "milliseconds":
      return {
        problem: `AWS:EpochTime of ${broken.member} is in milliseconds: ${broken.value}`,
        remedy: `divide by 1000: ${Math.floor(broken.value / 1000)}`,
      };
    case "not-seconds":
      return {
        problem: `AWS:EpochTime of ${broken.member} has a sign, a decimal point or an exponent`,
        remedy: "write whole epoch seconds in plain digits, such as 1900000000",
      };
    case "ip-address": {
      const { problem, remedy } = ipv4Problem(broken.address);
      return { problem: `AWS:SourceIp ${problem}`, remedy };
    }
  }
}

/** A token of JSON, or the start of a string. */
const jsonToken =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: JSON has none in strings
  /[ \t\n\r{}[\],:]+|true|false|null|-?\d[\d.eE+-]*|"[^"\\\0-\x1f]*(?:\\["\\/bfnrtu][^"\\\0-\x1f]*)*"?/y;

/** The first character at which nothing starts that JSON has. */
function describeJsonFault(text: string): string {
  let position = 0;
  jsonToken.lastIndex = 0;
  while (jsonToken.test(text)) position = jsonToken.lastIndex;
  const codePoint = text.codePointAt(position);
  return codePoint === undefined
    ? "it is empty or cut off, or a comma, a bracket or a number is wrong"
    : `${characterName(String.fromCodePoint(codePoint))} at position ${position} is unexpected`;
}

/** What a policy says, how it is written, and words for the rule that it breaks. */
export const policyGrammar: {
  readonly read: typeof readPolicy;
  readonly write: typeof policyText;
  readonly describeProblem: typeof describePolicyProblem;
} = { read: readPolicy, write: policyText, describeProblem: describePolicyProblem };
