import { utcTime } from "cloudfront-sign-diagnosis/internals";
import { describeSeconds } from "cloudfront-sign-webcrypto/internals";
import type { Arguments, Command, ExitStatus } from "../../command.ts";
import { planTitle, stepLines } from "../../foreign/plan.ts";
import { relativeTime } from "../../output/describe-time.ts";
import { print } from "../../output/standard-output.ts";
import { jsonLine, sayNote } from "../../output/terminal.ts";
import { type RotateFlag, type Rotation, readRotation, rotateFlags } from "./read-rotation.ts";
import { type RotationStep, rotationSteps } from "./steps.ts";

export const rotate: Command<RotateFlag> = {
  forms: ["--longest-lifetime TIME [--from TIME] [--for TOOL]"],
  flags: rotateFlags,
  notes: [
    "Each step shows its earliest time; later is fine. If you do a step earlier, or before the step above it, CloudFront denies URLs that have not expired.",
    "The shell commands are for bash, zsh and AWS CloudShell. This command runs none of them, sends nothing anywhere and needs no AWS credentials.",
    'If the old key leaked, do not wait: docs/rotation.md, "A key that leaked".',
  ],
  examples: [
    {
      does: "the plan of a rotation that starts now, if none of your URLs is valid for more than a week",
      line: "rotate --longest-lifetime 7d",
    },
    {
      does: "with all IDs in the lines, for signers whose reloadAfter is 10m: twice that, and some time for the load",
      line: "rotate --longest-lifetime 7d --reload-after 21m --from 2026-12-01T09:00Z --old-key-pair-id K2JCJMDEHXQW5F --key-group 0f6d4f0e-8a5b-4d53-9a3c-7f1f3f5a2b10 --distribution EDFDVBD632BHDS",
    },
    {
      does: "the same plan later, once CloudFront has the new key",
      line: "rotate --longest-lifetime 7d --reload-after 21m --from 2026-12-01T09:00Z --old-key-pair-id K2JCJMDEHXQW5F --new-key-pair-id K3D5EWEUDCCXON --key-group 0f6d4f0e-8a5b-4d53-9a3c-7f1f3f5a2b10 --distribution EDFDVBD632BHDS",
    },
    {
      does: "what to change in Terraform",
      line: "rotate --longest-lifetime 12h --for terraform --name shop",
    },
  ],
  run,
};

async function run(args: Arguments<RotateFlag>): Promise<ExitStatus> {
  const rotation = readRotation(args);
  const steps = rotationSteps(rotation);
  await print(args.has("json") ? planJson(rotation, steps) : planText(rotation, steps));
  if (rotation.oldKeyPairId === undefined)
    sayNote("set OLD_KEY_PAIR_ID in the shell to the ID that signs now, or give --old-key-pair-id");
  return 0;
}

function planText({ terms, isFromGiven }: Rotation, steps: readonly RotationStep[]): string {
  const lengths: readonly (readonly [label: string, seconds: number])[] = [
    ["Longest lifetime", terms.longestLifetime],
    ...(terms.cacheWindow > 0 ? [["Cache window", terms.cacheWindow] as const] : []),
    ["Deployment", terms.deployTime],
    ["Signers switch", terms.reloadAfter],
    ["Clock margin", terms.clockMargin],
  ];
  const whenOf = ({ notBefore }: RotationStep): string =>
    `${utcTime(notBefore)}, ${relativeTime(notBefore, terms.from, isFromGiven ? "the start" : undefined)}`;
  const lines = [
    planTitle,
    "",
    ...lengths.map(([label, seconds]) => label.padEnd(18) + describeSeconds(seconds)),
    ...steps.flatMap((step, i) => stepLines(step, i, whenOf(step))),
  ];
  return `${lines.join("\n")}\n`;
}

/** The plan for a program, in one line. Lengths of time are seconds. */
function planJson({ terms, tool }: Rotation, steps: readonly RotationStep[]): string {
  const { from, switched } = terms;
  return jsonLine({
    tool,
    terms: { ...terms, from: utcTime(from), switched: switched && utcTime(switched) },
    steps: steps.map(({ notBefore, ...step }) => ({ ...step, notBefore: utcTime(notBefore) })),
  });
}
