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
export type DurationProblem =
  | { readonly id: "wrong-type"; readonly type: string }
  | { readonly id: "date" | "empty" | "zero" | "negative" | "not-understood" | "too-long" }
  | { readonly id: "fraction" | "milliseconds" | "epoch-milliseconds" | "not-finite"; readonly value: number }
  /** Another spelling of a length of time, which `duration` stands for. */
  | { readonly id: "spelling"; readonly text: string; readonly duration: string };

/** Whole seconds, at least 1, or why there are none. */
export function readDuration(value: unknown): number | DurationProblem {
  if (typeof value === "number") return readSeconds(value);
  if (typeof value === "string") return readText(value);
  return dateTime(value) === undefined ? { id: "wrong-type", type: describeType(value) } : { id: "date" };
}

function readSeconds(value: number): number | DurationProblem {
  if (!Number.isFinite(value)) return { id: "not-finite", value };
  if (value < 0) return { id: "negative" };
  if (value === 0) return { id: "zero" };
  // The epoch milliseconds of 2001 and later.
  if (value >= 1e12) return { id: "epoch-milliseconds", value };
  if (value >= durationLimit) return { id: "milliseconds", value };
  return Number.isInteger(value) ? value : { id: "fraction", value };
}

function readText(text: string): number | DurationProblem {
  const [, digits, unit] = /^(\d+)([smhd])$/.exec(text) ?? [];
  if (digits === undefined) return problemOfOtherText(text);
  const seconds = Number(digits) * secondsOf[unit as Unit];
  if (seconds === 0) return { id: "zero" };
  return seconds < durationLimit ? seconds : { id: "too-long" };
}

function problemOfOtherText(text: string): DurationProblem {
  if (text === "") return { id: "empty" };
  if (text.length > longestSpelling) return { id: "not-understood" };
  if (/^-\d/.test(text)) return { id: "negative" };
  if (/^\d{4}-\d\d-\d\d/.test(text)) return { id: "date" };
  const seconds = otherSpelling(text);
  if (seconds === 0) return { id: "zero" };
  return seconds !== undefined && Number.isInteger(seconds) && seconds < durationLimit
    ? { id: "spelling", text, duration: shortDuration(seconds) }
    : { id: "not-understood" };
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
