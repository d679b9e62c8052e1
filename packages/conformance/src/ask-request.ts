import type { Answer, NoAnswer } from "cloudfront-sign-cli/requests/fetch-answer.ts";
import { controlProblem, controls } from "./controls.ts";
import {
  type Decision,
  decisionOfAnswer,
  decisionOfVerdict,
  describeDecision,
  isSameDecision,
} from "./decision.ts";
import { shownDistribution } from "./distribution.ts";
import type { Edge } from "./edge.ts";
import type { Probe } from "./probe.ts";
import type { RequestQuestion } from "./question.ts";
import type { QuestionResult } from "./result.ts";
import { showAnswer, showRequest } from "./show.ts";

/** What a question gives beside what it asks. */
export type Asked = Omit<QuestionResult, "id" | "topic" | "asks" | "source">;

/** Asks one request, after its control. A difference counts if it is there twice. */
export async function askRequest(question: RequestQuestion, edge: Edge): Promise<Asked> {
  const { distribution } = edge;
  const request = showRequest(question.probe(shownDistribution));
  const probe = question.probe(distribution);
  const answer = await edge.ask(probe);
  const choice = await edge.verdict(probe, answer);
  const control = await edge.ask(controls[question.control](edge.distribution));
  const asked = {
    requests: [request],
    verifier: describeDecision(decisionOfVerdict(choice)),
    ...(!choice.allowed && { reason: choice.reason }),
    answers: "failure" in answer ? [] : [showAnswer(answer, distribution)],
    ...(!("failure" in control) && { control: showAnswer(control, distribution) }),
  };
  if (question.needsViewerAddress && distribution.viewerAddress === undefined)
    return { ...asked, outcome: "undecided", why: "the address that CloudFront sees is not known" };
  const problem = controlProblem(control);
  if (problem !== undefined) return { ...asked, outcome: "undecided", why: `the control request ${problem}` };
  const decision = readDecision(answer);
  if (typeof decision === "string") return { ...asked, outcome: "undecided", why: decision };
  const cloudFront = describeDecision(decision);
  if (isSameDecision(decision, decisionOfVerdict(choice))) return { ...asked, cloudFront, outcome: "agrees" };
  const again = await askAgain(probe, decision, edge);
  return again === undefined
    ? { ...asked, cloudFront, outcome: "differs" }
    : { ...asked, outcome: "undecided", why: again };
}

/** What an answer decides, or why it decides nothing. */
function readDecision(answer: Answer | NoAnswer): Decision | string {
  if ("failure" in answer) return `there was no answer (${answer.failure})`;
  return (
    decisionOfAnswer(answer) ??
    `the answer (status ${answer.status}) shows neither that the request was allowed nor why it was denied`
  );
}

/** Why a decision does not count: the same request got another one. */
async function askAgain(probe: Probe, first: Decision, edge: Edge): Promise<string | undefined> {
  const second = readDecision(await edge.ask(probe));
  if (typeof second === "string") return `asked again, ${second}`;
  return isSameDecision(first, second)
    ? undefined
    : `two answers differ: ${describeDecision(first)}, then ${describeDecision(second)}`;
}
