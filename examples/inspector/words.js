// Times in words.

/** @type {[seconds: number, name: string][]} */
const units = [
  [365 * 86400, "year"],
  [86400, "day"],
  [3600, "hour"],
  [60, "minute"],
  [1, "second"],
];

/** The two largest units: "2 hours 5 minutes". @param {number} seconds */
export function duration(seconds) {
  let left = Math.round(Math.abs(seconds));
  const first = units.findIndex(([size]) => left >= size);
  if (first < 0) return "less than a second";
  return units
    .slice(first, first + 2)
    .map(([size, name]) => {
      const count = Math.floor(left / size);
      left %= size;
      return count ? `${count} ${name}${count === 1 ? "" : "s"}` : "";
    })
    .filter(Boolean)
    .join(" ");
}

/** "2 hours ago", "in 5 minutes", or relative to a request. @param {Date} date @param {Date} now @param {boolean} isNow */
export function relative(date, now, isNow) {
  const seconds = (Number(date) - Number(now)) / 1000;
  if (Math.abs(seconds) < 0.5) return isNow ? "right now" : "at the moment of the request";
  if (isNow) return seconds < 0 ? `${duration(seconds)} ago` : `in ${duration(seconds)}`;
  return `${duration(seconds)} ${seconds < 0 ? "before" : "after"} the request`;
}

/** @param {Date} date */
export const localTime = (date) => date.toLocaleString("en-GB", { dateStyle: "medium", timeStyle: "long" });

/** @param {Date} date */
export const utcTime = (date) =>
  date
    .toISOString()
    .replace("T", " ")
    .replace(/\.\d+Z$/, " UTC");

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
