/** The two halves of a message: what is wrong, and what mends it. */
export interface ProblemText {
  readonly problem: string;
  readonly remedy: string;
}

export function problemText(problem: string, remedy: string): ProblemText {
  return { problem, remedy };
}
