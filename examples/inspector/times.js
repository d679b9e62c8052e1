// Times, as people and logs write them.

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
