import { type Distribution, laterThan } from "../distribution.ts";
import { objectPath } from "../probe.ts";
import { question, type RequestQuestion, type Topic } from "../question.ts";
import { custom, policyWith, validUntil } from "../signed-probe.ts";

const source = "Create a signed URL using a custom policy";

function policy(
  id: string,
  asks: string,
  text: (to: Distribution) => string,
  more: { readonly source?: string } = {},
): RequestQuestion {
  return question(id, asks, (to) => custom(to, { policy: text(to) }), more);
}

/** The usual policy, changed as text. */
function changed(
  id: string,
  asks: string,
  change: (policy: string, to: Distribution) => string,
): RequestQuestion {
  return policy(id, asks, (to) => change(usual(to), to));
}

function usual(to: Distribution): string {
  return policyWith(to.origin + objectPath, validUntil(to));
}

function statement(to: Distribution, resource: string): string {
  return `{"Resource":"${resource}","Condition":{${validUntil(to)}}}`;
}

const spellings: readonly RequestQuestion[] = [
  changed("policy-indented", "Is a policy with white space read?", (text) =>
    JSON.stringify(JSON.parse(text), null, 2),
  ),
  changed("policy-crlf", "Is a policy with CRLF and tabs read?", (text) => text.replaceAll("{", "{\r\n\t")),
  changed("policy-line-break-behind", "Is a policy with a line break after it read?", (text) => `${text}\n`),
  changed("policy-byte-order-mark", "Is a policy with a byte order mark read?", (text) => `\ufeff${text}`),
  changed("policy-slashes-escaped", "Are \\/ in Resource decoded?", (text) => text.replaceAll("/", "\\/")),
  changed("policy-unicode-escaped", "Are \\u escapes in Resource decoded?", (text) =>
    text.replace("object", "\\u006fbject"),
  ),
  changed("policy-names-escaped", "Are \\u escapes in names decoded?", (text) =>
    text.replace("Resource", "\\u0052esource"),
  ),
  policy(
    "policy-order",
    "May Condition stand in front of Resource?",
    (to) => `{"Statement":[{"Condition":{${validUntil(to)}},"Resource":"${to.origin}${objectPath}"}]}`,
  ),
  changed("policy-names-lower-case", "Are names in lower case read?", (text) =>
    text.replace("DateLessThan", "datelessthan"),
  ),
];

const members: readonly RequestQuestion[] = [
  changed("policy-version", "May a policy have Version?", (text) =>
    text.replace("{", '{"Version":"2012-10-17",'),
  ),
  changed("policy-id", "May a policy have an unknown name?", (text) => text.replace("{", '{"Id":"1",')),
  changed("policy-effect", "May a statement have Sid and Effect?", (text) =>
    text.replace("[{", '[{"Sid":"1","Effect":"Allow",'),
  ),
  changed("policy-condition-unknown", "May Condition have an unknown name?", (text) =>
    text.replace('"DateLessThan"', '"StringLike":{},"DateLessThan"'),
  ),
  policy(
    "resource-missing",
    "Does a policy without Resource cover everything?",
    (to) => `{"Statement":[{"Condition":{${validUntil(to)}}}]}`,
    { source },
  ),
  changed("resource-null", "What is the answer to null as Resource?", (text) =>
    text.replace(/(?<="Resource":)"[^"]*"/, "null"),
  ),
  changed("resource-list", "What is the answer to a list as Resource?", (text) =>
    text.replace(/(?<="Resource":)("[^"]*")/, "[$1]"),
  ),
  changed("resource-empty", "What is the answer to an empty Resource?", (text) =>
    text.replace(/(?<="Resource":)"[^"]*"/, '""'),
  ),
  policy(
    "resource-twice-right-first",
    "Does the first of two Resource members count?",
    (to) =>
      `{"Statement":[{"Resource":"${to.origin}${objectPath}","Resource":"${to.origin}/other","Condition":{${validUntil(to)}}}]}`,
  ),
  policy(
    "resource-twice-right-last",
    "Does the last of two Resource members count?",
    (to) =>
      `{"Statement":[{"Resource":"${to.origin}/other","Resource":"${to.origin}${objectPath}","Condition":{${validUntil(to)}}}]}`,
  ),
  policy("end-twice-right-first", "Does the first of two DateLessThan members count?", (to) =>
    policyWith(to.origin + objectPath, `${validUntil(to)},"DateLessThan":{"AWS:EpochTime":${to.now - 60}}`),
  ),
  policy("end-twice-right-last", "Does the last of two DateLessThan members count?", (to) =>
    policyWith(to.origin + objectPath, `"DateLessThan":{"AWS:EpochTime":${to.now - 60}},${validUntil(to)}`),
  ),
  policy(
    "condition-missing",
    "What is the answer to a policy without Condition?",
    (to) => `{"Statement":[{"Resource":"${to.origin}${objectPath}"}]}`,
    { source },
  ),
  policy("start-after-end", "What is the answer if DateGreaterThan is after DateLessThan?", (to) =>
    policyWith(
      to.origin + objectPath,
      `${validUntil(to)},"DateGreaterThan":{"AWS:EpochTime":${laterThan(to) + 60}}`,
    ),
  ),
];

const statements: readonly RequestQuestion[] = [
  policy(
    "statements-first",
    "Does the first of two statements count?",
    (to) => `{"Statement":[${statement(to, to.origin + objectPath)},${statement(to, `${to.origin}/other`)}]}`,
    { source },
  ),
  policy(
    "statements-second",
    "Does the second of two statements count?",
    (to) => `{"Statement":[${statement(to, `${to.origin}/other`)},${statement(to, to.origin + objectPath)}]}`,
    { source },
  ),
  changed("statement-object", "May Statement be an object instead of a list?", (text) =>
    text.replace("[", "").replace("]", ""),
  ),
  policy("statement-none", "What is the answer to an empty Statement?", () => '{"Statement":[]}'),
  policy("policy-object-empty", "What is the answer to an empty policy?", () => "{}"),
  policy("policy-not-json", "What is the answer to a policy that is not JSON?", () => "no JSON"),
  policy("policy-undefined", "What is the answer to the word undefined as policy?", () => "undefined"),
  changed("policy-trailing-comma", "Is a comma after the last member read?", (text) =>
    text.replace("}}}]}", "}},}]}"),
  ),
  changed("policy-text-behind", "Is text after the policy read?", (text) => `${text}x`),
];

export const policies: Topic = {
  title: "Custom policies",
  questions: [...spellings, ...members, ...statements],
};
