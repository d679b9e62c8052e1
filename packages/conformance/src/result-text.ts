import { printable, styled, wrap } from "cloudfront-sign-cli/output/terminal.ts";
import type { ConformanceResult, Outcome, QuestionResult } from "./result.ts";

const outcomeWords: Readonly<Record<Outcome, string>> = {
  agrees: "agrees",
  differs: "differs",
  undecided: "undecided",
};

const outcomeStyles = { agrees: "green", differs: "red", undecided: "yellow" } as const satisfies Record<
  Outcome,
  Parameters<typeof styled>[1]
>;

const longestWord = Math.max(...Object.values(outcomeWords).map(({ length }) => length));

/** Narrower terminals have the decisions below the questions. */
const narrowest = 72;

/** The result as a table for a terminal. */
export function resultText({ questions, counts }: ConformanceResult, width: number): string {
  const longestId = Math.max(...questions.map(({ id }) => id.length));
  const titles = [...new Set(questions.map(({ topic }) => topic))];
  const isNarrow = width < narrowest;
  const lines = titles.flatMap((title) => [
    styled(process.stdout, "bold", title),
    ...questions
      .filter(({ topic }) => topic === title)
      .flatMap((one) => (isNarrow ? narrowLines(one, width) : wideLines(one, longestId, width))),
    "",
  ]);
  return [...lines, ...wrap(summarySentence(counts), width), ""].join("\n");
}

export function summarySentence({ agrees, differs, undecided }: Readonly<Record<Outcome, number>>): string {
  const total = agrees + differs + undecided;
  return `CloudFront and the verifier agree in ${agrees} of ${total} questions. ${differs} differ, ${undecided} are undecided.`;
}

/** What was decided, in words. */
function decisionSentence({ outcome, cloudFront = "", verifier, why = "" }: QuestionResult): string {
  switch (outcome) {
    case "agrees":
      return cloudFront;
    case "differs":
      return `CloudFront: ${cloudFront}; verifier: ${verifier}`;
    case "undecided":
      return why;
  }
}

function wideLines(one: QuestionResult, longestId: number, width: number): string[] {
  const head = `  ${outcomeWords[one.outcome].padEnd(longestWord)}  ${one.id.padEnd(longestId)}  `;
  const [first = "", ...others] = wrap(printable(decisionSentence(one)), Math.max(width - head.length, 20));
  return [coloured(head, one) + first, ...others.map((text) => " ".repeat(head.length) + text)];
}

function narrowLines(one: QuestionResult, width: number): string[] {
  const indent = " ".repeat("  ".length + longestWord + "  ".length);
  const texts = wrap(printable(decisionSentence(one)), Math.max(width - indent.length, 20));
  return [
    coloured(`  ${outcomeWords[one.outcome].padEnd(longestWord)}  ${one.id}`, one),
    ...texts.map((text) => indent + text),
  ];
}

/** The line with its first word in the color of the outcome. */
function coloured(line: string, { outcome }: QuestionResult): string {
  const word = outcomeWords[outcome];
  return line.replace(word, () => styled(process.stdout, outcomeStyles[outcome], word));
}
