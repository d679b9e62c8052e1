import { idKind } from "cloudfront-sign-diagnosis/internals";
import { readDuration } from "cloudfront-sign-webcrypto/internals";
import { numberOrText } from "../arguments/read-time.ts";
import { refuse } from "../arguments/refusal.ts";
import type { Arguments, Flag } from "../command.ts";
import { noteLength } from "../keys/signing-notes.ts";
import awsCli from "./templates/aws-cli.md?raw";
import cdk from "./templates/cdk.md?raw";
import cloudformation from "./templates/cloudformation.md?raw";
import consoleSteps from "./templates/console.md?raw";
import pulumi from "./templates/pulumi.md?raw";
import sst from "./templates/sst.md?raw";
import terraform from "./templates/terraform.md?raw";

/** What changes keys and distributions: `keygen`, `rotate` and `revocation` print what to paste into each. */
export const plansOf = {
  console: consoleSteps,
  "aws-cli": awsCli,
  terraform,
  cdk,
  cloudformation,
  sst,
  pulumi,
} as const satisfies Readonly<Record<string, string>>;

export type InfrastructureTool = keyof typeof plansOf;

export const infrastructureTools = Object.keys(plansOf) as readonly InfrastructureTool[];

export const toolFlag = {
  value: "TOOL",
  does: "print the text to paste in each step; default: aws-cli",
  group: "Output",
  choices: infrastructureTools,
} as const satisfies Flag;

export function readTool(args: Arguments<"for">): InfrastructureTool {
  return (args.value("for") ?? "aws-cli") as InfrastructureTool;
}

/** A name in the form of each tool's language. */
const idsOf: Readonly<Record<InfrastructureTool, (name: string) => string>> = {
  console: (name) => name,
  "aws-cli": (name) => name,
  terraform: (name) => name.replaceAll("-", "_"),
  cdk: pascalCase,
  cloudformation: pascalCase,
  sst: camelCase,
  pulumi: camelCase,
};

export function idFor(tool: InfrastructureTool, name: string): string {
  return idsOf[tool](name);
}

/** `course-viewers` as `CourseViewers`. */
function pascalCase(name: string): string {
  return name
    .split("-")
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join("");
}

/** `course-viewers` as `courseViewers`. */
export function camelCase(name: string): string {
  const pascal = pascalCase(name);
  return pascal.charAt(0).toLowerCase() + pascal.slice(1);
}

type ExpectedKind = Extract<ReturnType<typeof idKind>["kind"], "public-key" | "key-group" | "distribution">;

/** Where the ID of each kind stands. */
const examples: Readonly<Record<ExpectedKind, string>> = {
  "public-key": "pass the ID of the public key, such as K2JCJMDEHXQW5F: aws cloudfront list-public-keys",
  "key-group": "pass the ID of the key group, a UUID: aws cloudfront list-key-groups",
  distribution: "pass the ID of the distribution, such as EDFDVBD632BHDS: aws cloudfront list-distributions",
};

/** The IDs that a flag gives, all of this kind. No other text gets into the lines for a shell. */
export function readIds<Name extends string>(
  args: Arguments<Name>,
  flag: Name,
  expected: ExpectedKind,
): readonly string[] {
  for (const id of args.values(flag)) {
    if (id === "") refuse(`--${flag}: is empty; is a variable of the shell not set?`);
    const { kind, words } = idKind(id);
    if (kind !== expected)
      refuse(
        `--${flag}: ${kind === "other" ? "is not an ID of CloudFront" : `looks like ${words}`}; ${examples[expected]}`,
      );
  }
  return args.values(flag);
}

export function readName(args: Arguments<"name">, otherwise: string): string {
  const name = args.value("name") ?? otherwise;
  return /^[A-Za-z][A-Za-z0-9-]{0,63}$/.test(name)
    ? name
    : refuse("--name: expected a letter, then letters, digits and hyphens, 64 at most; such as viewers");
}

/** A shorter time without a unit was meant in days, hours or minutes. */
const shortestWithoutUnit = 60;

/** The seconds of a length of time that a flag of a plan gives. */
export function readSeconds(flag: string, text: string): number {
  if (/^[1-9]\d?$/.test(text) && Number(text) < shortestWithoutUnit)
    refuse(
      `--${flag}: is ${text} second${text === "1" ? "" : "s"} without a unit; write the unit: ${text}d, ${text}h, ${text}m, or ${text}s if that is meant`,
    );
  const seconds = readDuration(numberOrText(text));
  if (typeof seconds === "object")
    return refuse(
      `--${flag}: ${seconds.isDate ? "is a point in time, not a length of time; write one such as 7d" : seconds.sentence}`,
    );
  noteLength(flag, text);
  return seconds;
}
