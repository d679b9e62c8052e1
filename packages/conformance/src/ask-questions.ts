import { askCache } from "./ask-cache.ts";
import { type Asked, askRequest } from "./ask-request.ts";
import { askSecond } from "./ask-second.ts";
import type { Edge } from "./edge.ts";
import type { Question } from "./question.ts";
import { topics } from "./questions/all-topics.ts";
import type { QuestionResult } from "./result.ts";

/** How many questions are asked at a time. */
const concurrency = 6;

/**
 * Asks all questions, each independent of the others, and returns the results in the same order. `onResult`
 * hears of each at once.
 */
export async function askQuestions(
  questions: readonly Question[],
  edge: Edge,
  onResult: (count: number) => void,
): Promise<QuestionResult[]> {
  const results = new Map<Question, QuestionResult>();
  const waiting = [...questions];
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const asked = await ask(next, edge);
      results.set(next, { ...describe(next), ...asked });
      onResult(results.size);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, work));
  return questions.flatMap((one) => results.get(one) ?? []);
}

function describe(question: Question): Pick<QuestionResult, "id" | "topic" | "asks" | "source"> {
  const { id, asks, source = "undocumented" } = question;
  const topic = topics.find(({ questions }) => questions.includes(question));
  return { id, topic: topic?.title ?? "", asks, source };
}

async function ask(question: Question, edge: Edge): Promise<Asked> {
  switch (question.kind) {
    case "request":
      return askRequest(question, edge);
    case "second":
      return askSecond(question, edge);
    case "cache":
      return askCache(question, edge);
  }
}
