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

/** Expiry times in another unit, as a fraction, rounded, in local time, or moved by hand. */
export function expiryVariants(end: number): string[] {
  const ends = [`${end * 1000}`, `${Math.floor(end / 1000)}`, `${end}.0`, `${end * 1000}.0`];
  for (const [unit, times] of shifts) {
    ends.push(`${Math.floor(end / unit) * unit}`, `${Math.ceil(end / unit) * unit}`);
    for (let n = 1; n <= times; n++) ends.push(`${end + n * unit}`, `${end - n * unit}`);
  }
  return ends;
}
