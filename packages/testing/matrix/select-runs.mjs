/** Words that stand for a part of the matrix. @type {Record<string, (run: import("./runs.mjs").Run) => boolean>} */
const parts = {
  all: ({ isOnRequest }) => !isOnRequest,
  rest: ({ isOnRequest, isInNpmTest }) => !isOnRequest && !isInNpmTest,
};

/**
 * Without words the runs of `npm test`, which need only Node.js. With words: all, the rest of them, or those with
 * one of the words in their names. A run on request needs a word that begins its name, such as "examples" or
 * "examples express", or "real-time".
 * @param {readonly import("./runs.mjs").Run[]} runs
 * @param {readonly string[]} words
 */
export const selectRuns = (runs, words) =>
  runs.filter((run) => {
    if (words.length === 0) return run.isInNpmTest;
    return words.some((word) => {
      if (Object.hasOwn(parts, word)) return parts[word]?.(run);
      const [kind = ""] = run.name.split(" ");
      return run.isOnRequest ? word.startsWith(kind) && run.name.startsWith(word) : run.name.includes(word);
    });
  });
