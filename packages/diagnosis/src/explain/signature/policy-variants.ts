import { jsonEscaped } from "../../findings/quote.ts";
import { policyNotations } from "./policy-notations.ts";

/** How else people write the JSON of a policy, most frequent first: some of it is the same for this policy. */
export function* policyVariants(policy: string): Iterable<string> {
  yield* commonPolicyVariants(policy);
  yield* rarePolicyVariants(policy);
}

/** Those that are combined with other mistakes. */
export function commonPolicyVariants(policy: string): string[] {
  return [
    policy.replaceAll("/", "\\/"),
    spacedJson(policy),
    `${policy}\n`,
    ...prettyVariants(parsed(policy)).slice(0, 1),
    policy.replaceAll("&", "\\u0026"),
    policy.replace(":[", ": ["),
    policy.replace(/[&'<>]/g, jsonEscaped),
    policy.replace(/[^\0-\x7f]/g, jsonEscaped),
  ];
}

function rarePolicyVariants(policy: string): string[] {
  const spaced = spacedJson(policy);
  const escapedSlashes = policy.replaceAll("/", "\\/");
  const json = parsed(policy);
  const pretty = prettyVariants(json);
  return [
    ...pretty.slice(1),
    `${policy}\r\n`,
    policy.replace(/":(\d+)/g, '":"$1"'),
    policy
      .replace(/"Resource":("[^"]*"),("Condition":.*)\}\]\}$/, '$2,"Resource":$1}]}')
      .replace(/\[\{"Condition":(.*\}\}),/, '[{"Condition":$1,'),
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
    `${spaced}\n`,
    `${escapedSlashes}\n`,
    escapedSlashes.replace(/[^\0-\x7f]/g, jsonEscaped),
    escapedSlashes.replace(/[&'<>]/g, jsonEscaped),
    spaced.replace(/[^\0-\x7f]/g, jsonEscaped),
    spaced.replaceAll('"', "'"),
    ...sortedVariants(json),
    ...(json === undefined ? [] : policyNotations(json)),
    ...pretty.flatMap((text) => [`${text}\n`, text.replaceAll("\n", "\r\n"), text.replaceAll("/", "\\/")]),
  ];
}

const indents = [2, 4, undefined, 1, "\t"];

function prettyVariants(json: unknown): string[] {
  return json === undefined ? [] : indents.map((indent) => JSON.stringify(json, null, indent));
}

/** With sorted members, as Go's maps and sort_keys of Python are written. */
function sortedVariants(json: unknown): string[] {
  if (json === undefined) return [];
  const text = JSON.stringify(withSortedMembers(json));
  return [
    text,
    spacedJson(text),
    text.replace(/[&<>]/g, jsonEscaped),
    text.replaceAll("/", "\\/"),
    ...prettyVariants(withSortedMembers(json)),
  ];
}

function withSortedMembers(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(withSortedMembers);
  const members = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(members.map(([name, member]) => [name, withSortedMembers(member)]));
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
