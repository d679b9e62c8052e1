/**
 * Without words the runs of `npm test`, which need only Node.js. With words: `all`, or those with one of the words in
 * their names. A run on request needs a word that begins its name, such as "examples" or "examples express", or "real-time".
 * @param {readonly import("./runs.mjs").Run[]} runs
 * @param {readonly string[]} words
 */
export const selectRuns = (runs, words) =>
  runs.filter(({ name, isInNpmTest, isOnRequest }) => {
    if (words.length === 0) return isInNpmTest;
    const [kind = ""] = name.split(" ");
    return words.some((word) =>
      isOnRequest ? word.startsWith(kind) && name.startsWith(word) : word === "all" || name.includes(word),
    );
  });
