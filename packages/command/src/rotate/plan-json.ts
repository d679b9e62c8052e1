import { utcTime } from "cloudfront-sign-diagnosis/internals";
import type { Rotation } from "./rotation.ts";
import type { RotationStep } from "./steps.ts";

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
  return `${JSON.stringify(plan)}\n`;
}
