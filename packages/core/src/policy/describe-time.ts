/** The only place that has words for lengths of time. */

const units = [
  ["year", 31_536_000],
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
  ["second", 1],
] as const;

/** A length of time as people say it, by its largest unit and the next one: `2 hours 5 minutes`, `3 days`. */
export function describeSeconds(seconds: number): string {
  const largest = units.findIndex(([, size]) => seconds >= size);
  if (largest < 0) return "less than a second";
  let rest = seconds;
  const words: string[] = [];
  for (const [name, size] of units.slice(largest, largest + 2)) {
    const count = Math.floor(rest / size);
    rest -= count * size;
    if (count > 0) words.push(count === 1 ? `1 ${name}` : `${count} ${name}s`);
  }
  return words.join(" ");
}

/**
 * Says in words how far a point in time is from another one: from now, or from the time that `reference` names.
 * Never throws.
 *
 * @param date the point in time
 * @param from the point in time to count from
 * @param reference what `from` is; without it, now
 * @returns one or two units of time, such as `in 2 hours 5 minutes`
 * @example
 * ```ts
 * import { describeRelativeTime } from "cloudfront-sign-webcrypto/verify";
 *
 * const [expiry, request] = [new Date("2026-03-02T10:00:00Z"), new Date("2026-03-03T09:30:00Z")];
 * console.log(describeRelativeTime(expiry, request)); // 23 hours 30 minutes ago
 * console.log(describeRelativeTime(expiry, request, "the request")); // 23 hours 30 minutes before the request
 * ```
 */
export function describeRelativeTime(date: Date, from: Date, reference?: string): string {
  const seconds = Math.floor(date.getTime() / 1000) - Math.floor(from.getTime() / 1000);
  if (seconds === 0) return reference === undefined ? "now" : `at ${reference}`;
  const length = describeSeconds(Math.abs(seconds));
  if (reference !== undefined) return `${length} ${seconds > 0 ? "after" : "before"} ${reference}`;
  return seconds > 0 ? `in ${length}` : `${length} ago`;
}
