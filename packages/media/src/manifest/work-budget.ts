/**
 * How many characters of resolved URLs and replaced variables each character of the text pays for. Our own
 * limit: a playlist of ten thousand segments needs about 3, one with twelve alternative base URLs about 30, and
 * for references that are not plain up to 60.
 */
const workPerCharacter = 64;

/**
 * What every text may use, however short it is. Our own limit: sixteen URLs of the greatest length that
 * CloudFront takes.
 */
const workOfAnyText = 131_072;

/** What a line, a tag or a resolved URL takes beside its characters, however short it is. */
const workOfAnyPiece = 64;

/**
 * Limits the work to a multiple of the length of the text. A base URL of 8,000 characters counts for each of
 * ten thousand references, and a variable for each of its uses: without a limit a text of 1 MB costs the work
 * of gigabytes.
 */
export interface WorkBudget {
  /** The text has so many characters more. Callers count text as they use it, however a stream is cut. */
  read(characters: number): void;
  /** Calls `exceeded` when the text does not pay for so many characters more. */
  spend(characters: number): void;
  /**
   * The work so far, in characters. It is the same on every machine, and Workers have no clock that runs while
   * they work.
   */
  used(): number;
}

/** @param exceeded throws */
export function createWorkBudget(exceeded: () => never): WorkBudget {
  let left = workOfAnyText;
  let used = 0;
  return {
    read(characters) {
      left += characters * workPerCharacter;
      used += characters + workOfAnyPiece;
    },
    spend(characters) {
      left -= characters;
      used += characters + workOfAnyPiece;
      if (left < 0) exceeded();
    },
    used: () => used,
  };
}

/** The text needs too much work, in words, and the step that mends it. */
export function overBudget(): string {
  return `resolved URLs and replaced variables are over ${workPerCharacter} times as long as the text so far; shorten base URLs and variables`;
}
