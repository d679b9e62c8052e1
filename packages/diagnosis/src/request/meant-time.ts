import { limits } from "cloudfront-sign-webcrypto/internals";

/** A time as it was probably meant, in epoch seconds, and what was done to it. */
export interface MeantTime {
  readonly seconds: number;
  readonly unit: TimeUnit;
}

/** How a number counts time, if not in seconds since 1970; `duration-appended` is a time with a duration behind it. */
export type TimeUnit =
  | "seconds"
  | "milliseconds"
  | "microseconds"
  | "nanoseconds"
  | "minutes"
  | "hours"
  | "days"
  | "kiloseconds"
  | "ticks of .NET"
  | "100 nanoseconds since 1601"
  | "seconds since 2001"
  | "duration-appended"
  | "date";

/**
 * Seconds of one unit, and by how many seconds before 1970 it starts to count.
 *
 * Sources: .NET, `DateTime.Ticks`; Microsoft, `FILETIME`; Apple, `timeIntervalSinceReferenceDate`.
 */
const units: readonly (readonly [unit: TimeUnit, length: number, start: number])[] = [
  ["seconds", 1, 0],
  ["milliseconds", 1e-3, 0],
  ["microseconds", 1e-6, 0],
  ["nanoseconds", 1e-9, 0],
  ["ticks of .NET", 1e-7, 62_135_596_800],
  ["100 nanoseconds since 1601", 1e-7, 11_644_473_600],
  ["minutes", 60, 0],
  ["hours", 3600, 0],
  ["days", 86_400, 0],
  ["kiloseconds", 1000, 0],
];

const secondsBefore2001 = 978_307_200;

/** The characters of a time: a date in words has 29. Our own limit. */
const longestTime = 60;

/** Signed times lie near the time of the request: two years before, and twenty after it. Our own limits. */
const longestPast = 63_072_000;
const longestFuture = 630_720_000;

/** The longest duration that stands behind a time, in digits: 604800 is a week. */
const appendedDuration = /^(\d{10})([1-9]\d{1,6})$/;

/** What an expiry time probably means that is not a plain number of seconds; `now` is in milliseconds. */
export function meantTime(text: string, now: number): MeantTime | undefined {
  if (text.length > longestTime) return undefined;
  const isNear = (seconds: number): boolean =>
    seconds > now / 1000 - longestPast && seconds < now / 1000 + longestFuture;
  const plain = text
    .trim()
    .replace(/^["'+]+|["']+$/g, "")
    .replace(/\s?s(?:ec(?:ond)?s?)?$/i, "");
  const number = /^\d[\d,_ ]*(?:\.\d+)?(?:e\+?\d{1,2})?[nlL]?$/i.test(plain)
    ? Number(plain.replace(/[,_ nlL]/g, ""))
    : Number.NaN;
  if (!Number.isFinite(number)) return meantDate(plain, isNear);
  // Whatever time it is: since 2001 seconds have ten digits.
  if (number >= 1e9 && number < limits.secondsLimit) return { seconds: Math.floor(number), unit: "seconds" };
  const appended = timeAndDuration(plain, now);
  if (appended !== undefined) return { seconds: appended, unit: "duration-appended" };
  // A round number of minutes and more is a duration in seconds.
  const isRound = number % 60 === 0;
  for (const [unit, length, before] of units) {
    if (length >= 60 && isRound) continue;
    const seconds = Math.floor(number * length) - before;
    if (isNear(seconds)) return { seconds, unit };
  }
  const sinceMillennium = Math.floor(number) + secondsBefore2001;
  if (isNear(sinceMillennium)) return { seconds: sinceMillennium, unit: "seconds since 2001" };
  if (number < limits.secondsLimit) return { seconds: Math.floor(number), unit: "seconds" };
  return number < limits.secondsLimit * 1000
    ? { seconds: Math.floor(number / 1000), unit: "milliseconds" }
    : undefined;
}

/** The sum where text was put together instead of numbers being added: the digits of a duration behind those of a time. */
function timeAndDuration(text: string, now: number): number | undefined {
  const [, time = "", duration = ""] = appendedDuration.exec(text) ?? [];
  const [start, length] = [Number(time), Number(duration)];
  if (time === "" || start < 1e9 || start > now / 1000 + longestFuture) return undefined;
  // With 13 or 16 digits it may be milliseconds or microseconds, unless the time has passed and the rest is a usual duration.
  const isFraction = text.length % 3 === 1 && (start > now / 1000 || length % 60 !== 0);
  return isFraction ? undefined : start + length;
}

/** A date in words that every runtime reads: ISO 8601, RFC 9110, and the compact form of AWS. */
function meantDate(text: string, isNear: (seconds: number) => boolean): MeantTime | undefined {
  const compact = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(text);
  const written = compact
    ? `${compact[1]}-${compact[2]}-${compact[3]}T${compact[4]}:${compact[5]}:${compact[6]}Z`
    : text;
  const isDate =
    /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)?)?$/.test(written) ||
    /^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d (?:GMT|UTC)$/.test(written);
  const seconds = isDate ? Math.floor(new Date(withZone(written)).getTime() / 1000) : Number.NaN;
  return isNear(seconds) ? { seconds, unit: "date" } : undefined;
}

/** A time without a zone would be read in that of the machine. */
function withZone(date: string): string {
  return /\d\d:\d\d(?::\d\d(?:\.\d+)?)?$/.test(date) && !/[+-]\d\d:?\d\d$/.test(date)
    ? `${date.replace(" ", "T")}Z`
    : date;
}

/** What the number is instead of seconds, in words that follow it. */
export function describeUnit(unit: TimeUnit): string {
  if (unit === "duration-appended") return "a time with a duration behind it, joined as text";
  if (unit === "date") return "a date";
  if (unit === "kiloseconds") return "thousands of seconds";
  return /^(?:minutes|hours|days)$/.test(unit) ? `${unit} since 1970` : unit;
}

/** The step that mends a time; `place` is that of a time in a policy, as words behind the number. */
export function timeFix({ seconds, unit }: MeantTime, place = ""): string {
  if (unit === "duration-appended")
    return `Add the duration to the time as a number, before either of them is text: sign and send ${seconds}${place}.`;
  return unit === "date"
    ? `Sign and send ${seconds}${place}, which is this date: CloudFront counts seconds since 1970.`
    : `Sign and send ${seconds}${place}: CloudFront counts seconds.`;
}
