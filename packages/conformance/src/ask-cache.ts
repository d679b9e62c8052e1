import { randomUUID } from "node:crypto";
import type { Answer, NoAnswer } from "cloudfront-sign-cli/requests/fetch-answer.ts";
import type { Asked } from "./ask-request.ts";
import { controlProblem } from "./controls.ts";
import { type Distribution, shownDistribution } from "./distribution.ts";
import type { Edge } from "./edge.ts";
import type { Probe } from "./probe.ts";
import type { CacheQuestion } from "./question.ts";
import { showAnswer, showRequest } from "./show.ts";

/** How often it is asked with a new path: an edge location has more than one cache. */
const rounds = 3;

/** How often the first request is sent until its answer comes from a cache. */
const attempts = 6;

/** The object of the cache behavior that caches. */
const cachedPath = "/cached/object.txt";

/** Fills the cache with one request, and sees whether the other one is answered from it. */
export async function askCache(question: CacheQuestion, edge: Edge): Promise<Asked> {
  const { first, second } = question;
  const asked = {
    requests: [first, second].map((probe) => showRequest(probe(shownDistribution, `${cachedPath}?a=1`))),
    verifier: await choiceOfCache(question, edge),
  };
  const answers: Answer[] = [];
  for (let round = 0; round < rounds; round++) {
    const path = `${cachedPath}?a=${randomUUID()}`;
    const problem = await fillCache(edge, (to) => first(to, path));
    if (problem !== undefined)
      return { ...asked, answers: shown(answers, edge), outcome: "undecided", why: problem };
    const answer = await edge.ask(second(edge.distribution, path));
    const secondProblem = controlProblem(answer);
    if (secondProblem !== undefined || "failure" in answer)
      return {
        ...asked,
        answers: shown(answers, edge),
        outcome: "undecided",
        why: `the second request ${secondProblem}`,
      };
    answers.push(answer);
    if (isHit(answer)) break;
  }
  const cloudFront = describe(answers.some(isHit));
  const outcome = cloudFront === asked.verifier ? "agrees" : "differs";
  return { ...asked, answers: shown(answers, edge), cloudFront, outcome };
}

/** Why the cache cannot be filled; `undefined` once the request is answered from it. */
async function fillCache(edge: Edge, probe: (to: Distribution) => Probe): Promise<string | undefined> {
  for (let attempt = 0; attempt < attempts; attempt++) {
    const answer = await edge.ask(probe(edge.distribution));
    const problem = controlProblem(answer);
    if (problem !== undefined) return `the first request ${problem}`;
    if (isHit(answer)) return undefined;
  }
  return `the first request was not answered from a cache in ${attempts} attempts`;
}

function isHit(answer: Answer | NoAnswer): boolean {
  return !("failure" in answer) && /^(Refresh)?Hit/.test(answer.header("x-cache") ?? "");
}

/** What the verifier decides: an answer is shared if the origin gets the same URL. */
export async function choiceOfCache({ first, second }: CacheQuestion, edge: Edge): Promise<string> {
  const path = `${cachedPath}?a=1`;
  const [one, other] = await Promise.all(
    [first, second].map((probe) => edge.verdict(probe(edge.distribution, path), new Date(edge.milliseconds))),
  );
  return describe(one?.allowed === true && other?.allowed === true && one.url === other.url);
}

function describe(isShared: boolean): string {
  return isShared ? "shared" : "not shared";
}

function shown(answers: readonly Answer[], edge: Edge) {
  return answers.map((answer) => showAnswer(answer, edge.distribution));
}
