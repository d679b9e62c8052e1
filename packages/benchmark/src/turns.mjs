// Subjects that take turns in one process, in a random order for each round, so that slow moments of the machine, the
// thread pool and the garbage collector affect all of them alike. The other libraries, which are slow, have a turn in
// each fourth round.
import { consume } from "./consume.mjs";
import { urls } from "./overhead/keys.mjs";
import { figure, quotient, ratio } from "./stats.mjs";
import { isRival, ours } from "./subjects.mjs";

/** The subjects with which the others are compared. */
const references = ["raw", "by hand", ours];

/**
 * @param {Record<string, import("./overhead/keys.mjs").Subject>} subjects
 * @param {number} seconds
 * @param {number} batch at once in one measurement
 * @param {number} [perCall] how many URLs one call handles
 * @returns {Promise<import("./raw.mjs").Cost[]>}
 */
export async function takeTurns(subjects, seconds, batch, perCall = 1) {
  const turns = Object.entries(subjects).map(([name, operation]) => {
    const work = batch === 1 ? operation : () => Promise.all(urls.map((_, i) => operation(i)));
    return { name, work, every: isRival(name) ? 4 : 1, times: /** @type {number[]} */ ([]) };
  });
  if (turns.length === 0) return [];
  const begin = performance.now();
  let measuring = false;
  let start = begin;
  for (let round = 0; ; round++) {
    // The first rounds warm up, for a limited time even on a slow machine.
    const now = performance.now();
    if (!measuring && now - begin > Math.max(Math.min(300, seconds * 1000), seconds * 250))
      [measuring, start] = [true, now];
    const rounds = Math.max(...turns.map(({ times }) => times.length));
    if (measuring && now - start > seconds * (rounds < 30 ? 3000 : 1000)) break;
    for (let last = turns.length - 1; last > 0; last--) {
      const other = Math.floor(Math.random() * (last + 1));
      const [a, b] = [turns[last], turns[other]];
      if (a && b) [turns[last], turns[other]] = [b, a];
    }
    for (const { work, every, times } of turns) {
      if (round % every) continue;
      const before = performance.now();
      consume(await work(round % urls.length));
      const taken = performance.now() - before;
      if (measuring) times.push((taken * 1000) / batch / perCall);
    }
  }
  const timesOf = (/** @type {string} */ name) => turns.find((turn) => turn.name === name)?.times ?? [];
  return Object.keys(subjects).map((subject) => {
    const times = timesOf(subject);
    const against = references
      .filter((reference) => reference in subjects && reference !== subject)
      .map((reference) => [
        reference,
        isRival(subject)
          ? quotient(figure(times), figure(timesOf(reference)))
          : ratio(times, timesOf(reference)),
      ]);
    return { subject, microseconds: figure(times), against: Object.fromEntries(against) };
  });
}
