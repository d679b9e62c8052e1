import { jsonEscaped } from "../findings/quote.ts";
import { writtenInEveryWay, writtenJson } from "./json-writers.ts";

/** How else people write the JSON of a policy, most frequent first: some of it is the same for this policy. */
export function* policyVariants(policy: string): Iterable<string> {
  for (const write of commonPolicyWriters) yield write(policy);
  yield* rarePolicyVariants(policy);
}

/** Those that are combined with other mistakes, most frequent first. */
export const commonPolicyWriters: readonly ((policy: string) => string)[] = [
  (policy) => policy.replaceAll("/", "\\/"),
  spacedJson,
  (policy) => `${policy}\n`,
  (policy) => `${policy}\r\n`,
  (policy) => policy.replace(/":(\d+)/g, '":"$1"'),
  (policy) => JSON.stringify(parsed(policy), null, 2) ?? policy,
  (policy) => policy.replaceAll("&", "\\u0026"),
  (policy) => policy.replace(":[", ": ["),
  (policy) => policy.replace(/[&'<>]/g, jsonEscaped),
  (policy) => policy.replace(/[^\0-\x7f]/g, jsonEscaped),
  conditionFirst,
];

/** With the condition in front of the resource, as in a map that sorts its names. */
function conditionFirst(policy: string): string {
  return policy
    .replace(/"Resource":("[^"]*"),("Condition":.*)\}\]\}$/, '$2,"Resource":$1}]}')
    .replace(/\[\{"Condition":(.*\}\}),/, '[{"Condition":$1,');
}

function* rarePolicyVariants(policy: string): Iterable<string> {
  const json = parsed(policy);
  yield* [
    policy.replace(/^([^[]*)\[(.*)\]/s, "$1$2"),
    policy.replace(/\}\}\}\]\}$/, '},"IpAddress":{"AWS:SourceIp":"0.0.0.0/0"}}}]}'),
    policy.replace(/\}\}\}\]\}$/, '},"DateGreaterThan":{"AWS:EpochTime":0}}}]}'),
    policy.replace('{"Statement"', '{"Version":"2012-10-17","Statement"'),
    policy.replaceAll('"', "'"),
    // Only white space between members: that of a Resource is part of it.
    policy.replace(/("(?:[^"\\]|\\.)*")|\s+/g, "$1"),
    policy.trim(),
    ` ${policy}`,
    `${policy} `,
    `\n${policy}`,
    spacedJson(policy).replaceAll('"', "'"),
    // What a shell, a template or C leaves around it or in it.
    ...["\n\n", "\0", ";"].map((end) => policy + end),
    `-n ${policy}\n`,
    `'${policy}'`,
    `"${policy}"`,
    policy.replaceAll('"', '\\"'),
    policy.replaceAll('"', ""),
    policy.slice(0, -1),
    policy.replaceAll('":', '"=>'),
    policy.replace('{"Resource"', '{"Effect":"Allow","Resource"'),
  ];
  if (json === undefined) return;
  yield* policyNotations(json);
  yield* writtenJson(json);
}

/** The members of a policy, and how else people spell some of them. */
const memberNames: readonly (readonly [name: string, ...others: string[]])[] = [
  ["AWS:EpochTime", "AWS:epochTime", "aws:EpochTime", "EpochTime", "AWS:EpochTimes"],
  ["DateLessThan", "DateLessThen", "DateLess"],
  ["Resource", "Resources"],
  ["Condition", "Conditions"],
  ["Statement", "Statements"],
];

/** A name in other letters: small ones, a small first one, and a capital only behind a colon or at the start. */
function inOtherLetters(name: string): string[] {
  const small = name.toLowerCase();
  return [
    small,
    name.charAt(0).toLowerCase() + name.slice(1),
    name.toUpperCase(),
    small.charAt(0).toUpperCase() + small.slice(1),
    name.replace(/[a-z]+[A-Z][A-Za-z]*$/, (word) => word.toLowerCase()),
  ];
}

/** What is written for this policy so seldom that it is tried only where a text costs a hash alone. */
export function* seldomPolicyVariants(policy: string): Iterable<string> {
  for (const [name, ...others] of memberNames)
    for (const other of [...others, ...inOtherLetters(name)]) yield policy.replace(`"${name}"`, `"${other}"`);
  const json = parsed(policy);
  if (json !== undefined) yield* writtenInEveryWay(json);
}

/** As Python's json.dumps writes it. */
function spacedJson(policy: string): string {
  return policy.replace(/":(?!\/)/g, '": ').replace(/,"/g, ', "');
}

/** `undefined` for text that is not JSON. */
function parsed(policy: string): unknown {
  try {
    return JSON.parse(policy);
  } catch {
    return undefined;
  }
}

/** How a language writes an object as text, where JSON was meant. */
interface Notation {
  readonly text: (value: string) => string;
  readonly name: (member: string) => string;
  readonly separator: string;
}

const notations: readonly Notation[] = [
  // Python's str and repr, and those of Python 2.
  { text: singleQuoted, name: (member) => `${singleQuoted(member)}: `, separator: ", " },
  {
    text: (value) => `u${singleQuoted(value)}`,
    name: (member) => `u${singleQuoted(member)}: `,
    separator: ", ",
  },
  // Ruby's inspect and to_s: with strings and with symbols, up to 3.3 and from 3.4.
  { text: doubleQuoted, name: (member) => `${doubleQuoted(member)}=>`, separator: ", " },
  { text: doubleQuoted, name: (member) => `${doubleQuoted(member)} => `, separator: ", " },
  { text: doubleQuoted, name: (member) => `:${rubySymbol(member)}=>`, separator: ", " },
  { text: doubleQuoted, name: (member) => `${rubySymbol(member)}: `, separator: ", " },
  // toString of a Map in Java and Kotlin.
  { text: (value) => value, name: (member) => `${member}=`, separator: ", " },
];

/** A policy as objects of several languages are written when nobody turned them into JSON. */
function policyNotations(policy: unknown): string[] {
  return notations.map((notation) => written(policy, notation));
}

function written(value: unknown, notation: Notation): string {
  const { text, name, separator } = notation;
  if (typeof value === "string") return text(value);
  if (typeof value !== "object" || value === null) return `${value}`;
  if (Array.isArray(value)) return `[${value.map((item) => written(item, notation)).join(separator)}]`;
  const members = Object.entries(value).map(([member, item]) => name(member) + written(item, notation));
  return `{${members.join(separator)}}`;
}

/** As Python chooses the quotes. */
function singleQuoted(text: string): string {
  const escaped = text.replaceAll("\\", "\\\\");
  if (text.includes("'") && !text.includes('"')) return `"${escaped}"`;
  return `'${escaped.replaceAll("'", "\\'")}'`;
}

function doubleQuoted(text: string): string {
  return `"${text.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`;
}

function rubySymbol(member: string): string {
  return /^\w+$/.test(member) ? member : doubleQuoted(member);
}
