import { describeSeconds } from "cloudfront-sign-webcrypto/internals";
import type { Arguments, Command, ExitStatus } from "../../command.ts";
import { camelCase, idFor, plansOf } from "../../foreign/infrastructure.ts";
import type { Code } from "../../foreign/pasted-code.ts";
import { planTitle, readSection, type Section, stepLines } from "../../foreign/plan.ts";
import { pathArgument } from "../../output/shell-word.ts";
import { print } from "../../output/standard-output.ts";
import { jsonLine, printable, sayNote } from "../../output/terminal.ts";
import { functionCode, writeFunction } from "./function-code.ts";
import { type Revocation, type RevocationFlag, readRevocation, revocationFlags } from "./read-revocation.ts";
import plan from "./templates/plan.md?raw";

export const revocation: Command<RevocationFlag> = {
  forms: ["[> FILE]", "--out FILE [--for TOOL]"],
  flags: revocationFlags,
  notes: [
    "The function denies (403) a request whose grant-id is in a key value store, is missing or repeated, and every request with signed cookies: they cannot carry an ID. It also denies requests if it cannot read the store. Grants get an ID with signer.grant({ resource, expiresIn, grantId }): a URL that was sent without one cannot be denied alone.",
    "The shell commands are for bash, zsh and AWS CloudShell, with AWS CLI version 2. This command runs none of them, sends nothing anywhere and needs no AWS credentials. docs/revocation.md explains what CloudFront can revoke without a function.",
  ],
  examples: [
    { does: "the function", line: "revocation > function.js" },
    { does: "the function in a file, and how to install it", line: "revocation --out deny-grants.js" },
    {
      does: "for one cache behavior, and grants that live 15 minutes at most",
      line: "revocation --out deny.js --distribution EDFDVBD632BHDS --path-pattern '/private/*' --longest-lifetime 15m",
    },
    { does: "with Terraform", line: "revocation --out functions/deny-grants.js --for terraform" },
  ],
  run,
};

async function run(args: Arguments<RevocationFlag>): Promise<ExitStatus> {
  const settings = readRevocation(args);
  if (settings === undefined) {
    await print(functionCode);
    sayNote(
      "--out FILE writes the function to a file, but never over other text, and prints how to install it",
    );
    return 0;
  }
  writeFunction(settings.file);
  if (!args.has("longest-lifetime"))
    sayNote(
      `--longest-lifetime is not given, so a denied ID stays in the store for ${describeSeconds(settings.longestLifetime)}. A grant that lives longer works again after that: pass the longest lifetime, such as --longest-lifetime 30d.`,
    );
  const steps = revocationSteps(settings);
  const lines = [
    planTitle,
    "",
    `${printable(settings.file)}: the function`,
    ...steps.flatMap((step, i) => stepLines(step, i)),
  ];
  await print(args.has("json") ? jsonLine({ file: settings.file, steps }) : `${lines.join("\n")}\n`);
  return 0;
}

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
