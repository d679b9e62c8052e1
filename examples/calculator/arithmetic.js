// What signing takes. docs/scale.md is written with these functions too.

/** The share of its time for which a core may sign. More makes requests wait when many come at once. */
export const busiestCore = 0.5;
/** The share of its lifetime after which `renewingGrant` renews a grant, on average: docs/grants.md, "How it works". */
export const renewedAfter = (0.5 + 0.8) / 2;
/** The share of a lifetime in which all viewers renew if all started together. */
export const busiestRenewals = 0.8 - 0.5;
const hoursPerMonth = 24 * 30;

/**
 * Work that goes on day and night.
 * @typedef {object} Rate
 * @property {number} perSecond signatures
 * @property {number} busyCores on average: 0.02 is 2 % of one core
 * @property {number} cores to run, each at most half busy
 * @property {number} coreHoursPerMonth
 */

/**
 * @param {object} given
 * @param {number} given.perSecond signatures
 * @param {number} given.microseconds of one core for one signature
 * @returns {Rate}
 */
export function rateOf({ perSecond, microseconds }) {
  const busyCores = (perSecond * microseconds) / 1e6;
  return {
    perSecond,
    busyCores,
    // Exactly one core and half of one stay so, whatever the last binary digits are.
    cores: Math.max(1, Math.ceil(Number((busyCores / busiestCore).toPrecision(12)))),
    coreHoursPerMonth: busyCores * hoursPerMonth,
  };
}

/**
 * Work that is done once.
 * @typedef {object} Total
 * @property {number} count signatures
 * @property {number} coreSeconds
 */

/**
 * @param {object} given
 * @param {number} given.count signatures
 * @param {number} given.microseconds of one core for one signature
 * @returns {Total}
 */
export const totalOf = ({ count, microseconds }) => ({ count, coreSeconds: (count * microseconds) / 1e6 });

/** How many signatures a second one core makes that is at most half busy. @param {number} microseconds */
export const perCore = (microseconds) => (busiestCore * 1e6) / microseconds;

/**
 * How many viewers have grants from one core that is at most half busy.
 * @param {{ lifetime: number, microseconds: number, renewals: number }} given the lifetime is in seconds;
 * `renewals` is `renewedAfter`, or `busiestRenewals` if all viewers started together
 */
export const viewersPerCore = ({ lifetime, microseconds, renewals }) =>
  perCore(microseconds) * lifetime * renewals;

/**
 * Viewers who stay or follow each other, with one signature for each (a grant, or cookies), beside one signature
 * for each URL.
 * @param {object} given
 * @param {number} given.viewers at the same time. If grants are not renewed: within the time
 * @param {boolean} given.isRenewed whether a viewer renews a grant before it expires
 * @param {number} given.lifetime of a grant, or the time, in seconds
 * @param {number} given.urls that each viewer opens within this time
 * @param {number} given.microseconds of one core for one signature
 */
export function compareRates({ viewers, isRenewed, lifetime, urls, microseconds }) {
  const evenly = viewers / lifetime;
  return {
    grants: rateOf({ perSecond: isRenewed ? evenly / renewedAfter : evenly, microseconds }),
    separate: rateOf({ perSecond: evenly * urls, microseconds }),
  };
}

/**
 * The same for viewers who all come once.
 * @param {object} given
 * @param {number} given.viewers
 * @param {number} given.urls that each viewer opens
 * @param {number} given.microseconds of one core for one signature
 */
export const compareTotals = ({ viewers, urls, microseconds }) => ({
  grants: totalOf({ count: viewers, microseconds }),
  separate: totalOf({ count: viewers * urls, microseconds }),
});
