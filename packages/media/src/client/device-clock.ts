/** Milliseconds since some moment. */
export type DeviceClock = () => number;

/** By how many milliseconds the two clocks may differ before one of them has been set or has stood still. */
const tolerance = 1000;

/**
 * A clock that never runs slower than the device's own two: `performance.now()` stands still while some devices
 * sleep, and `Date.now()` moves when somebody sets it. The larger step of both counts, so that a grant may seem
 * older than it is, but never younger.
 */
export function deviceClock(): DeviceClock {
  const dateTime = () => Date.now();
  const monotonicTime = () => globalThis.performance?.now() ?? 0;
  let passed = 0;
  let date = dateTime();
  let monotonic = monotonicTime();
  return () => {
    const dateStep = dateTime() - date;
    const monotonicStep = monotonicTime() - monotonic;
    const step = Math.max(dateStep, monotonicStep);
    if (Math.abs(dateStep - monotonicStep) <= tolerance) return passed + step;
    // From here on both count alike: a clock that was set back must not hide the next sleep.
    passed += step;
    date += dateStep;
    monotonic += monotonicStep;
    return passed;
  };
}
