// What a server did at each offered rate.
import { figure, quantile } from "../stats.mjs";

/** @typedef {import("./offer.mjs").Sample} Sample */
/** @typedef {{ offered: number, sign: Sample[], health: Sample[] }} Run one rate in one round */

/** Milliseconds. Users notice a delay of more than 100 ms (Nielsen, "Response Times: The 3 Important Limits"). */
export const noticed = 100;

/** Requests per second, the same for every variant and runtime. */
export const offeredRates = [400, 800, 1600, 3200, 6400];

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
 * The figures of each rate, of all rounds.
 * @param {readonly Run[]} runs
 * @returns {import("../raw.mjs").LoadAtRate[]} by rising rate
 */
export function atRates(runs) {
  const offered = [...new Set(runs.map((run) => run.offered))].sort((a, b) => a - b);
  return offered.map((rate) => {
    const same = runs.filter((run) => run.offered === rate);
    return {
      offered: rate,
      answered: figure(same.flatMap(answers)),
      p50: figure(same.flatMap(({ sign }) => latencies(sign, 0.5))),
      p99: figure(same.flatMap(({ sign }) => latencies(sign, 0.99))),
      health: figure(same.flatMap(({ health }) => latencies(health, 0.99))),
    };
  });
}
