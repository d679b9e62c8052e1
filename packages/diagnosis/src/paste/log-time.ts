/** A time as ISO 8601 and many logs write it, and as those of Apache and nginx do, with its zone. */
const zonedTime =
  /(?<!\d)(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d:\d\d)(?:[.,]\d{1,9})? ?(Z|UTC|[+-]\d\d:?\d\d)(?!\w)|\[(\d\d)\/([A-Z][a-z]{2})\/(\d{4}):(\d\d:\d\d:\d\d) ([+-]\d{4})\]/;

/** The first time in a line of a log; `undefined` without its zone. */
export function readLogTime(line: string): Date | undefined {
  const [found, date, time, zone = "", day, month, year, clock, offset] = zonedTime.exec(line) ?? [];
  if (found === undefined) return undefined;
  return dateOf(
    date === undefined
      ? `${day} ${month} ${year} ${clock} ${offset}`
      : `${date}T${time}${/^[+-]/.test(zone) ? zone.replace(/^(...):?/, "$1:") : "Z"}`,
  );
}

/** Seconds since 1970, milliseconds, or text with a zone. */
export function readTimestamp(text: string): Date | undefined {
  if (/^\d{10}(?:\.\d{1,9})?$/.test(text)) return dateOf(Number(text) * 1000);
  return /^\d{13}$/.test(text) ? dateOf(Number(text)) : readLogTime(text);
}

function dateOf(value: string | number): Date | undefined {
  const date = new Date(value);
  return date.getTime() >= 0 ? date : undefined;
}
