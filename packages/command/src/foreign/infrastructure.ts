import { idKind } from "cloudfront-sign-diagnosis/internals";
import { readDuration } from "cloudfront-sign-webcrypto/internals";
import { numberOrText } from "../arguments/read-time.ts";
import { refuse } from "../arguments/refusal.ts";
import { noteLength } from "../keys/signing-notes.ts";

/** What changes keys and distributions: `keygen`, `rotate` and `revocation` print what to paste into each. */
export const infrastructureTools = [
  "console",
  "aws-cli",
  "terraform",
  "cdk",
  "cloudformation",
  "sst",
  "pulumi",
] as const;

export type InfrastructureTool = (typeof infrastructureTools)[number];

type ExpectedKind = Extract<ReturnType<typeof idKind>["kind"], "public-key" | "key-group" | "distribution">;

/** Where the ID of each kind stands. */
const examples: Readonly<Record<ExpectedKind, string>> = {
  "public-key": "pass the ID of the public key, such as K2JCJMDEHXQW5F: aws cloudfront list-public-keys",
  "key-group": "pass the ID of the key group, a UUID: aws cloudfront list-key-groups",
  distribution: "pass the ID of the distribution, such as EDFDVBD632BHDS: aws cloudfront list-distributions",
};

/** An ID of this kind. No other text gets into the lines for a shell. */
export function checkId(flag: string, id: string, expected: ExpectedKind): string {
  if (id === "") return refuse(`--${flag}: is empty; is a variable of the shell not set?`);
  const { kind, words } = idKind(id);
  return kind === expected
    ? id
    : refuse(
        `--${flag}: ${kind === "other" ? "is not an ID of CloudFront" : `looks like ${words}`}; ${examples[expected]}`,
      );
}

/** A public key, and the name that it gets in CloudFront. */
export interface NamedKey {
  readonly name: string;
  /** PEM text with the line break at its end. */
  readonly publicKey: string;
}

/** A name that CloudFront, Terraform and all the others take. */
export function checkName(name: string): string {
  return /^[A-Za-z][A-Za-z0-9-]{0,63}$/.test(name)
    ? name
    : refuse("--name: expected a letter, then letters, digits and hyphens, 64 at most; such as viewers");
}

/** `course-viewers` as `CourseViewers`. */
export function pascalCase(name: string): string {
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

/** A variable of the shell. The shell refuses the command, with the meaning, while the variable is not set. */
export const requiredVariable = (name: string, meaning: string): string => `\${${name}:?${meaning}}`;

/** The stack of CloudFormation that has the template. */
export const stackName: string = requiredVariable("STACK_NAME", "the name of the stack");

/** Deploys the template. Parameters that are not given keep their values. */
export const deployTemplate = `aws cloudformation deploy --template-file template.yaml --stack-name "${stackName}"`;

/** Without a stage, SST deploys a personal copy. */
export const deploySst = `npx sst deploy --stage "${requiredVariable("STAGE", "the name of the stage")}"`;
