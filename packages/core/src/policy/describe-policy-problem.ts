import { characterName } from "../options/character-name.ts";
import { nearestName } from "../options/nearest-name.ts";
import { printableName } from "../options/option-name.ts";
import { ipAddressProblem } from "./ip-address-problem.ts";
import { membersOf } from "./policy-members.ts";
import type { JsonProblem, JsonType, PolicyObject, PolicyPart, PolicyProblem } from "./policy-problem.ts";
import { type ProblemText, problemText } from "./problem-text.ts";

/** The only place that has words for the faults of a policy. Quotes no more of it than names and times. */
export function policyProblemText(problem: PolicyProblem): ProblemText {
  switch (problem.id) {
    case "not-text":
      return problemText(`it is ${problem.type}, not the JSON text of a policy`, notTextRemedy(problem));
    case "too-long":
      return problemText(
        `it has ${problem.length} characters, and at most ${problem.longest} are read`,
        "a URL or a cookie has room for a few thousand: use wildcards in Resource",
      );
    case "not-json":
      return jsonProblemText(problem.fault);
    case "too-deep":
      return problemText(
        "it is nested deeper than any policy",
        "write one statement of Resource and Condition",
      );
    case "missing-member":
      return problemText(`${problem.name} is missing in ${nameOf(problem.object)}`, `add ${problem.name}`);
    case "unknown-member":
      return unknownMemberText(problem);
    case "repeated-member":
      return problemText(
        `${problem.name} is there twice in ${nameOf(problem.object)}`,
        "keep one of them: CloudFront may read either",
      );
    case "wrong-type":
      return problemText(
        `${nameOf(problem.part)} is ${typeNames[problem.type]}, not ${expected[problem.part]}`,
        wrongTypeRemedy(problem.part, problem.type),
      );
    case "statement-count":
      return problemText(
        `Statement is a list of ${problem.count}, not of one`,
        problem.count === 0 ? "add a statement with Resource and Condition" : "sign one policy for each",
      );
    case "milliseconds":
      return problemText(
        `AWS:EpochTime of ${problem.member} is in milliseconds: ${problem.value}`,
        `divide by 1000: ${Math.floor(problem.value / 1000)}`,
      );
    case "not-whole":
      return problemText(`AWS:EpochTime of ${problem.member} is no whole number of seconds`, "round it");
    case "negative":
      return problemText(
        `AWS:EpochTime of ${problem.member} is negative`,
        "write epoch seconds such as 1900000000",
      );
    case "not-plain":
      return problemText(
        `AWS:EpochTime of ${problem.member} is not written as plain digits, but with a sign, a point or an exponent`,
        "write whole epoch seconds such as 1900000000",
      );
    case "ip-address": {
      const address = ipAddressProblem(problem.address);
      return problemText(`AWS:SourceIp ${address.problem}`, address.remedy);
    }
  }
}

function notTextRemedy({ type, isObject }: PolicyProblem & { readonly id: "not-text" }): string {
  if (/Array$|Buffer$/.test(type)) return "decode it: new TextDecoder().decode(policy)";
  return isObject ? "pass JSON.stringify(policy)" : "pass the JSON text";
}

type UnknownMember = PolicyProblem & { readonly id: "unknown-member" };

function unknownMemberText({ name, object }: UnknownMember): ProblemText {
  const nearest = nearestName(name, membersOf[object]);
  const problem = `${nameOf(object)} has the member ${printableName(name)}, which is unknown there`;
  if (nearest !== undefined) return problemText(problem, `did you mean ${nearest}?`);
  const home = (Object.keys(membersOf) as PolicyObject[]).find((other) => membersOf[other].includes(name));
  return problemText(problem, home === undefined ? "remove it" : `it belongs in ${nameOf(home)}`);
}

function jsonProblemText(fault: JsonProblem): ProblemText {
  switch (fault.id) {
    case "empty":
      return problemText("it is an empty string", "check whether a variable is not set");
    case "base64":
      return problemText("it is base64, not JSON", "pass the JSON text itself, not encoded");
    case "percent-encoding":
      return problemText("it is percent-encoded, not JSON", "pass the JSON text itself, not encoded");
    case "byte-order-mark":
      return problemText("it starts with a byte order mark", "remove it: it is no part of the JSON text");
    case "single-quotes":
      return problemText("its names are in single quotes, not JSON", "write double quotes");
    case "trailing-comma":
      return problemText(
        "it has a comma before a closing bracket, which JSON does not allow",
        "remove the comma",
      );
    case "lost-variable":
      return problemText(
        `it has the word ${fault.word}, which is no JSON: a variable was not set`,
        "set the variable before the text is made",
      );
    case "unexpected-end":
      return problemText("it is JSON that ends early", "check where the text was cut off");
    case "unexpected-character":
      return problemText(
        `it is not JSON: ${characterName(fault.character)} at position ${fault.position} is unexpected`,
        "pass what JSON.stringify returns",
      );
  }
}

function wrongTypeRemedy(part: PolicyPart, type: JsonType): string {
  if (part === "policy" && type === "string") return "call JSON.stringify only once";
  if (part === "Statement" && type === "object") return "put the statement into brackets: [{ … }]";
  if (part === "Resource" && type === "array") return "write one pattern with *, or sign one policy for each";
  if (part === "AWS:SourceIp") return "write one CIDR such as 203.0.113.0/24";
  if (part.startsWith("AWS:EpochTime")) return "write epoch seconds such as 1900000000 without quotes";
  return `write ${examples[part] ?? expected[part]}`;
}

const typeNames: Record<JsonType, string> = {
  object: "an object",
  array: "a list",
  string: "a string",
  number: "a number",
  boolean: "true or false",
  null: "null",
};

/** What each part has to be. */
const expected: Record<PolicyPart, string> = {
  policy: "an object",
  statement: "an object",
  Statement: "a list of one statement",
  Resource: "a string",
  Condition: "an object",
  DateLessThan: "an object",
  DateGreaterThan: "an object",
  IpAddress: "an object",
  "AWS:EpochTime of DateLessThan": "a number",
  "AWS:EpochTime of DateGreaterThan": "a number",
  "AWS:SourceIp": "one string",
};

const examples: Partial<Record<PolicyPart, string>> = {
  policy: '{"Statement":[{ … }]}',
  statement: '{"Resource":"https://…","Condition":{ … }}',
  Condition: '{"DateLessThan":{"AWS:EpochTime":1900000000}}',
  DateLessThan: '{"AWS:EpochTime":1900000000}',
  DateGreaterThan: '{"AWS:EpochTime":1900000000}',
  IpAddress: '{"AWS:SourceIp":"203.0.113.0/24"}',
};

function nameOf(part: PolicyPart): string {
  return part === "policy" || part === "statement" ? `the ${part}` : part;
}
