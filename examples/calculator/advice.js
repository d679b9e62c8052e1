// What to build for a calculation, which is usually nothing.
import { count, duration } from "./words.js";

/** @typedef {import("./arithmetic.js").Rate} Rate */
/** @typedef {import("./arithmetic.js").Total} Total */
/** @typedef {import("./cases.js").Traffic} Traffic */
/** @template Work @typedef {{ grants: Work, separate: Work }} Ways */
/** @typedef {{ sentence: string, next: string[] }} Advice */

/** More cores than this are more often a wrong figure than a large site. */
const mostPlausible = 1000;
const nothingToBuild =
  "There is nothing to build: sign in the process that answers your requests. Run a second one on another machine, because a machine may fail.";
const useCores =
  "Use all cores of one machine first. Processes that sign share no state, so a load balancer can spread the requests over more machines.";

/** @param {Rate} rate */
const coresOf = ({ cores }) => (cores === 1 ? "1 core" : `${count(cores)} cores`);
/** @param {Rate} rate */
const areEnough = (rate) =>
  rate.cores === 1 ? "one process on one core is enough" : `${coresOf(rate)} are enough`;
/** @param {string} text */
const capitalized = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/**
 * @param {Ways<Rate>} rates
 * @param {Ways<Rate>} withP256 the same, signed with a P-256 key
 * @param {Traffic} traffic
 * @returns {Advice}
 */
export function adviceForRates({ grants, separate }, withP256, traffic) {
  if (separate.cores === 1) {
    const grantsToo = separate.perSecond > grants.perSecond ? ", even with one signature for each URL" : "";
    return { sentence: `One process on one core is enough${grantsToo}.`, next: [nothingToBuild] };
  }
  const isGrantBetter = grants.perSecond < separate.perSecond;
  const best = isGrantBetter ? grants : separate;
  const bestWithP256 = isGrantBetter ? withP256.grants : withP256.separate;
  const fewer = [
    ...(best.cores > mostPlausible ? ["More than 1,000 cores are rare: check your figures."] : []),
    ...(traffic === "viewers" && isGrantBetter
      ? ["Grants that are valid for twice as long need half of the cores."]
      : []),
    ...(bestWithP256.cores < best.cores ? [`With a P-256 key, ${areEnough(bestWithP256)}.`] : []),
  ];
  if (!isGrantBetter) return { sentence: `You need ${coresOf(best)}.`, next: [...fewer, useCores] };
  const sentence = `With grants, ${areEnough(grants)}. With one signature for each URL, you need ${coresOf(separate)}.`;
  if (grants.cores > 1) return { sentence, next: [...fewer, useCores] };
  const urlsWithP256 =
    withP256.separate.cores < separate.cores
      ? [`With a P-256 key and one signature for each URL, ${areEnough(withP256.separate)}.`]
      : [];
  return {
    sentence,
    next: [`Sign one grant, or one set of cookies, for each viewer. ${nothingToBuild}`, ...urlsWithP256],
  };
}

/**
 * @param {Ways<Total>} totals
 * @param {Ways<Total>} withP256 the same, signed with a P-256 key
 * @returns {Advice}
 */
export function adviceForTotals({ grants, separate }, withP256) {
  const isGrantBetter = grants.count < separate.count;
  /** @param {Total} total */
  const within = ({ coreSeconds }) => `within ${duration(coreSeconds)}`;
  const one = `one core signs them all ${within(grants)}`;
  return {
    sentence: isGrantBetter
      ? `With grants, ${one}. One signature for each URL takes one core ${duration(separate.coreSeconds)}.`
      : `${capitalized(one)}.`,
    next: [
      ...(withP256.grants.coreSeconds < grants.coreSeconds
        ? [`With a P-256 key, one core signs them all ${within(withP256.grants)}.`]
        : []),
      "Four cores need a quarter of this time. If all viewers come at once, the last one waits for as long.",
    ],
  };
}
