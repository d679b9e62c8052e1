import { type AccessLogDiagnosis, diagnoseAccessLog } from "cloudfront-sign-diagnosis/logs";
import { readStatus, refuseUnused } from "../../../arguments/flag-values.ts";
import type { Arguments, ExitStatus } from "../../../command.ts";
import type { VerifierFlag } from "../../../keys/flags.ts";
import { readVerifier } from "../../../keys/read-public-keys.ts";
import { interruption } from "../../../output/interruption.ts";
import { Progress } from "../../../output/progress.ts";
import { print } from "../../../output/standard-output.ts";
import { jsonLine, warn } from "../../../output/terminal.ts";
import { filesOf, piecesOf } from "./log-files.ts";
import type { LogFlag } from "./log-flags.ts";
import { logPage } from "./log-page.ts";
import { logText } from "./log-text.ts";

/** `explain --log FILE…`: what denies the viewers of a distribution. */
export async function explainLog(
  args: Arguments<LogFlag | VerifierFlag | "hostname" | "status" | "json">,
  hostnames: readonly string[],
): Promise<ExitStatus> {
  const files = filesOf([...args.values("log"), ...args.positionals]);
  const verifier = readVerifier(args, [])?.verifier;
  if (verifier === undefined)
    refuseUnused(
      args,
      ["hostname"],
      "works only with a public key; add --public-key ID=FILE, or leave it out",
    );
  args.sources.set("fields", "--log-fields");
  const fields = args
    .value("log-fields")
    ?.split(/[\s,]+/)
    .filter((name) => name !== "");
  const interrupted = interruption();
  const { signal } = interrupted;
  const progress = new Progress("MB read");
  let diagnosis: AccessLogDiagnosis;
  let isDamaged = false;
  try {
    const pieces = piecesOf(files, signal, {
      progress: (bytes) => progress.update(Math.round(bytes / 1e6)),
      damaged: (problem) => {
        isDamaged = true;
        warn(problem);
      },
    });
    diagnosis = await diagnoseAccessLog(pieces, {
      verifier,
      hostnames,
      fields,
      status: readStatus(args),
    });
  } finally {
    progress.clear();
  }
  if (signal.aborted) return interrupted.status;
  const status = diagnosis.isHealthy && !isDamaged ? 0 : 1;
  const form = args.has("html") ? logPage : args.has("json") ? jsonLine : logText;
  await print(form(diagnosis), status);
  return status;
}
