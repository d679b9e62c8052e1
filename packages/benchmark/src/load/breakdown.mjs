// Which load a server takes: the offered rates, and the rule that says when it has broken down.
import { figure, quantile } from "../stats.mjs";

/** @typedef {import("./offer.mjs").Sample} Sample */
/** @typedef {{ offered: number, sign: Sample[], health: Sample[] }} Run one rate in one round */

/** Requests per second, the same for every variant and runtime. */
export const offeredRates = [400, 800, 1600, 3200, 6400];

/** Milliseconds. A person sees a delay of more than 100 ms (Nielsen, "Response Times: The 3 Important Limits"). */
export const latencyLimit = 100;

const shareInTime = 0.99;

/**
 * A server keeps up with a rate while it answers 99 % of the requests within 100 ms. A server that gets more
 * than it can do is seen soon, for its queue only grows: with a tenth too much, the wait exceeds 100 ms within
 * a second. Requests without an answer and errors are never in time.
 * @param {Pick<Run, "sign">} run
 */
export function keepsUp({ sign }) {
  const inTime = sign.filter(({ isAnswered, latency }) => isAnswered && latency <= latencyLimit);
  return inTime.length >= shareInTime * sign.length;
}

/**
 * Raises the rate until the server breaks down, and then tries the rate halfway down to the one before, on a
 * logarithmic scale.
 * @param {readonly number[]} rates each twice the one before
 * @param {(rate: number) => Promise<Run>} measure
 */
export async function climb(rates, measure) {
  const runs = [];
  for (const rate of rates) {
    const run = await measure(rate);
    runs.push(run);
    if (keepsUp(run)) continue;
    runs.push(await measure(Math.round(rate / Math.SQRT2)));
    break;
  }
  return runs;
}

/** Milliseconds of load that give one value of a figure. */
const windowLength = 500;

/** @param {readonly Sample[]} samples @param {(sample: Sample) => number} timeOf milliseconds */
function windows(samples, timeOf) {
  const count = Math.ceil(Math.max(...samples.map(({ due }) => due)) / windowLength);
  return Array.from({ length: count }, (_, i) =>
    samples.filter((sample) => Math.floor(timeOf(sample) / windowLength) === i),
  );
}

/** @param {readonly Sample[]} samples @param {number} share @returns {number[]} one value a window */
function latencies(samples, share) {
  const ofWindow = (/** @type {Sample[]} */ part) =>
    quantile(
      part.map(({ latency }) => latency),
      share,
    );
  return windows(samples, ({ due }) => due).map(ofWindow);
}

/** @param {Run} run @returns {number[]} answers per second, one value a window */
function answers({ sign }) {
  return windows(sign, ({ due, latency }) => due + latency).map(
    (part) => (part.filter(({ isAnswered }) => isAnswered).length * 1000) / windowLength,
  );
}

/**
 * The figures of one rate. A server kept up with it if it did in one of the rounds: other programs on the
 * machine can make a server slower, but not faster.
 * @param {number} offered
 * @param {readonly Run[]} runs
 */
function atRate(offered, runs) {
  return {
    offered,
    answered: figure(runs.flatMap(answers)),
    p50: figure(runs.flatMap(({ sign }) => latencies(sign, 0.5))),
    p99: figure(runs.flatMap(({ sign }) => latencies(sign, 0.99))),
    health: figure(runs.flatMap(({ health }) => latencies(health, 0.99))),
    keptUp: runs.some(keepsUp),
  };
}

/** @param {readonly Run[]} runs of all rounds @returns {Omit<import("../raw.mjs").Load, "runtime" | "variant">} */
export function summary(runs) {
  const offered = [...new Set(runs.map((run) => run.offered))].sort((a, b) => a - b);
  const rates = offered.map((rate) =>
    atRate(
      rate,
      runs.filter((run) => run.offered === rate),
    ),
  );
  const lastGood = rates.filter(({ keptUp }) => keptUp).pop()?.offered;
  return { rates, lastGood, breaksDownAt: offered.find((rate) => rate > (lastGood ?? 0)) };
}
