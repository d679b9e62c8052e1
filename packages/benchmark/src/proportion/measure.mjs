// Times an input at a quarter of its limit and at the limit, and checks that the time is in proportion.
import { performance } from "node:perf_hooks";
import process from "node:process";

/** @typedef {import("./input.mjs").Input} Input */

/** The length of the input for functions without a limit. */
const standIn = 400_000;
/** Four times the input takes four times as long; caches and the garbage collector add up to one. n² takes 16. */
const mostTimes = 6;
/** Times up to this at the limit pass: below it, the noise of the machine decides. */
const floor = 40;
const runs = 5;
const attempts = 3;
/** After two runs of this length it stops looking for a better one. */
const hopeless = 1000;

/** Milliseconds that ten million steps of the loop take on the machine that the bound is for. */
const usualLoop = 20;

/** How many times as long as usual this machine takes, at least 1. */
export function slowness() {
  const text = "abcdefghij".repeat(1000);
  let best = Number.POSITIVE_INFINITY;
  for (let run = 0; run < 5; run++) {
    const used = process.cpuUsage();
    let hash = 0;
    for (let step = 0; step < 10_000_000; step++)
      hash = (hash * 31 + text.charCodeAt(step % text.length)) | 0;
    const { user, system } = process.cpuUsage(used);
    // The result is used, so that the loop is not left out.
    if (hash !== 0.5) best = Math.min(best, (user + system) / 1000);
  }
  return Math.max(1, best / usualLoop);
}

/**
 * @typedef {object} Measured
 * @property {number} quarter milliseconds; undefined if the limit took less than the floor
 * @property {number} limit
 * @property {boolean} missed
 */

/** @param {Input} input @param {number} share @param {import("./fillings.mjs").Filling} filling */
async function prepared({ limit = standIn, room = 1, prepare, ask }, share, filling) {
  const text = filling(Math.floor(limit * room * share));
  if (!prepare) return () => ask?.(text);
  try {
    return await prepare(text);
  } catch {
    return () => {}; // callers cannot pass this filling
  }
}

/**
 * The wall-clock time or the CPU time, whichever is shorter: the first includes other programs, the second
 * the threads that compile and collect garbage.
 * @param {() => unknown} work
 */
async function time(work) {
  const start = performance.now();
  const used = process.cpuUsage();
  try {
    await work();
  } catch {
    // A refusal is timed too.
  }
  const { user, system } = process.cpuUsage(used);
  return Math.min(performance.now() - start, (user + system) / 1000);
}

/**
 * The best of five runs of each, in turns, so that both see the same machine. A miss is measured up to three
 * times, and counts if the best of all these runs misses too.
 * @param {Input} input
 * @param {import("./fillings.mjs").Filling} filling
 * @param {number} most milliseconds at the limit
 * @returns {Promise<Measured>}
 */
export async function measure(input, filling, most) {
  const whole = await prepared(input, 1, filling);
  let limit = await time(whole);
  if (limit <= floor) return { quarter: 0, limit, missed: false };
  const part = await prepared(input, 1 / 4, filling);
  let quarter = Number.POSITIVE_INFINITY;
  for (let run = 1; run <= runs * attempts; run++) {
    quarter = Math.min(quarter, await time(part));
    limit = Math.min(limit, await time(whole));
    if (limit <= floor || limit > hopeless) break;
    if (run % runs === 0 && !isMissed(quarter, limit, most)) break;
  }
  return { quarter, limit, missed: isMissed(quarter, limit, most) };
}

/** @param {number} quarter @param {number} limit @param {number} most */
const isMissed = (quarter, limit, most) => limit > floor && (limit > most || limit / quarter > mostTimes);

/**
 * Fails unless the function accepts the sample: an input that it does not read is always in proportion.
 * @param {Input} input
 */
export async function checkSample({ name, sample, prepare, ask }) {
  if (sample === undefined) return;
  try {
    await (prepare ? (await prepare(sample))() : ask?.(sample));
  } catch (cause) {
    throw new Error(`${name}: the sample is refused, so that it proves nothing`, { cause });
  }
}
