// Figures of repeated measurements: medians, with the interval in which the true median lies with 95 %
// confidence. No normal distribution is assumed, which times never have.

/**
 * @typedef {object} Figure
 * @property {number} median
 * @property {number} low lower end of the 95 % interval of the median
 * @property {number} high
 * @property {number} n
 */

/** @param {readonly number[]} values @param {number} share 0 to 1 */
function quantile(values, share) {
  const sorted = [...values].sort((a, b) => a - b);
  const at = share * (sorted.length - 1);
  const [below = Number.NaN, above = below] = [sorted[Math.floor(at)], sorted[Math.ceil(at)]];
  return below + (above - below) * (at % 1);
}

/** @param {readonly number[]} values */
export const median = (values) => quantile(values, 0.5);

/** @param {readonly number[]} values @returns {Figure} */
export function figure(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const n = sorted.length;
  // Order statistics: how many of n values lie below the true median is binomial with p = 1/2, here as the
  // normal distribution that is near to it. Up to 5 values it is their range, which holds the median less
  // often than that: of 3, three times of four.
  const rank = Math.max(0, Math.floor((n - 1 - 1.96 * Math.sqrt(n)) / 2));
  return {
    median: median(sorted),
    low: sorted[rank] ?? Number.NaN,
    high: sorted[n - 1 - rank] ?? Number.NaN,
    n,
  };
}

/**
 * How many times `a` is of `b`, of measurements that were taken in turns: per block of the run, so that the
 * interval holds what the machine did meanwhile.
 * @param {readonly number[]} a
 * @param {readonly number[]} b
 * @param {number} [blocks]
 */
export function ratio(a, b, blocks = 20) {
  const size = Math.max(1, Math.floor(a.length / blocks));
  const ratios = [];
  for (let at = 0; at + size <= a.length; at += size)
    ratios.push(median(a.slice(at, at + size)) / median(b.slice(at, at + size)));
  return figure(ratios);
}

// Two figures that were measured apart: their sides add up as independent errors do.

/** @param {Figure} a @param {Figure} b @returns {Figure} a - b */
export const difference = (a, b) => ({
  median: a.median - b.median,
  low: a.median - b.median - Math.hypot(a.median - a.low, b.high - b.median),
  high: a.median - b.median + Math.hypot(a.high - a.median, b.median - b.low),
  n: Math.min(a.n, b.n),
});

/** How many times `a` is of `b`. @param {Figure} a @param {Figure} b @returns {Figure} */
export function quotient(a, b) {
  const logarithm = (/** @type {Figure} */ { median, low, high, n }) => ({
    median: Math.log(median),
    low: Math.log(low),
    high: Math.log(high),
    n,
  });
  const { low, high, n } = difference(logarithm(a), logarithm(b));
  return { median: a.median / b.median, low: Math.exp(low), high: Math.exp(high), n };
}

/** @param {readonly number[]} values */
export function spread(values) {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const variance =
    values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / Math.max(1, values.length - 1);
  return { mean, stddev: Math.sqrt(variance), min: Math.min(...values), max: Math.max(...values) };
}

/** Whether two intervals have a point in common. @param {Figure} a @param {Figure} b */
export const overlap = (a, b) => a.low <= b.high && b.low <= a.high;
