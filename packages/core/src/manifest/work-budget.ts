/**
 * How many characters of resolved URLs and expanded variables each character of the text pays for. An own
 * limit: a playlist of ten thousand segments needs about 3, one with twelve alternative base URLs about 30.
 */
const workPerCharacter = 64;

/**
 * What every text may use, however short it is: sixteen URLs of the greatest length that CloudFront takes.
 */
const workOfAnyText = 131_072;

/**
 * Holds the work to a multiple of the text. A base URL of 8,000 characters counts for each of ten thousand
 * references, and a variable for each of its uses: without a limit a text of 1 MB costs the work of
 * gigabytes.
 */
export interface WorkBudget {
  /**
   * The text has so many characters more. Counted where they are used, so that it does not matter how a
   * stream is cut.
   */
  read(characters: number): void;
  /** Calls `exceeded` when the text does not pay for so many characters more. */
  spend(characters: number): void;
}

/** @param exceeded throws, with what is wrong */
export function createWorkBudget(exceeded: (problem: string) => never): WorkBudget {
  let left = workOfAnyText;
  return {
    read(characters) {
      left += characters * workPerCharacter;
    },
    spend(characters) {
      left -= characters;
      if (left >= 0) return;
      exceeded(
        `resolved URLs and replaced variables are over ${workPerCharacter} times as long as the text so far; shorten base URLs and variables`,
      );
    },
  };
}
