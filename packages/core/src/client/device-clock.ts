/** A moment by both clocks of the device, in milliseconds. */
export interface Moment {
  readonly date: number;
  readonly monotonic: number;
}

export function currentMoment(): Moment {
  return { date: Date.now(), monotonic: globalThis.performance?.now() ?? 0 };
}

/**
 * Milliseconds since a moment. `performance.now()` stands still while some devices sleep, and `Date.now()` moves
 * when somebody sets the clock, so the larger of both counts: a grant seems older then, never younger.
 */
export function elapsedSince({ date, monotonic }: Moment): number {
  const current = currentMoment();
  return Math.max(current.date - date, current.monotonic - monotonic);
}
