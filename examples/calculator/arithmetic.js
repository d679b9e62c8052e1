// What signing costs. docs/scale.md is written with these functions too.

/** The share of its time for which a core may sign. More makes requests wait when many come at once. */
export const busiestCore = 0.5;
export const daysPerMonth = 30;
const secondsPerDay = 86_400;

/**
 * @typedef {object} Work
 * @property {number} count signatures within the time
 * @property {number} perSecond
 * @property {number} coreSeconds for all of them
 * @property {number} busyCores on average: 0.02 is 2 % of one core
 * @property {number} cores to run, each at most half busy
 * @property {number} coreHoursPerDay
 * @property {number} coreHoursPerMonth
 * @property {number | undefined} costPerDay
 * @property {number | undefined} costPerMonth
 */

/**
 * @param {object} given
 * @param {number} given.count signatures, spread evenly over the time
 * @param {number} given.seconds the time
 * @param {number} given.microseconds of one core for one signature
 * @param {number | undefined} [given.costPerCoreHour]
 * @returns {Work}
 */
export function workOf({ count, seconds, microseconds, costPerCoreHour }) {
  const coreSeconds = (count * microseconds) / 1e6;
  const busyCores = coreSeconds / seconds;
  const coreHoursPerDay = busyCores * 24;
  const costPerDay = costPerCoreHour === undefined ? undefined : coreHoursPerDay * costPerCoreHour;
  return {
    count,
    perSecond: count / seconds,
    coreSeconds,
    busyCores,
    // Exactly one core and half of one stay so, whatever the last binary digits are.
    cores: Math.max(1, Math.ceil(Number((busyCores / busiestCore).toPrecision(12)))),
    coreHoursPerDay,
    coreHoursPerMonth: coreHoursPerDay * daysPerMonth,
    costPerDay,
    costPerMonth: costPerDay === undefined ? undefined : costPerDay * daysPerMonth,
  };
}

/** How many signatures a day one core makes that is at most half busy. @param {number} microseconds */
export const signaturesPerDay = (microseconds) => (busiestCore * secondsPerDay * 1e6) / microseconds;

/**
 * One signature for each viewer (a grant, or cookies) beside one for each URL. Every viewer needs a new grant
 * when the old one expires.
 * @param {object} given
 * @param {number} given.viewers at the same time
 * @param {number} given.lifetime of a grant, in seconds
 * @param {number} given.urls that each viewer opens within this time
 * @param {number} given.microseconds of one core for one signature
 * @param {number | undefined} [given.costPerCoreHour]
 */
export function compare({ viewers, lifetime, urls, ...costs }) {
  const given = { seconds: lifetime, ...costs };
  return {
    grants: workOf({ ...given, count: viewers }),
    separate: workOf({ ...given, count: viewers * urls }),
  };
}
