/** A time that a text names. */
export interface TimeInText {
  /** In seconds since 1970; without a zone, as it is in UTC. */
  readonly seconds: number;
  readonly hasZone: boolean;
  /** Whether the words in front of it say that a request was made then, or that it failed. */
  readonly isOfRequest: boolean;
}

/**
 * A day as logs and people write it (the last form perhaps without its year, as `date` does), or a number of seconds or
 * milliseconds: at the start of a line, or behind a name of times.
 */
const day =
  /(?<![\d-])(\d{4})[-/](\d\d)[-/](\d\d)|(?<![\d.])(\d{1,2})\.(\d{1,2})\.(\d{4})|(?<!\d)(\d{1,2})[ /-](Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]{0,6}\.?[ /,-]{1,2}(\d{4})|(?<![A-Za-z])(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]{0,6}\.? {1,2}(\d{1,2})(?:st|nd|rd|th)?(?:,? (\d{4})(?!\d))?|^["[]?(\d{10}(?:\.\d{1,9})?|\d{13})(?=["\]]?(?:[,;|]|[ \t]+\S))|(?:(?<![A-Za-z])(?:ts|time|timestamp|at|date|when|TS|Time|Timestamp)|[a-z](?:Time(?:stamp)?|At|Date))\\?["']?\s{0,3}[:=]\s{0,3}\\?["']?(\d{10}(?:\.\d{1,9})?|\d{13})(?![\w.])/gm;

/** What stands behind a day: the time of it, and perhaps a zone. */
const clock =
  /(?:[T:,]|,? (?:at|@))? ?(\d{1,2}):(\d\d)(?::(\d\d)(?:[.,]\d{1,9})?)?(?: ?([AaPp])\.?[Mm]\b\.?)?(?: ?(?:(?:UTC|GMT)?([+-]\d\d):?(\d\d)|(?:UTC|GMT)([+-]\d{1,2})|(Z|UTC|GMT))|([+-]\d\d))?(?!\w|:\d)/y;

const yearBehind = / (\d{4})(?!\d)/y;

/** Words behind which a time is not that of a request. */
const notOfRequest =
  /expir|valid|until|till|before|not.?after|modified|since|creat|sign(?:ed|ing)\b|issued|generat|deploy|releas|upload|buil[dt]|renew|updat|rotat|start.date|epoch|DateLess|DateGreater/i;

/** Words that say that a request was made, or that it failed. */
const ofRequest =
  /open|click|request|\btr(?:y|ied)\b|fail|\bgot\b|play|fetch|download|happen|occur|den(?:y|ied)|seen|error|\b403\b/i;

/** The words in front of a time that are looked at. Our own limit. */
const longestWords = 60;

/** The times that a text names, without those at which something else was or will be. */
export function timesIn(text: string): TimeInText[] {
  const plain = text.replace(/https?:\/\/[^\s"'<>,|\\]+/gi, (url) => " ".repeat(url.length));
  const times: TimeInText[] = [];
  let end = 0;
  for (const found of plain.matchAll(day)) {
    const number = found[13] ?? found[14];
    const behind = found.index + found[0].length;
    const read =
      number === undefined
        ? timeOfDay(plain, found, behind)
        : { seconds: Number(number.slice(0, 10)), hasZone: true, end: behind };
    if (read === undefined) continue;
    const words = plain
      .slice(Math.max(end, found.index - longestWords), number === undefined ? found.index : behind)
      .replace(/\b(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]{0,6},? $/, "");
    const [phrase = ""] = /[^\n,;(){}]*$/.exec(words) ?? [];
    end = read.end;
    if (!notOfRequest.test(phrase))
      times.push({ seconds: read.seconds, hasZone: read.hasZone, isOfRequest: ofRequest.test(phrase) });
  }
  return times;
}

interface ReadTime extends Omit<TimeInText, "isOfRequest"> {
  /** Where it ends in its text. */
  readonly end: number;
}

/** The moment of a day and of the clock behind it. */
function timeOfDay(text: string, found: RegExpExecArray, at: number): ReadTime | undefined {
  const [, y1, m1, d1, d2, m2, y2, d3, m3, y3, m4, d4, y4] = found;
  clock.lastIndex = at;
  const read = clock.exec(text);
  if (!read) return undefined;
  const [whole, hour, minute, second = 0, half, ahead, aheadMinutes = 0, aheadHours, utc, aheadAlone] = read;
  yearBehind.lastIndex = at + whole.length;
  const year = y1 ?? y2 ?? y3 ?? y4 ?? yearBehind.exec(text)?.[1];
  const month = Number(m1 ?? m2 ?? months.indexOf(m3 ?? m4 ?? "") / 3 + 1);
  const dayOfMonth = Number(d1 ?? d2 ?? d3 ?? d4);
  const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + (/p/i.test(half) ? 12 : 0);
  if (year === undefined || month > 12 || dayOfMonth > 31 || hours > 23 || Number(minute) > 59)
    return undefined;
  const local = Date.UTC(Number(year), month - 1, dayOfMonth, hours, Number(minute), Number(second)) / 1000;
  const end = at + whole.length;
  const zone = ahead ?? aheadHours ?? aheadAlone ?? (utc && "0");
  const [sign = ""] = /^[+-]/.exec(zone ?? "") ?? [];
  const seconds = local - Number(zone ?? 0) * 3600 - Number(`${sign}${aheadMinutes}`) * 60;
  return seconds >= 0 ? { seconds, hasZone: zone !== undefined, end } : undefined;
}

const months = "JanFebMarAprMayJunJulAugSepOctNovDec";

/** The first time in a line of a log; `undefined` without its zone. */
export function readLogTime(line: string): Date | undefined {
  const found = timesIn(line).find(({ hasZone }) => hasZone);
  return found && new Date(found.seconds * 1000);
}

/** Seconds since 1970, milliseconds, or text with a zone. */
export function readTimestamp(text: string): Date | undefined {
  return readLogTime(/^\d+(?:\.\d+)?$/.test(text) ? `at:${text}` : text);
}

/** Whether a member of JSON has the time of a request, rather than that of an end. */
export function isNameOfTime(name: string): boolean {
  const isTime =
    /(?:^|[^A-Za-z])(?:ts|time|timestamp|at|date|datetime|when)$|[a-z](?:Time|Timestamp|At|Date)$/;
  return isTime.test(name) && !notOfRequest.test(name);
}
