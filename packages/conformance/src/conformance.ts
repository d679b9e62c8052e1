import { dirname } from "node:path";
import { refuse } from "cloudfront-sign-cli/arguments/refusal.ts";
import { decodeText, pathOf, readSourceFile } from "cloudfront-sign-cli/arguments/source-file.ts";
import type { Arguments, Command, ExitStatus } from "cloudfront-sign-cli/command.ts";
import { createKeyPair } from "cloudfront-sign-cli/keys/key-pair.ts";
import { interruption } from "cloudfront-sign-cli/output/interruption.ts";
import { print } from "cloudfront-sign-cli/output/standard-output.ts";
import { printable, sayWrapped, textWidth } from "cloudfront-sign-cli/output/terminal.ts";
import { endWith, runCommand } from "cloudfront-sign-cli/run-command.ts";
import { createCloudFrontSigner } from "cloudfront-sign-webcrypto";
import { nearestName } from "cloudfront-sign-webcrypto/internals";
import { askStack, readinessOfExisting, readinessOfNew } from "./ask-stack.ts";
import { planText } from "./plan-text.ts";
import type { Question } from "./question.ts";
import { questions } from "./questions/all-topics.ts";
import type { ConformanceResult } from "./result.ts";
import { prepareResultFolder, writeResult } from "./result-files.ts";
import { resultText } from "./result-text.ts";
import { StackInterruption } from "./stack/interruption.ts";
import { withStack } from "./stack/life-cycle.ts";
import { readStack } from "./stack/outputs.ts";
import { verifierPackage } from "./verifier-package.ts";

const flags = {
  apply: { does: "create the stack, ask it, and remove it", group: "Stack" },
  region: {
    value: "REGION",
    does: "the region of the bucket; default: that of your AWS profile or environment",
    group: "Stack",
  },
  stack: {
    value: "DIR",
    does: "a new folder for Terraform's files and the private keys; default: a temporary folder",
    group: "Stack",
  },
  keep: { does: "keep the stack, so that you can ask it again", group: "Stack" },
  outputs: {
    value: "FILE",
    does: "ask an existing stack: the file with the output of terraform output -json",
    group: "Stack that exists",
  },
  keys: {
    value: "DIR",
    does: "the folder with rsa.private.pem and ec.private.pem; default: the folder of --outputs",
    group: "Stack that exists",
  },
  question: {
    value: "ID",
    does: "ask only the questions whose ID starts with this",
    group: "Questions",
    isRepeatable: true,
  },
  out: {
    value: "DIR",
    does: "the folder for conformance.json and conformance.md; default: this folder",
    group: "Output",
  },
  json: { does: "print the result as JSON instead of a table", group: "Output" },
} as const;

type ConformanceFlag = keyof typeof flags;

const called = {
  program: "npm run",
  name: "conformance --",
  summary: "Asks a real distribution what AWS does not document.",
} as const;

const conformance: Omit<Command<ConformanceFlag>, "run"> = {
  forms: ["[--question ID]", "--apply [--out DIR] [--keep]", "--outputs FILE [--keys DIR] [--out DIR]"],
  flags,
  notes: [
    "Asks a real distribution what AWS does not document, such as which of two Policy parameters counts, and compares the answers with the verifier's decisions. Without --apply and --outputs it only says what it would do and what it would cost.",
    "--apply needs Terraform 1.5 or newer and AWS credentials that Terraform finds. Everything that it makes has names that start with cloudfront-sign-conformance; it removes all of it at the end, also after Ctrl-C. If that fails, it says what is left and how to remove it.",
    "Exit status: 0 if every answer agrees with the verifier; 1 if one differs or is undecided, or if something of the stack is left.",
  ],
  examples: [
    { does: "what it would do, and what it would cost", line: "conformance" },
    { does: "the same with fewer questions", line: "conformance -- --question cookie --question address" },
  ],
};

/** Runs the program with its arguments. It writes to the streams of the process and sets its exit code. */
export const runConformance = (given: readonly string[]): Promise<void> =>
  endWith(() => runCommand<ConformanceFlag>(called, conformance, given, run));

