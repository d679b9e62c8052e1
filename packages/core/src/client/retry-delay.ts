/** The longest wait after the first failure, in milliseconds; it doubles with each one. */
const firstDelay = 1000;

/** The longest wait after any failure, in milliseconds. */
const longestDelay = 30_000;

/** Milliseconds to the next attempt, half of them random, so that the clients of a failed server spread. */
export function retryDelay(failures: number): number {
  const longest = Math.min(longestDelay, firstDelay * 2 ** (failures - 1));
  return longest * (0.5 + Math.random() / 2);
}
