import { describeSeconds } from "cloudfront-sign-webcrypto/internals";
import { camelCase, idFor, plansOf } from "../../foreign/infrastructure.ts";
import type { Code } from "../../foreign/pasted-code.ts";
import { readSection, type Section } from "../../foreign/plan.ts";
import { pathArgument } from "../../output/shell-word.ts";
import { functionCode } from "./function-code.ts";
import type { Revocation } from "./read-revocation.ts";
import plan from "./templates/plan.md?raw";

const stepIds = ["create-function", "attach-function", "deny-grant", "check-denial", "remove-ids"] as const;

export interface RevocationStep extends Section {
  readonly id: (typeof stepIds)[number];
}

export function revocationSteps(revocation: Revocation): RevocationStep[] {
  const { tool, name, file, longestLifetime, distribution, pathPattern } = revocation;
  // A template of CloudFormation reads no file: it has the code of the function in it.
  const code: Code = { language: "yaml", text: functionCode.trimEnd() };
  const values = {
    id: idFor(tool, name),
    name,
    // Where the name in the form of the language is that of a class. With a word behind it: alone it may be a keyword.
    variable: camelCase(name),
    file: tool === "aws-cli" || tool === "terraform" ? pathArgument(file) : file,
    code,
    pathPattern: pathPattern ?? "",
    lifetime: describeSeconds(longestLifetime),
    longestLifetime: String(longestLifetime),
  };
  const variables = { DISTRIBUTION_ID: distribution === undefined ? [] : [distribution] };
  const ofTool = (id: string): Section => readSection(plansOf[tool], id, values, variables);
  const sections = {
    create: ofTool("create-function"),
    attach: ofTool(pathPattern === undefined ? "attach-function" : "attach-function-to-pattern"),
    find: ofTool("find-store"),
  };
  return stepIds.map((id) => ({ id, ...readSection(plan, id, { ...values, ...sections }, variables) }));
}
