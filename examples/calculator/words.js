// Figures as text, for the page and for docs/scale.md.

const largeNumbers = /** @type {const} */ ([
  [1e12, "trillion"],
  [1e9, "billion"],
  [1e6, "million"],
]);

/** Three digits, and words from a million: what was measured is not more exact. @param {number} value */
export function measured(value) {
  const [size, word] = largeNumbers.find(([size]) => value >= size) ?? [1, ""];
  const digits = (value / size).toLocaleString("en", { maximumSignificantDigits: 3 });
  return word ? `${digits} ${word}` : digits;
}

/** Every digit of a whole number below a million. @param {number} value */
export const count = (value) => (value < 1e6 ? Math.round(value).toLocaleString("en") : measured(value));

/** What follows from the input alone. @param {number} value */
export const exact = (value) => (value < 1000 ? measured(value) : count(value));

/** @param {number} value */
const rounded = (value) => Number(value.toPrecision(3));

/** @param {number} value @param {string} unit */
const withUnit = (value, unit) => `${measured(value)} ${unit}${rounded(value) === 1 ? "" : "s"}`;

/** @param {number} seconds @param {string} [of] before the unit */
export function duration(seconds, of = "") {
  if (rounded(seconds) < 60) return withUnit(seconds, `${of}second`);
  if (rounded(seconds / 60) < 60) return withUnit(seconds / 60, `${of}minute`);
  return withUnit(seconds / 3600, `${of}hour`);
}

const periods = /** @type {const} */ ([
  [86_400, "day"],
  [3600, "hour"],
  [60, "minute"],
  [1, "second"],
]);

/** A length of time that somebody entered, in its largest unit. @param {number} seconds */
export function period(seconds) {
  const [size, unit] = periods.find(([size]) => seconds >= size) ?? [1, "second"];
  return withUnit(seconds / size, unit);
}

/** The time of one core. @param {number} seconds */
export const coreTime = (seconds) => duration(seconds, "core-");

/** @param {number} amount @param {string} [currency] such as `$#`, with the amount in place of the `#` */
export function money(amount, currency = "#") {
  if (amount > 0 && amount < 0.01) return `less than ${currency.replace("#", "0.01")}`;
  return currency.replace("#", amount > 0 && amount < 100 ? amount.toFixed(2) : measured(amount));
}

/** For a table. @param {number} busy 0.02 is 2 % of one core */
export const busyCores = (busy) =>
  rounded(busy) < 1 ? `${measured(busy * 100)} % of one core` : withUnit(busy, "core");

/** For a sentence, after "keeps". @param {number} busy 0.02 is 72 seconds of each hour */
export function keptBusy(busy) {
  if (rounded(busy * 3600) < 1) return "one core busy for less than a second of each hour";
  if (rounded(busy * 60) < 60) return `one core busy for ${duration(busy * 3600)} of each hour`;
  return rounded(busy) <= 1 ? "one core busy" : `${measured(busy)} cores busy`;
}
