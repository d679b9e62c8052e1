import { fail } from "../errors.ts";
import { characterName } from "../options/character-name.ts";
import { describeType } from "../options/type-name.ts";
import { describeUrlProblem, type UrlProblem } from "./url-problem.ts";

/** What keeps a text from being a resource pattern that is read in one way only. */
export type ResourceProblem =
  | UrlProblem
  | { readonly id: "not-a-pattern"; readonly value: unknown }
  | { readonly id: "empty-pattern" | "has-backslash" | "has-fragment" }
  | { readonly id: "scheme-of-pattern"; readonly scheme: string | undefined }
  | { readonly id: "question-mark-after-domain" | "question-mark-at-end" }
  | { readonly id: "question-mark-before-wildcard" | "question-mark-in-domain"; readonly subject: string }
  | { readonly id: "domain-character"; readonly character: string }
  | { readonly id: "default-port-after-wildcard"; readonly port: string }
  | { readonly id: "rewritten-escape"; readonly written: string; readonly normal: string };

/** Throws for the pattern in an option. */
export function refuseResource(option: string, problem: ResourceProblem): never {
  return fail("ERR_RESOURCE_INVALID", option, describeResourceProblem(problem));
}

const example = "https://cdn.example.com/videos/*";

function describeResourceProblem(problem: ResourceProblem): string {
  switch (problem.id) {
    case "not-a-pattern":
      return `expected a pattern such as ${example}; received ${describeType(problem.value)}`;
    case "empty-pattern":
      return `is empty; write a pattern such as ${example}`;
    case "has-backslash":
      return "has a backslash; write ? without it, and / between folders";
    case "has-fragment":
      return "has a #, which starts a fragment, and fragments are never sent; write %23";
    case "scheme-of-pattern":
      return `has ${problem.scheme === undefined ? "another scheme" : `the scheme ${problem.scheme}`}; a resource starts with https://, http://, http*:// or *://`;
    case "question-mark-after-domain":
      return "has a ? directly after the domain; write the / between them";
    case "question-mark-at-end":
      return "ends with a lone ?, to some readers a wildcard and to others nothing; leave it out, or end with ?* for any query";
    case "question-mark-before-wildcard":
      return `${problem.subject}has a ? that starts the query to some readers and is a wildcard to others; end the pattern at this ?, with * or, for any query, with ?*`;
    case "question-mark-in-domain":
      return `${problem.subject}has a ? in the domain that starts the query to some readers and is a wildcard to others; write * for it, or / in front of a query`;
    case "domain-character":
      return `has ${characterName(problem.character)} in a domain with wildcards; write letters, digits, - and . (international names in Punycode)`;
    case "default-port-after-wildcard":
      return `has the default port ${problem.port} after a domain that ends in *; end the domain with a name, or leave the port out`;
    case "rewritten-escape":
      return `has ${problem.written}, which some clients send as ${problem.normal}; write ${problem.normal}`;
    default:
      return describeUrlProblem(problem);
  }
}
