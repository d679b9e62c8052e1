import { utcTime } from "cloudfront-sign-diagnosis/internals";
import { describeSeconds } from "cloudfront-sign-webcrypto/internals";
import { planTitle, stepLines } from "../../foreign/numbered-step.ts";
import { relativeTime } from "../../output/describe-time.ts";
import { jsonLine } from "../../output/terminal.ts";
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
  const relative = relativeTime(notBefore, terms.from, isFromGiven ? "the start" : undefined);
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

/** The plan for a program, in one line. Lengths of time are seconds. */
export function planJson({ terms, tool }: Rotation, steps: readonly RotationStep[]): string {
  const plan = {
    tool,
    terms: {
      ...terms,
      from: utcTime(terms.from),
      switched: terms.switched && utcTime(terms.switched),
    },
    steps: steps.map(({ notBefore, ...step }) => ({ ...step, notBefore: utcTime(notBefore) })),
  };
  return jsonLine(plan);
}
