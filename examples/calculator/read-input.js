// Reads the text of the fields. Each fault has a message of its own.

/** @typedef {"viewers" | "lifetime" | "urls" | "cost" | "time"} Field */
/** @typedef {number | string} Read the number, or what is wrong with the text */

const longestShown = 24;
const mostViewers = 1e10;
const mostUrls = 1e6;
const longestLifetime = 3653 * 86_400;
const highestCost = 1000;

/** @param {string} text */
const quoted = (text) => `“${text.length > longestShown ? `${text.slice(0, longestShown)}…` : text}”`;

/** @param {number} value */
const plain = (value) => String(Number(value.toPrecision(12)));

/** Digits, with spaces, commas, apostrophes or points between groups of three. */
const grouped = /^\d{1,3}(?:([ ,_'’\u00a0\u202f])\d{3}(?:\1\d{3})*|(?:\.\d{3}){2,})$/;
const multiples = /** @type {Record<string, number>} */ ({
  k: 1e3,
  thousand: 1e3,
  m: 1e6,
  million: 1e6,
  bn: 1e9,
  billion: 1e9,
});

/** @param {string} text @param {number} most @param {string} example @returns {Read} */
function readCount(text, most, example) {
  if (text === "") return `Enter a number, such as ${example}.`;
  if (/^-/.test(text)) return "This is negative. Enter 1 or more.";
  if (/^\d{1,3}\.\d{3}$/.test(text))
    return `${quoted(text)} can mean two numbers. Write it without the point, such as ${text.replace(".", "")}.`;
  const [, digits = "", word = ""] =
    /^([\d.]+(?:e\d{1,2})?)\s*([a-z]*)$/i.exec(grouped.test(text) ? text.replace(/\D/g, "") : text) ?? [];
  const multiple = word ? multiples[word.toLowerCase()] : 1;
  const value = digits && multiple ? Number(plain(Number(digits) * multiple)) : Number.NaN;
  if (Number.isNaN(value)) return `${quoted(text)} is not a number. Write digits, such as ${example}.`;
  if (value === 0) return "This is zero. Enter 1 or more.";
  if (!Number.isInteger(value)) return `${quoted(text)} is not a whole number.`;
  if (value > most) return `This is too large. Enter at most ${most.toLocaleString("en")}.`;
  return value;
}

const units = /** @type {const} */ ([
  [1, /^(s|secs?|seconds?)$/],
  [60, /^(m|mins?|minutes?)$/],
  [3600, /^(h|hours?)$/],
  [86_400, /^(d|days?)$/],
  [604_800, /^(w|weeks?)$/],
]);

/** Seconds. @param {string} text @returns {Read} */
export function readLifetime(text) {
  if (text === "") return "Enter a length of time, such as 4h.";
  if (/^-/.test(text)) return "This is negative. Enter a length of time, such as 4h.";
  const [, digits, word = ""] = /^(\d+(?:\.\d+)?)\s*([a-z]*)$/.exec(text.toLowerCase()) ?? [];
  if (/^[\d.]+\s*M$/.test(text) && digits)
    return `${quoted(text)} can mean minutes or months. Write ${digits}m, or ${plain(Number(digits) * 30)}d.`;
  if (digits && word === "")
    return `${quoted(text)} has no unit. Write ${digits}s, ${digits}m, ${digits}h or ${digits}d.`;
  const [unit] = units.find(([, pattern]) => pattern.test(word)) ?? [];
  if (!digits || !unit)
    return `${quoted(text)} is not a length of time. Write one number and one unit, such as 90m, 4h or 30d.`;
  const value = Number(digits) * unit;
  if (value === 0) return "This is zero. Enter a length of time, such as 4h.";
  if (value > longestLifetime) return "This is longer than ten years. Enter a shorter time, such as 7d.";
  return value;
}

/** @param {string} text @param {string} example @returns {Read} */
function readDecimal(text, example) {
  if (/^-/.test(text)) return `This is negative. Enter a number, such as ${example}.`;
  if (/^\d*,\d+$/.test(text)) return `${quoted(text)} has a comma. Write a point: ${text.replace(",", ".")}.`;
  if (/^(\d+\.?\d*|\.\d+)$/.test(text)) return Number(text);
  return `${quoted(text)} is not a number. Write digits, such as ${example}.`;
}

/** Without its currency, in whose place is a `#`. @param {string} text */
function withoutCurrency(text) {
  const [, before = "", number = text, after = ""] =
    /^((?:\p{Sc}|[a-z]{3})\s*)?([\d.,]+)(\s*(?:\p{Sc}|[a-z]{3}))?$/iu.exec(text) ?? [];
  return { number, currency: `${before}#${after}` };
}

/** @param {string} text @returns {Read} */
function readCost(text) {
  const read = readDecimal(withoutCurrency(text).number, "0.05");
  if (typeof read === "number" && read > highestCost)
    return "This is more than 1,000 for one hour of one core. Divide the price of a machine by its cores.";
  return read;
}

/** Microseconds. @param {string} text @returns {Read} */
function readTime(text) {
  const [, number, unit = ""] = /^([\d.]+)\s*(ns|µs|μs|us|ms|s)$/i.exec(text) ?? [];
  if (unit) {
    const size =
      /** @type {Record<string, number>} */ ({ n: 1e-3, m: 1e3, s: 1e6 })[unit.charAt(0).toLowerCase()] ?? 1;
    return `${quoted(text)} has a unit. Write it in microseconds: ${plain(Number(number) * size)}.`;
  }
  const value = readDecimal(text, "250");
  if (typeof value === "string") return value;
  if (value === 0) return "This is zero. Enter a number of microseconds, such as 250.";
  if (value < 1)
    return `No signature takes less than a microsecond. If this is milliseconds, write ${plain(value * 1000)}.`;
  if (value > 1e6) return `This is more than a second. If this is nanoseconds, write ${plain(value / 1000)}.`;
  return value;
}

/**
 * @typedef {object} Values
 * @property {number} viewers
 * @property {number} [lifetime] seconds; not for work that is done once
 * @property {number} urls for each viewer
 * @property {number} [cost] of one core for an hour
 * @property {string} currency such as `$#`, with the amount in place of the `#`
 * @property {number} [time] of one core for a signature, in microseconds
 */

/**
 * @param {Record<Field | "traffic", string>} texts
 * @returns {{ values: Values } | { problems: Partial<Record<Field, string>> }}
 */
export function readInput(texts) {
  const text = (/** @type {Field} */ field) => texts[field].trim();
  const reads = Object.entries({
    viewers: readCount(text("viewers"), mostViewers, "1000000"),
    ...(texts.traffic !== "once" && { lifetime: readLifetime(text("lifetime")) }),
    urls: readCount(text("urls"), mostUrls, "1800"),
    ...(text("cost") && { cost: readCost(text("cost")) }),
    ...(text("time") && { time: readTime(text("time")) }),
  });
  const problems = Object.fromEntries(reads.filter(([, read]) => typeof read === "string"));
  if (Object.keys(problems).length > 0) return { problems };
  const { currency } = withoutCurrency(text("cost"));
  return { values: /** @type {Values} */ ({ ...Object.fromEntries(reads), currency }) };
}
