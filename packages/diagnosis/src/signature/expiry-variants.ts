/**
 * By how much expiry times are moved: a unit in seconds, and how often. Quarters of an hour are the offsets of
 * time zones, up to 14 hours.
 */
const shifts: readonly (readonly [unit: number, times: number])[] = [
  [1, 5],
  [60, 30],
  [900, 56],
  [86_400, 31],
  [31_536_000, 2],
];

/** The most frequent differences, in seconds: offsets of Europe, India and America, and a day. */
const commonShifts: readonly number[] = [3600, 7200, 19_800, 18_000, 28_800, 86_400];

/** Expiry times in another unit, in local time, as a fraction, rounded, or moved by hand, most frequent first. */
export function expiryVariants(end: number): string[] {
  const ends = [`${end * 1000}`, ...commonShifts.flatMap((shift) => [`${end + shift}`, `${end - shift}`])];
  ends.push(`${Math.floor(end / 1000)}`, `${end}.0`, `${end * 1000}.0`);
  for (const [unit, times] of shifts) {
    ends.push(`${Math.floor(end / unit) * unit}`, `${Math.ceil(end / unit) * unit}`);
    for (let n = 1; n <= times; n++) ends.push(`${end + n * unit}`, `${end - n * unit}`);
  }
  return ends;
}
