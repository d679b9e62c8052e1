// Subjects that take turns in one process, in a random order for each round, so that slow moments of the machine, the
// thread pool and the garbage collector affect all of them alike. The other libraries, which are slow, have a turn in
// each fourth round.
import { consume } from "./consume.mjs";
import { figure } from "./stats.mjs";
import { isRival } from "./subjects.mjs";

/** @typedef {(i: number) => unknown} Subject of the URL i */

/**
 * @param {Record<string, Subject>} subjects
 * @param {number} seconds
 * @param {number} count of URLs
 * @param {boolean} isBatch whether one measurement is of all URLs at once
 * @param {number} [perCall] how many URLs one call handles
 * @returns {Promise<import("./raw.mjs").Cost[]>}
 */
export async function takeTurns(subjects, seconds, count, isBatch, perCall = 1) {
  const turns = Object.entries(subjects).map(([name, operation]) => ({
    name,
    work: isBatch ? () => Promise.all(Array.from({ length: count }, (_, i) => operation(i))) : operation,
    every: isRival(name) ? 4 : 1,
    times: /** @type {number[]} */ ([]),
  }));
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
    for (const { work, every, times } of shuffled(turns)) {
      if (round % every) continue;
      const before = performance.now();
      consume(await work(round % count));
      const taken = performance.now() - before;
      if (measuring) times.push((taken * 1000) / (isBatch ? count : perCall));
    }
  }
  return turns.map(({ name, times }) => ({ subject: name, microseconds: figure(times) }));
}

/** @template T @param {readonly T[]} list */
export function shuffled(list) {
  return list
    .map((value) => ({ value, order: Math.random() }))
    .sort((a, b) => a.order - b.order)
    .map(({ value }) => value);
}
