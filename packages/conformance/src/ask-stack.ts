import { refuse } from "cloudfront-sign-cli/arguments/refusal.ts";
import { Progress } from "cloudfront-sign-cli/output/progress.ts";
import { sayWrapped } from "cloudfront-sign-cli/output/terminal.ts";
import { createCloudFrontVerifier } from "cloudfront-sign-webcrypto/verify";
import { askQuestions } from "./ask-questions.ts";
import { waitUntilReady } from "./controls.ts";
import { Edge } from "./edge.ts";
import type { Question } from "./question.ts";
import { type ConformanceResult, countOutcomes, schemaVersion } from "./result.ts";
import { showsIdentity } from "./show.ts";
import type { ReadStack } from "./stack/outputs.ts";
import { verifierPackage } from "./verifier-package.ts";
import { findViewerAddress } from "./viewer-address.ts";

/** How often and with which pause (in milliseconds) a distribution is asked until it is ready. */
export interface Readiness {
  readonly attempts: number;
  readonly pause: number;
}

/** A new distribution: its name may take minutes to be known everywhere. */
export const readinessOfNew: Readiness = { attempts: 30, pause: 10_000 };

export const readinessOfExisting: Readiness = { attempts: 3, pause: 1000 };

/** Asks a distribution the questions. Refuses if it does not answer as documented where that is certain. */
export async function askStack(
  { distribution, publicKeys }: ReadStack,
  questions: readonly Question[],
  { attempts, pause }: Readiness,
  signal: AbortSignal,
): Promise<ConformanceResult> {
  const edge = new Edge(distribution, createCloudFrontVerifier({ publicKeys }), signal);
  const problem = await waitUntilReady(edge, attempts, pause);
  if (problem !== undefined)
    return refuse(
      `The distribution is not ready: ${problem}. No question was asked. Check that it is deployed and is the one of the stack.`,
      1,
    );
  const needsAddress = questions.some((one) => one.kind === "request" && one.needsViewerAddress);
  if (needsAddress) edge.setViewerAddress(await findViewerAddress(edge));
  const date = new Date().toISOString();
  const progress = new Progress("asked");
  sayWrapped(`Asking ${questions.length} questions.`);
  const results = await askQuestions(questions, edge, (count) =>
    progress.update(count, count / questions.length),
  );
  progress.clear();
  const { name, version } = verifierPackage();
  const result: ConformanceResult = {
    schema: schemaVersion,
    package: { name, version },
    date,
    runtime: runtimeName(),
    edgeLocations: [...edge.edgeLocations].sort(),
    counts: countOutcomes(results),
    questions: results,
  };
  // The result is made to be published.
  if (showsIdentity(JSON.stringify(result), edge.distribution))
    return refuse(
      "The result shows whose distribution was asked, so it was not written; please report this.",
      1,
    );
  return result;
}

function runtimeName(): string {
  const { bun, deno, node } = process.versions;
  if (bun !== undefined) return `Bun ${bun}`;
  return deno === undefined ? `Node.js ${node}` : `Deno ${deno}`;
}
