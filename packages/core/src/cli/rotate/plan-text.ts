import { describeRelativeTime, describeSeconds, utcTime } from "../../policy/describe-time.ts";
import { styled, textWidth, wrap } from "../terminal.ts";
import type { Code } from "./code.ts";
import type { RotationTerms } from "./dates.ts";
import type { Rotation } from "./rotation.ts";
import type { RotationStep } from "./steps.ts";

/** The plan for a person. Lines to paste are never broken. */
export function planText(rotation: Rotation, steps: readonly RotationStep[]): string {
  const lines = [...termsLines(rotation.terms), ...steps.flatMap((step, i) => stepLines(rotation, step, i))];
  return `${lines.join("\n")}\n`;
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

function stepLines({ terms, isFromGiven }: Rotation, step: RotationStep, index: number): string[] {
  const mark = `${index + 1}. `;
  const indent = " ".repeat(mark.length);
  const width = textWidth(process.stdout) - mark.length;
  const [first = "", ...others] = wrap(step.title, width);
  const when = describeRelativeTime(step.notBefore, terms.from, isFromGiven ? "the start" : undefined);
  return [
    "",
    mark + styled(process.stdout, "bold", first),
    ...others.map((line) => indent + styled(process.stdout, "bold", line)),
    ...wrap(`${utcTime(step.notBefore)}, ${when}`, width).map(
      (line) => indent + styled(process.stdout, "cyan", line),
    ),
    ...step.notes.flatMap((note) => wrap(note, width)).map((line) => indent + line),
    ...step.code.flatMap(codeLines),
  ];
}

function codeLines({ text }: Code): string[] {
  return ["", ...text.split("\n").map((line) => (line === "" ? "" : `     ${line}`))];
}
