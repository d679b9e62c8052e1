import type { Answer, NoAnswer } from "cloudfront-sign-cli/requests/fetch-answer.ts";
import { decisionOfAnswer, describeDecision } from "./decision.ts";
import type { Distribution } from "./distribution.ts";
import type { Edge } from "./edge.ts";
import { objectPath, type Probe } from "./probe.ts";
import type { ControlName } from "./question.ts";
import { canned, custom } from "./signed-probe.ts";

/** Requests that are right without any doubt, signed as the AWS documentation has it. */
export const controls: Readonly<Record<ControlName, (to: Distribution) => Probe>> = {
  rsa: (to) => canned(to),
  ec: (to) => canned(to, { key: "ec", hash: "SHA256" }),
  cookies: (to) => custom(to, { asCookies: true }),
};

/** Why the answer to a control makes another answer worth nothing. */
export function controlProblem(answer: Answer | NoAnswer): string | undefined {
  if ("failure" in answer) return `got no answer (${answer.failure})`;
  return answer.status === 200 ? undefined : `was answered with ${describeAnswer(answer)}`;
}

function describeAnswer(answer: Answer): string {
  const decision = decisionOfAnswer(answer);
  return decision === undefined || decision.isAllowed
    ? `status ${answer.status}`
    : `status ${answer.status} (${describeDecision(decision)})`;
}

/** What keeps the questions from being asked; `undefined` if the distribution is ready. */
export async function readinessProblem(edge: Edge): Promise<string | undefined> {
  for (const [name, control] of Object.entries(controls)) {
    const answer = await edge.ask(control(edge.distribution));
    if (!("failure" in answer)) edge.setClock(answer);
    const problem = controlProblem(answer);
    if (problem !== undefined) return `the control request (${name}) ${problem}`;
  }
  const unsigned = await edge.ask({ target: objectPath });
  const isDenied = !("failure" in unsigned) && decisionOfAnswer(unsigned)?.isAllowed === false;
  return isDenied ? undefined : "a request without a signature was not denied";
}

/** Asks until the distribution is ready. `undefined` if it is; otherwise the last problem. */
export async function waitUntilReady(
  edge: Edge,
  attempts: number,
  pause: number,
): Promise<string | undefined> {
  for (let attempt = 1; ; attempt++) {
    const problem = await readinessProblem(edge);
    if (problem === undefined || attempt === attempts) return problem;
    await edge.pause(pause);
  }
}
