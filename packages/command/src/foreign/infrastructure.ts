import { idKind } from "cloudfront-sign-diagnosis/internals";
import { refuse } from "../arguments/refusal.ts";
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
