import { utcTime } from "cloudfront-sign-diagnosis/internals";
import { describeSeconds } from "cloudfront-sign-webcrypto/internals";
import { describeRelativeTime } from "../describe-time.ts";
import { planTitle, stepLines } from "../numbered-step.ts";
import type { RotationTerms } from "./dates.ts";
import type { Rotation } from "./rotation.ts";
import type { RotationStep } from "./steps.ts";

/** The plan for a person. Lines to paste are never broken. */
export function planText(rotation: Rotation, steps: readonly RotationStep[]): string {
  const lines = [
    planTitle,
    "",
    ...termsLines(rotation.terms),
    ...steps.flatMap((step, i) => stepLines(step, i, whenOf(rotation, step))),
  ];
  return `${lines.join("\n")}\n`;
}

function whenOf({ terms, isFromGiven }: Rotation, { notBefore }: RotationStep): string {
  const relative = describeRelativeTime(notBefore, terms.from, isFromGiven ? "the start" : undefined);
  return `${utcTime(notBefore)}, ${relative}`;
}

function termsLines({
  longestLifetime,
  cacheWindow,
  deployTime,
  reloadAfter,
  clockMargin,
}: RotationTerms): string[] {
  const rows: readonly (readonly [string, number])[] = [
    ["Longest lifetime", longestLifetime],
    ...(cacheWindow > 0 ? [["Cache window", cacheWindow] as const] : []),
    ["Deployment", deployTime],
    ["Signers switch", reloadAfter],
    ["Clock margin", clockMargin],
  ];
  return rows.map(([label, seconds]) => `${label.padEnd(18)}${describeSeconds(seconds)}`);
}
