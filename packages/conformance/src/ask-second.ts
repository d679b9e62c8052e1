import { serverTime } from "cloudfront-sign-cli/requests/fetch-answer.ts";
import type { Asked } from "./ask-request.ts";
import { controlProblem, controls } from "./controls.ts";
import { decisionOfAnswer, decisionOfVerdict, describeDecision } from "./decision.ts";
import { shownDistribution } from "./distribution.ts";
import type { Edge } from "./edge.ts";
import type { SecondQuestion } from "./question.ts";
import { showAnswer, showRequest } from "./show.ts";

/** The seconds that are looked at, relative to the one in the policy. */
const offsets = [-1, 0, 1] as const;

type Offset = (typeof offsets)[number];

type Counts = { readonly [offset in Offset]: { allowed: number; denied: number } };

const rounds = 2;

/** The pause between two requests, in milliseconds. */
const interval = 200;

/** How long before and after the second requests are sent, in milliseconds. */
const lead = 1200;
const longestSecond = 2200;

/**
 * The part of the answers in one second that must be the same. Some answers of a second are for requests that
 * came at the end of the one before.
 */
const requiredPart = 0.75;

/** Asks several times a second around the second of a policy. The `Date` of an answer says to which it belongs. */
export async function askSecond(question: SecondQuestion, edge: Edge): Promise<Asked> {
  const counts: Counts = { [-1]: newCount(), 0: newCount(), 1: newCount() };
  for (let round = 0; round < rounds; round++) await askRound(question, edge, counts);
  const control = await edge.ask(controls[question.control](edge.distribution));
  const asked = {
    requests: [showRequest(question.probe(shownDistribution, shownDistribution.now))],
    verifier: await choiceOfSeconds(question, edge),
    answers: [],
    ...(!("failure" in control) && { control: showAnswer(control, edge.distribution) }),
  };
  const problem = controlProblem(control);
  if (problem !== undefined) return { ...asked, outcome: "undecided", why: `the control request ${problem}` };
  const mixed = offsets.find((offset) => majority(counts[offset]) === undefined);
  if (mixed !== undefined)
    return {
      ...asked,
      outcome: "undecided",
      why: `in second ${signed(mixed)}, ${counts[mixed].allowed} requests were allowed and ${counts[mixed].denied} denied`,
    };
  const cloudFront = describeSeconds((offset) => majority(counts[offset]) ?? "");
  return { ...asked, cloudFront, outcome: cloudFront === asked.verifier ? "agrees" : "differs" };
}

function newCount(): { allowed: number; denied: number } {
  return { allowed: 0, denied: 0 };
}

async function askRound(question: SecondQuestion, edge: Edge, counts: Counts): Promise<void> {
  const second = Math.ceil((edge.milliseconds + lead) / 1000) + 1;
  const probe = question.probe(edge.distribution, second);
  await edge.pause(second * 1000 - lead - edge.milliseconds);
  const sent: Promise<void>[] = [];
  while (edge.milliseconds < second * 1000 + longestSecond) {
    sent.push(count(edge, probe, second, counts));
    await edge.pause(interval);
  }
  await Promise.all(sent);
}

async function count(
  edge: Edge,
  probe: ReturnType<SecondQuestion["probe"]>,
  second: number,
  counts: Counts,
): Promise<void> {
  const answer = await edge.send(probe);
  if ("failure" in answer) return;
  const time = serverTime(answer);
  const offset = offsets.find((one) => time?.getTime() === (second + one) * 1000);
  const decision = decisionOfAnswer(answer);
  if (offset === undefined || decision === undefined) return;
  counts[offset][decision.isAllowed ? "allowed" : "denied"]++;
}

function majority({ allowed, denied }: { allowed: number; denied: number }): string | undefined {
  const total = allowed + denied;
  if (total === 0) return undefined;
  if (allowed / total >= requiredPart) return "allowed";
  return denied / total >= requiredPart ? "denied" : undefined;
}

/** What the verifier decides in each second. */
export async function choiceOfSeconds(question: SecondQuestion, edge: Edge): Promise<string> {
  const to = edge.distribution;
  const words = new Map<Offset, string>();
  for (const offset of offsets) {
    const verdict = await edge.verdict(question.probe(to, to.now), new Date((to.now + offset) * 1000));
    const decision = decisionOfVerdict(verdict);
    words.set(offset, decision.isAllowed ? describeDecision(decision) : "denied");
  }
  return describeSeconds((offset) => words.get(offset) ?? "");
}

function describeSeconds(word: (offset: Offset) => string): string {
  return offsets.map((offset) => `${signed(offset)} s: ${word(offset)}`).join(", ");
}

function signed(offset: Offset): string {
  return offset > 0 ? `+${offset}` : String(offset);
}
