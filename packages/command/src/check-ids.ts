import { idKind } from "cloudfront-sign-diagnosis/internals";
import { refuse } from "./refusal.ts";

type ExpectedKind = Extract<ReturnType<typeof idKind>["kind"], "public-key" | "key-group" | "distribution">;

/** Where the ID of each kind stands. */
const examples: Readonly<Record<ExpectedKind, string>> = {
  "public-key": "give the ID of the public key, such as K2JCJMDEHXQW5F: aws cloudfront list-public-keys",
  "key-group": "give the ID of the key group, a UUID: aws cloudfront list-key-groups",
  distribution: "give the ID of the distribution, such as EDFDVBD632BHDS: aws cloudfront list-distributions",
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
