// Medians of repeated measurements, with the 95 % confidence interval of the median. This assumes no normal
// distribution, which times never have.

/**
 * @typedef {object} Figure
 * @property {number} median
 * @property {number} low lower end of the 95 % interval of the median
 * @property {number} high
 * @property {number} n
 */

/** @param {readonly number[]} values @param {number} share 0 to 1 */
export function quantile(values, share) {
  const sorted = [...values].sort((a, b) => a - b);
  const at = share * (sorted.length - 1);
  const [below = Number.NaN, above = below] = [sorted[Math.floor(at)], sorted[Math.ceil(at)]];
  return below + (above - below) * (at % 1);
}

/** @param {readonly number[]} values */
const median = (values) => quantile(values, 0.5);

/** @param {readonly number[]} values @returns {Figure} */
export function figure(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const n = sorted.length;
  // Order statistics: the number of values below the true median is binomial with p = 1/2, approximated here
  // by a normal distribution. Up to 5 values the interval is their range, which holds the median less often:
  // with 3 values, three times in four.
  const rank = Math.max(0, Math.floor((n - 1 - 1.96 * Math.sqrt(n)) / 2));
  return {
    median: median(sorted),
    low: sorted[rank] ?? Number.NaN,
    high: sorted[n - 1 - rank] ?? Number.NaN,
    n,
  };
}

// For two figures from separate measurements: their intervals add up like independent errors.

/** @param {Figure} a @param {Figure} b @returns {Figure} a - b */
export const difference = (a, b) => ({
  median: a.median - b.median,
  low: a.median - b.median - Math.hypot(a.median - a.low, b.high - b.median),
  high: a.median - b.median + Math.hypot(a.high - a.median, b.median - b.low),
  n: Math.min(a.n, b.n),
});

/** The ratio `a / b`. @param {Figure} a @param {Figure} b @returns {Figure} */
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

/** Whether two intervals share a point. @param {Figure} a @param {Figure} b */
export const overlap = (a, b) => a.low <= b.high && b.low <= a.high;
