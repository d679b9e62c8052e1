// How busy the cores are, and what they cost.
import { keptBusy, measured, money, period } from "./words.js";

/** @typedef {import("./arithmetic.js").Rate} Rate */
/** @typedef {import("./arithmetic.js").Total} Total */
/** @template Work @typedef {import("./advice.js").Ways<Work>} Ways */
/** The currency is such as `$#`, with the amount in place of the `#`. @typedef {{ perCoreHour: number, currency: string }} Price */

/**
 * How the fields were read: `1m` may have been meant as a month.
 * @param {import("./read-input.js").Values} values @param {import("./cases.js").Traffic} traffic
 */
export function inputSentence({ viewers, lifetime = 0, urls }, traffic) {
  const each = `${urls.toLocaleString("en")} ${urls === 1 ? "URL" : "URLs"} each`;
  const count = `Your input: ${viewers.toLocaleString("en")} ${viewers === 1 ? "viewer" : "viewers"}`;
  if (traffic === "once") return `${count} at once, ${each}.`;
  if (traffic === "visits") return `${count} within ${period(lifetime)}, ${each}.`;
  return `${count} at the same time, grants of ${period(lifetime)}, ${each}.`;
}

/** @param {Ways<Rate>} rates */
export function loadSentences({ grants, separate }) {
  const [withGrants, withUrls] = [keptBusy(grants.busyCores), keptBusy(separate.busyCores)];
  if (withGrants === withUrls) return `On average, signing keeps ${withGrants}.`;
  return `On average, grants keep ${withGrants}. One signature for each URL keeps ${withUrls}.`;
}

/** @param {Ways<number>} coreHours @param {Price} price @param {string} period such as " a month" */
function costSentences(coreHours, { perCoreHour, currency }, period) {
  const start = `At ${currency.replace("#", measured(perCoreHour))} per core-hour`;
  const [withGrants, withUrls] = [coreHours.grants, coreHours.separate].map(
    (hours) => `${money(hours * perCoreHour, currency)}${period}`,
  );
  if (withGrants === withUrls) return `${start}, signing costs ${withGrants}.`;
  return `${start}, grants cost ${withGrants}. One signature for each URL costs ${withUrls}.`;
}

/** Where a core costs less than one for an hour. */
const largeCurrency = /^(?:[$€£]|USD|EUR|GBP)\s*#$|^#\s*(?:[$€£]|USD|EUR|GBP)$/i;

/** What is wrong with a price that no core has. @param {Price} price */
export function priceNotes({ perCoreHour, currency }) {
  if (perCoreHour <= 1 || !largeCurrency.test(currency)) return [];
  const amount = currency.replace("#", measured(perCoreHour));
  return [`${amount} for one hour of one core is the price of a machine: divide it by its cores.`];
}

/** @param {Ways<Rate>} rates @param {Price} price */
export const monthlyCost = ({ grants, separate }, price) =>
  costSentences(
    { grants: grants.coreHoursPerMonth, separate: separate.coreHoursPerMonth },
    price,
    " a month",
  );

/** @param {Ways<Total>} totals @param {Price} price */
export const totalCost = ({ grants, separate }, price) =>
  costSentences({ grants: grants.coreSeconds / 3600, separate: separate.coreSeconds / 3600 }, price, "");
