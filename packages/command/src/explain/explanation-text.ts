import { findingLines } from "../finding-lines.ts";
import { printable, styled, textWidth, wrap } from "../terminal.ts";
import { answerLines } from "./answer-lines.ts";
import { describeFailure } from "./describe-failure.ts";
import type { Explanation } from "./explanation.ts";
import type { Fetched } from "./fetch-denied.ts";
import { describedFindings, outcomeLines } from "./outcome-lines.ts";

/** An explanation for a person: what came back if it was fetched, then the findings, the cause first. */
export function explanationText(explanation: Explanation, fetched: Fetched | undefined): string {
  const width = textWidth(process.stdout);
  const findings = findingLines(describedFindings(explanation), width);
  const isAllowed = explanation.allowedStatus !== undefined;
  return [
    ...(fetched ? [...fetchedLines(fetched, width), ""] : []),
    ...(isAllowed && findings.length > 0 ? [...wrap(allowedDespiteFindings, width), ""] : []),
    ...(findings.length > 0 ? findings : outcomeLines(explanation, width)),
    "",
  ].join("\n");
}

const allowedDespiteFindings =
  "The response denies nothing: CloudFront checks no signature for this path, or something else responded. Where a signature is needed, this is wrong:";

function fetchedLines({ host, answer, secrets }: Fetched, width: number): string[] {
  if ("status" in answer)
    return [
      styled(process.stdout, "bold", `Response from ${printable(host)}`),
      ...answerLines(answer, secrets, width),
    ];
  return wrap(`No response from ${printable(host)}: ${describeFailure(answer)}.`, width).map((line) =>
    styled(process.stdout, "bold", line),
  );
}
