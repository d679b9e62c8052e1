// Which load a server takes: the offered rates, and the rule that says when it has broken down.
import { figure, quantile } from "../stats.mjs";

/** @typedef {import("./offer.mjs").Sample} Sample */
/** @typedef {import("../raw.mjs").LoadAtRate} LoadAtRate */

/** Requests per second, the same for every variant and runtime. */
export const offeredRates = [200, 400, 800, 1600, 3200];

/** Milliseconds. A person sees a delay of more than 100 ms (Nielsen, "Response Times: The 3 Important Limits"). */
export const latencyLimit = 100;

const shareInTime = 0.99;

/**
 * A server keeps up with a rate while it answers 99 % of the requests within 100 ms. A server that gets more
 * than it can do is seen soon, for its queue only grows: with 7 % too much, the wait exceeds 100 ms after
 * 1.5 seconds. Requests without an answer and errors are never in time.
 * @param {readonly Sample[]} samples
 */
export function keepsUp(samples) {
  const inTime = samples.filter(({ isAnswered, latency }) => isAnswered && latency <= latencyLimit);
  return inTime.length >= shareInTime * samples.length;
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
const latencies = (samples, share) =>
  windows(samples, ({ due }) => due).map((part) =>
    quantile(
      part.map(({ latency }) => latency),
      share,
    ),
  );

/**
 * The figures of one rate.
 * @param {number} offered
 * @param {{ sign: Sample[], health: Sample[] }[]} runs one, or two if the server broke down in the first
 * @returns {LoadAtRate}
 */
export function atRate(offered, runs) {
  const answered = runs.flatMap(({ sign }) =>
    windows(sign, ({ due, latency, isAnswered }) => (isAnswered ? due + latency : Number.NaN)).map(
      ({ length }) => (length * 1000) / windowLength,
    ),
  );
  return {
    offered,
    answered: figure(answered),
    p50: figure(runs.flatMap(({ sign }) => latencies(sign, 0.5))),
    p99: figure(runs.flatMap(({ sign }) => latencies(sign, 0.99))),
    health: figure(runs.flatMap(({ health }) => latencies(health, 0.99))),
    keptUp: runs.some(({ sign }) => keepsUp(sign)),
  };
}

/**
 * Raises the rate until the server breaks down, and then tries the rate halfway, on a logarithmic scale,
 * between the last good one and that one.
 * @param {readonly number[]} rates rising
 * @param {(rate: number) => Promise<LoadAtRate>} measure
 */
export async function climb(rates, measure) {
  /** @type {LoadAtRate[]} */
  const measured = [];
  for (const rate of rates) {
    const result = await measure(rate);
    measured.push(result);
    if (!result.keptUp) break;
  }
  const [good, bad] = measured.slice(-2);
  if (good?.keptUp && bad && !bad.keptUp)
    measured.splice(-1, 0, await measure(Math.round(Math.sqrt(good.offered * bad.offered))));
  return {
    rates: measured,
    lastGood: measured.filter(({ keptUp }) => keptUp).pop()?.offered,
    breaksDownAt: measured.find(({ keptUp }) => !keptUp)?.offered,
  };
}
