const monthNames = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/**
 * Reads a date of `Expires` as browsers do: in any order, with any delimiters, and whatever the zone says, as UTC.
 * The result is in milliseconds; `undefined` for text that browsers ignore.
 *
 * Source: RFC 6265bis, section 5.1.1.
 */
export function parseCookieDate(text: string): number | undefined {
  let time: readonly number[] | undefined;
  let day: number | undefined;
  let month: number | undefined;
  let year: number | undefined;
  // All but digits, letters, colons and what is not ASCII delimits.
  for (const token of text.split(/[\t -/;-@[-`{-~]+/)) {
    const numbers = time ? undefined : timeOf(token);
    const name = monthNames.indexOf(token.slice(0, 3).toLowerCase());
    if (numbers) time = numbers;
    else if (day === undefined && /^\d{1,2}(?!\d)/.test(token)) day = Number.parseInt(token, 10);
    else if (month === undefined && name >= 0) month = name;
    else if (year === undefined && /^\d{2,4}(?!\d)/.test(token)) year = fullYear(Number.parseInt(token, 10));
  }
  if (!time || day === undefined || month === undefined || year === undefined) return undefined;
  const [hour = 0, minute = 0, second = 0] = time;
  if (year < 1601 || hour > 23 || minute > 59 || second > 59) return undefined;
  const date = new Date(Date.UTC(year, month, day, hour, minute, second));
  // JavaScript makes 31 February a day in March.
  return date.getUTCDate() === day && date.getUTCMonth() === month ? date.getTime() : undefined;
}

/** Hour, minute and second of a token such as `23:59:59`. */
function timeOf(token: string): readonly number[] | undefined {
  const [, ...numbers] = /^(\d{1,2}):(\d{1,2}):(\d{1,2})(?!\d)/.exec(token) ?? [];
  return numbers.length > 0 ? numbers.map(Number) : undefined;
}

/** The year that two digits mean. */
function fullYear(year: number): number {
  if (year >= 100) return year;
  return year >= 70 ? year + 1900 : year + 2000;
}
