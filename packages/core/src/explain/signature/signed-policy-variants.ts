import { jsonEscaped } from "./signed-url-variants.ts";

/**
 * By how much expiry times are moved: a unit in seconds, and how often. Quarters of an hour are the offsets of
 * time zones, up to 14 hours.
 */
const shifts: readonly (readonly [unit: number, times: number])[] = [
  [1, 5],
  [60, 30],
  [900, 56],
  [86_400, 31],
  [31_536_000, 2],
];

/** Expiry times in another unit, rounded, in local time, or moved by hand. */
export function expiryVariants(end: number): number[] {
  const ends = [end * 1000, Math.floor(end / 1000)];
  for (const [unit, times] of shifts) {
    ends.push(Math.floor(end / unit) * unit, Math.ceil(end / unit) * unit);
    for (let n = 1; n <= times; n++) ends.push(end + n * unit, end - n * unit);
  }
  return ends;
}

/** How else people write the JSON of a policy. */
export function policyTextVariants(policy: string): string[] {
  const spaced = policy.replace(/":(?!\/)/g, '": ').replace(/,"/g, ', "');
  let pretty: string[] = [];
  try {
    const json: unknown = JSON.parse(policy);
    pretty = [JSON.stringify(json), ...[1, 2, 4, "\t"].map((indent) => JSON.stringify(json, null, indent))];
  } catch {
    // Text that is no JSON cannot be formatted.
  }
  return [
    policy.replace(/\//g, "\\/"),
    policy.replace(/&/g, "\\u0026"),
    policy.replace(/[&'<>]/g, jsonEscaped),
    `${policy}\n`,
    `${policy}\r\n`,
    spaced,
    policy.replace(":[", ": ["),
    policy.replace(/:(\d+)/g, ':"$1"'),
    policy
      .replace(/"Resource":("[^"]*"),("Condition":.*)\}\]\}$/, '$2,"Resource":$1}]}')
      .replace(/\[\{"Condition":(.*\}\}),/, '[{"Condition":$1,'),
    policy.replace(/^([^[]*)\[(.*)\]/s, "$1$2"),
    policy.replace(/\}\}\}\]\}$/, '},"IpAddress":{"AWS:SourceIp":"0.0.0.0/0"}}}]}'),
    policy.replace(/\s/g, ""),
    policy.trim(),
    ...pretty,
  ].filter((other) => other !== policy);
}
