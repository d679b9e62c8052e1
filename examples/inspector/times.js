// Times, as people and logs write them.

/** @param {Date} date */
const localTime = (date) => date.toLocaleString("en-GB", { dateStyle: "medium", timeStyle: "long" });

/** @param {Date} date */
export const utcTime = (date) =>
  date
    .toISOString()
    .replace("T", " ")
    .replace(/\.\d+Z$/, " UTC");

/**
 * A time here and in UTC, with the class of each. Where the device has UTC, it is there once.
 * @param {Date} date
 * @returns {[kind: string, text: string][]}
 */
export const timesOf = (date) => [
  ...(date.getTimezoneOffset() === 0 ? [] : [/** @type {[string, string]} */ (["local", localTime(date)])]),
  ["utc", utcTime(date)],
];

/**
 * A time as logs, headers and clocks write it; a time without a zone is UTC, as in CloudFront's logs.
 * @param {string} text
 * @returns {Date | undefined}
 */
export function readTime(text) {
  const trimmed = text.trim();
  if (/^\d{9,11}(\.\d+)?$/.test(trimmed)) return new Date(Number(trimmed) * 1000);
  if (/^\d{13}$/.test(trimmed)) return new Date(Number(trimmed));
  const plain =
    /^(\d{4}-\d\d-\d\d)[T\s]+(\d\d:\d\d(?::\d\d(?:\.\d+)?)?)(?:\s*(Z|UTC|GMT|[+-]\d\d:?\d\d))?$/i.exec(
      trimmed,
    );
  const zone = /^[+-]/.test(plain?.[3] ?? "") ? plain?.[3] : "Z";
  const isSpelledOut = /^\w{3}, \d.*(GMT|UTC|[+-]\d{4})$/.test(trimmed);
  const date = new Date(plain ? `${plain[1]}T${plain[2]}${zone}` : isSpelledOut ? trimmed : Number.NaN);
  return Number.isNaN(Number(date)) ? undefined : date;
}

/** @type {readonly (readonly [unit: string, seconds: number])[]} */
const units = [
  ["year", 31_536_000],
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
  ["second", 1],
];

/**
 * How far a point in time is from another one, by its largest unit and the next one: `in 2 hours 5 minutes`.
 * @param {Date} date
 * @param {Date} from the point in time to count from
 * @param {string} [reference] what `from` is; without it, now
 */
export function describeRelativeTime(date, from, reference) {
  const seconds = Math.floor(date.getTime() / 1000) - Math.floor(from.getTime() / 1000);
  if (seconds === 0) return reference === undefined ? "now" : `at ${reference}`;
  let rest = Math.abs(seconds);
  const largest = units.findIndex(([, size]) => rest >= size);
  const words = units.slice(largest, largest + 2).flatMap(([unit, size]) => {
    const count = Math.floor(rest / size);
    rest -= count * size;
    return count === 0 ? [] : [`${count} ${unit}${count === 1 ? "" : "s"}`];
  });
  const length = words.join(" ");
  if (reference !== undefined) return `${length} ${seconds > 0 ? "after" : "before"} ${reference}`;
  return seconds > 0 ? `in ${length}` : `${length} ago`;
}
