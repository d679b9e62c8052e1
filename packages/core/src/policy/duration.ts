import { dateTime } from "../options/clock.ts";
import { describeType } from "../options/type-name.ts";
import { durationLimit, longestSpelling } from "./limits.ts";

/**
 * A length of time: whole seconds below 1e10 (317 years; a larger number is taken for milliseconds and throws),
 * or a number with `s`, `m`, `h` or `d`.
 */
export type Duration = number | `${number}${"s" | "m" | "h" | "d"}`;

const secondsOf = { s: 1, m: 60, h: 3600, d: 86_400 } as const;
type Unit = keyof typeof secondsOf;

/** Why a value is no length of time. */
export interface DurationProblem {
  /** What a message says after the option. */
  readonly sentence: string;
  /** It is a point in time. */
  readonly isDate?: true;
  /** What another spelling of a length of time stands for. */
  readonly meant?: string;
}

/** Whole seconds, at least 1, or why there are none. */
export function readDuration(value: unknown, option: string): number | DurationProblem {
  if (typeof value === "number") return readSeconds(value);
  if (typeof value === "string") return readText(value, option);
  if (dateTime(value) !== undefined) return isDate(option);
  return problem(`is ${describeType(value)}; pass whole seconds, or text such as "90s", "15m", "6h", "7d"`);
}

function problem(sentence: string): DurationProblem {
  return { sentence };
}

function readSeconds(value: number): number | DurationProblem {
  if (!Number.isFinite(value)) return problem(`is ${value}; check how it was calculated`);
  if (value < 0) return isNegative();
  if (value === 0) return isZero();
  // The epoch milliseconds of 2001 and later.
  if (value >= 1e12)
    return problem(`${value} is a point in time in milliseconds; pass seconds from now, such as 3600`);
  if (value >= durationLimit)
    return problem(`${value} is in milliseconds; divide by 1000: ${Math.floor(value / 1000)}`);
  return Number.isInteger(value) ? value : problem(`${value} is not a whole number of seconds; round it`);
}

function readText(text: string, option: string): number | DurationProblem {
  const [, digits, unit] = /^(\d+)([smhd])$/.exec(text) ?? [];
  if (digits === undefined) return problemOfOtherText(text, option);
  const seconds = Number(digits) * secondsOf[unit as Unit];
  if (seconds === 0) return isZero();
  return seconds < durationLimit ? seconds : problem("is longer than 317 years; check the unit");
}

function problemOfOtherText(text: string, option: string): DurationProblem {
  if (text === "")
    return problem('is an empty string; is a variable not set? Pass a length of time such as "1h"');
  if (text.length > longestSpelling) return isNotUnderstood();
  if (/^-\d/.test(text)) return isNegative();
  if (/^\d{4}-\d\d-\d\d/.test(text)) return isDate(option);
  const seconds = otherSpelling(text);
  if (seconds === 0) return isZero();
  if (seconds === undefined || !Number.isInteger(seconds) || seconds >= durationLimit)
    return isNotUnderstood();
  const meant = shortDuration(seconds);
  return { sentence: `"${text}" is not understood; write "${meant}"`, meant };
}

function isZero(): DurationProblem {
  return problem("is 0; it must be at least 1 second");
}

function isNegative(): DurationProblem {
  return problem("is negative; it must be at least 1 second");
}

function isNotUnderstood(): DurationProblem {
  return problem(
    'is text that is not understood; write whole seconds, or a number and a unit: "90s", "15m", "6h", "7d"',
  );
}

function isDate(option: string): DurationProblem {
  const sentence =
    option === "expiresIn"
      ? "is a point in time, not a length of time; pass it as dateLessThan"
      : 'is a point in time; pass a length of time such as "1h"';
  return { sentence, isDate: true };
}

/** Words for units in other libraries and in people's heads, with their seconds. */
const unitWords: readonly (readonly [seconds: number, pattern: RegExp])[] = [
  [0.001, /^(ms|msecs?|milliseconds?)$/],
  [1, /^(s|secs?|seconds?)?$/],
  [60, /^(m|mins?|minutes?)$/],
  [3600, /^(h|hrs?|hours?)$/],
  [86_400, /^(d|days?)$/],
  [604_800, /^(w|weeks?)$/],
  [31_536_000, /^(y|yrs?|years?)$/],
];

/** Seconds of a length of time in a spelling that is common elsewhere: `1 hour`, `1.5h`, `1h30m`, `PT1H`. */
function otherSpelling(text: string): number | undefined {
  const isIso = /^P(?=.)(?:\d+W|(?:\d+D)?(?:T(?:\d+H)?(?:\d+M)?(?:\d+S)?)?)$/.test(text);
  const list = (isIso ? text.replace(/[PT]/g, "") : text).trim();
  let seconds = 0;
  let read = 0;
  // A comma or a point before three digits may separate thousands.
  for (const [part, amount = "", word = ""] of list.matchAll(/(\d+(?:\.\d+)?)\s*([a-z]*)(?:,\s+|\s*)/giy)) {
    const unit = unitWords.find(([, pattern]) => pattern.test(word.toLowerCase()));
    const isOnly = part.length === list.length;
    if (unit === undefined || (word === "" && !isOnly) || /\.\d{3}$/.test(amount)) return undefined;
    seconds += Number(amount) * unit[0];
    read += part.length;
  }
  return read > 0 && read === list.length ? seconds : undefined;
}

/** Seconds in the largest unit that they are whole in. */
function shortDuration(seconds: number): string {
  const unit = (["d", "h", "m"] as const).find((candidate) => seconds % secondsOf[candidate] === 0) ?? "s";
  return `${seconds / secondsOf[unit]}${unit}`;
}