/** Whether this machine makes no signatures with SHA-1. */
async function isSha1Refused(): Promise<boolean> {
  const { privateKey } = await createKeyPair("rsa");
  const signer = createCloudFrontSigner({ keyPairId: "KSHA1", privateKey, hashAlgorithm: "SHA1" });
  try {
    await signer.signUrl("https://conformance.invalid/", { expiresIn: "1h" });
    return false;
  } catch {
    return true;
  }
}

async function run(args: Arguments<ConformanceFlag>): Promise<ExitStatus> {
  if (args.positionals.length > 0)
    refuse("conformance takes only options; to ask a stack that exists, give --outputs FILE");
  checkFlags(args);
  const asked = chosenQuestions(args.values("question"));
  if (!args.has("apply") && !args.has("outputs")) {
    await print(planText(asked, textWidth(process.stdout)));
    return 0;
  }
  if (await isSha1Refused())
    refuse(
      "conformance signs with SHA-1, too, which this machine refuses (FIPS mode or a crypto policy); run it on another machine",
    );
  const out = args.value("out") ?? ".";
  prepareResultFolder(out);
  const status = args.has("apply")
    ? await applyAndAsk(args, asked, out)
    : await askExisting(args, asked, out);
  return status;
}

/** Flags that belong to another form. */
function checkFlags(args: Arguments<ConformanceFlag>): void {
  if (args.has("apply") && args.has("outputs"))
    refuse("--outputs: names a stack that exists, and --apply makes a new one; leave one of them out");
  const lost = (["region", "stack", "keep"] as const).find((flag) => args.has(flag));
  if (lost !== undefined && !args.has("apply"))
    refuse(`--${lost}: is for a stack that is made; add --apply, or leave it out`);
  if (args.has("keys") && !args.has("outputs"))
    refuse("--keys: is for a stack that exists; add --outputs FILE, or leave it out");
}

function chosenQuestions(prefixes: readonly string[]): readonly Question[] {
  const ids = questions.map(({ id }) => id);
  const unknown = prefixes.find((prefix) => !ids.some((id) => id.startsWith(prefix)));
  if (unknown !== undefined) {
    const nearest = nearestName(unknown, ids);
    refuse(
      `--question: no ID starts with ${printable(unknown)}; ${nearest === undefined ? "packages/conformance/README.md lists them" : `did you mean ${nearest}?`}`,
    );
  }
  return prefixes.length === 0
    ? questions
    : questions.filter(({ id }) => prefixes.some((prefix) => id.startsWith(prefix)));
}

async function applyAndAsk(
  args: Arguments<ConformanceFlag>,
  asked: readonly Question[],
  out: string,
): Promise<ExitStatus> {
  const stackInterruption = new StackInterruption();
  const options = { folder: args.value("stack"), region: args.value("region"), isKept: args.has("keep") };
  const { result, isClean } = await withStack(options, stackInterruption, async (outputs, folder) => {
    const stack = readStack(outputs, "terraform output", folder);
    const made = await askStack(stack, asked, readinessOfNew, stackInterruption.signal);
    writeResult(out, made);
    return made;
  });
  if (stackInterruption.signal.aborted) return 130;
  if (result === undefined) return 1;
  const status = await printResult(args, result);
  return isClean ? status : 1;
}

async function askExisting(
  args: Arguments<ConformanceFlag>,
  asked: readonly Question[],
  out: string,
): Promise<ExitStatus> {
  const path = pathOf(args.value("outputs") ?? "");
  const text = decodeText(readSourceFile(`--outputs ${path}`, path));
  const stack = readStack(text, "--outputs", args.value("keys") ?? dirname(path));
  const interrupted = interruption();
  try {
    const result = await askStack(stack, asked, readinessOfExisting, interrupted.signal);
    writeResult(out, result);
    return await printResult(args, result);
  } catch (error) {
    if (interrupted.signal.aborted) return interrupted.status;
    throw error;
  }
}

async function printResult(args: Arguments<ConformanceFlag>, result: ConformanceResult): Promise<ExitStatus> {
  const { agrees } = result.counts;
  const status = agrees === result.questions.length ? 0 : 1;
  const text = args.has("json")
    ? `${printable(JSON.stringify(result))}\n`
    : resultText(result, textWidth(process.stdout));
  await print(text, status);
  if (status === 1)
    sayWrapped(
      `Please send conformance.json, which names nothing of your account: ${verifierPackage().bugs}`,
    );
  return status;
}
