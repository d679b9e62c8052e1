/** What of a policy a problem is about: the text, or one of its members. */
export type PolicyPart = "Policy" | "Statement" | "Resource" | EpochMember | "IpAddress";

/** The conditions that hold a time. */
export type EpochMember = "DateLessThan" | "DateGreaterThan";

/** Which rule of the policy grammar a text breaks, where, and with what. */
export type PolicyProblem = { readonly part: PolicyPart } & (
  | { readonly id: "other-kind"; readonly kind: string }
  | { readonly id: "too-long"; readonly length: number; readonly longest: number }
  | { readonly id: "not-json"; readonly text: string }
  | { readonly id: "names-unknown"; readonly names: readonly string[] }
  | { readonly id: "milliseconds"; readonly digits: number }
  | { readonly id: "name-repeated" | "not-whole" | "not-plain" | "no-address" }
);

/** The parts by their names in messages, with what each has to be. */
const parts: Record<PolicyPart, readonly [name: string, expected: string]> = {
  Policy: ["it", "the JSON text of a policy"],
  Statement: ["Statement", "a list of one"],
  Resource: ["Resource", "one string"],
  DateLessThan: ["AWS:EpochTime of DateLessThan", "a number"],
  DateGreaterThan: ["AWS:EpochTime of DateGreaterThan", "a number"],
  IpAddress: ["AWS:SourceIp", "one string"],
};

/** The problem in words. Never quotes more of the policy than names. */
export function describePolicyProblem(problem: PolicyProblem): string {
  const [name, expected] = parts[problem.part];
  switch (problem.id) {
    case "other-kind":
      return problem.kind === "Undefined"
        ? `there is no ${name}`
        : `${name} is ${problem.kind}, not ${expected}`;
    case "too-long":
      return `it has ${problem.length} characters, and at most ${problem.longest} are read`;
    case "not-json":
      return notJson(problem.text);
    case "names-unknown":
      return `names that CloudFront does not know: ${problem.names
        .slice(0, 5)
        .map((name) => name.slice(0, 20))
        .join(", ")}`;
    case "name-repeated":
      return "a name is there twice";
    case "milliseconds":
      return `${name} has ${problem.digits} digits: milliseconds`;
    case "not-whole":
      return `${name} is no whole number of seconds`;
    case "not-plain":
      return `${name} is not written as plain digits, but with a sign, a point or an exponent`;
    case "no-address":
      return `${name} is no IPv4 address or CIDR; policies know no IPv6`;
  }
}

function notJson(text: string): string {
  if (text.startsWith("eyJ")) return "it is base64 once more: encoded twice";
  if (/^%7B/i.test(text)) return "it is percent-encoded: encoded before base64";
  if (text.startsWith("\ufeff")) return "it starts with a byte order mark";
  if (/^\s*\{\s*'/.test(text)) return "its names are in single quotes";
  return /^\s*\{/.test(text) && !text.trim().endsWith("}") ? "it ends early: cut off" : "it is no JSON";
}
