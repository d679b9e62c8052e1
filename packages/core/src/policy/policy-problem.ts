/** Which rule of the policy grammar a text breaks, with what the rule is about. */
export type PolicyProblem =
  | { readonly id: "not-text"; readonly kind: string }
  | { readonly id: "too-long"; readonly length: number; readonly longest: number }
  | { readonly id: "not-json"; readonly text: string }
  | { readonly id: "statement-missing"; readonly names: readonly string[] }
  | { readonly id: "statement-no-list"; readonly kind: string }
  | { readonly id: "statement-count"; readonly count: number }
  | { readonly id: "names-unknown"; readonly names: readonly string[] }
  | { readonly id: "resource-no-text"; readonly kind: string }
  | { readonly id: "end-missing" }
  | { readonly id: "conditions-unknown"; readonly names: readonly string[] }
  | { readonly id: "epoch-no-number"; readonly member: EpochMember; readonly kind: string }
  | { readonly id: "epoch-milliseconds"; readonly member: EpochMember; readonly digits: number }
  | { readonly id: "epoch-not-whole"; readonly member: EpochMember }
  | { readonly id: "epoch-spelling"; readonly member: EpochMember }
  | { readonly id: "address-no-text"; readonly kind: string }
  | { readonly id: "address-ipv6" }
  | { readonly id: "address-invalid" }
  | { readonly id: "name-repeated-or-unknown" };

/** The conditions that hold a time. */
export type EpochMember = "DateLessThan" | "DateGreaterThan";

/** The problem in words. Never quotes more of the policy than names. */
export function describePolicyProblem(problem: PolicyProblem): string {
  switch (problem.id) {
    case "not-text":
      return `it is ${problem.kind}, not the JSON text of a policy`;
    case "too-long":
      return `it has ${problem.length} characters, and at most ${problem.longest} are read`;
    case "not-json":
      return notJson(problem.text);
    case "statement-missing":
      return `there is no Statement${listOf(problem.names)}`;
    case "statement-no-list":
      return `Statement is ${problem.kind}, not a list of one`;
    case "statement-count":
      return `Statement has ${problem.count} entries; CloudFront takes exactly one`;
    case "names-unknown":
      return `names that CloudFront does not know${listOf(problem.names)}`;
    case "resource-no-text":
      return `Resource is ${problem.kind}, not one string`;
    case "end-missing":
      return "there is no DateLessThan in the Condition, which is required";
    case "conditions-unknown":
      return `conditions that CloudFront does not know${listOf(problem.names)}`;
    case "epoch-no-number":
      return `AWS:EpochTime of ${problem.member} is ${problem.kind}, not a number`;
    case "epoch-milliseconds":
      return `AWS:EpochTime of ${problem.member} has ${problem.digits} digits: milliseconds`;
    case "epoch-not-whole":
      return `AWS:EpochTime of ${problem.member} is no whole number of seconds`;
    case "epoch-spelling":
      return `AWS:EpochTime of ${problem.member} is not written as plain digits, but with a sign, a point or an exponent`;
    case "address-no-text":
      return `AWS:SourceIp is ${problem.kind}, not one string`;
    case "address-ipv6":
      return "AWS:SourceIp is an IPv6 address; policies know IPv4 only";
    case "address-invalid":
      return "AWS:SourceIp is no IPv4 address or CIDR";
    case "name-repeated-or-unknown":
      return "a name is there twice, or one that CloudFront does not know";
  }
}

function listOf(names: readonly string[]): string {
  const shown = names.slice(0, 5).map((name) => name.slice(0, 20));
  return shown.length > 0 ? `: ${shown.join(", ")}` : "";
}

function notJson(text: string): string {
  if (text.startsWith("eyJ")) return "it is base64 once more: encoded twice";
  if (/^%7B/i.test(text)) return "it is percent-encoded: encoded before base64";
  if (text.startsWith("\ufeff")) return "it starts with a byte order mark";
  const trimmed = text.trim();
  if (/^\{\s*'/.test(trimmed)) return "its names are in single quotes";
  return trimmed.startsWith("{") && !trimmed.endsWith("}") ? "it ends early: cut off" : "it is no JSON";
}
