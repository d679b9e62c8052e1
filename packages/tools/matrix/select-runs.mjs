/**
 * The runs with one of these words in their names; without words all but those on request. A run on request
 * needs a word that begins its name, such as "examples" or "examples express".
 * @param {readonly import("./runs.mjs").Run[]} runs
 * @param {readonly string[]} words
 */
export const selectRuns = (runs, words) =>
  runs.filter(({ name, isOnRequest }) =>
    isOnRequest
      ? words.some((word) => word.startsWith("examples") && name.startsWith(word))
      : words.length === 0 || words.some((word) => name.includes(word)),
  );
