import { jsonEscaped } from "./url-encoders.ts";

/** How else people write the JSON of a policy, most frequent first: some of it is the same for this policy. */
export function policyVariants(policy: string): string[] {
  const spaced = policy.replace(/":(?!\/)/g, '": ').replace(/,"/g, ', "');
  const escapedSlashes = policy.replaceAll("/", "\\/");
  const pretty = prettyVariants(policy);
  return [
    escapedSlashes,
    spaced,
    `${policy}\n`,
    ...pretty.slice(0, 1),
    policy.replaceAll("&", "\\u0026"),
    policy.replace(":[", ": ["),
    policy.replace(/[&'<>]/g, jsonEscaped),
    policy.replace(/[^\0-\x7f]/g, jsonEscaped),
    ...pretty.slice(1),
    `${policy}\r\n`,
    policy.replace(/:(\d+)/g, ':"$1"'),
    policy
      .replace(/"Resource":("[^"]*"),("Condition":.*)\}\]\}$/, '$2,"Resource":$1}]}')
      .replace(/\[\{"Condition":(.*\}\}),/, '[{"Condition":$1,'),
    policy.replace(/^([^[]*)\[(.*)\]/s, "$1$2"),
    policy.replace(/\}\}\}\]\}$/, '},"IpAddress":{"AWS:SourceIp":"0.0.0.0/0"}}}]}'),
    policy.replace(/\}\}\}\]\}$/, '},"DateGreaterThan":{"AWS:EpochTime":0}}}]}'),
    policy.replace('{"Statement"', '{"Version":"2012-10-17","Statement"'),
    policy.replaceAll('"', "'"),
    policy.replace(/\s/g, ""),
    policy.trim(),
    ` ${policy}`,
    `${policy} `,
    `\n${policy}`,
    `${spaced}\n`,
    `${escapedSlashes}\n`,
    escapedSlashes.replace(/[^\0-\x7f]/g, jsonEscaped),
    escapedSlashes.replace(/[&'<>]/g, jsonEscaped),
    ...pretty.flatMap((text) => [`${text}\n`, text.replaceAll("\n", "\r\n"), text.replaceAll("/", "\\/")]),
  ];
}

function prettyVariants(policy: string): string[] {
  try {
    const json: unknown = JSON.parse(policy);
    return [2, 4, undefined, 1, "\t"].map((indent) => JSON.stringify(json, null, indent));
  } catch {
    // Text that is no JSON cannot be formatted.
    return [];
  }
}
