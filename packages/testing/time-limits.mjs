// How long a test may take before it counts as hanging. The slowest test of a quiet machine takes seconds: no busy
// machine meets these limits, only what never ends. No test sets one of its own, and none measures time.

/** Milliseconds for a test, and for what it waits for. */
export const testTimeout = 900_000;

/** Milliseconds for a hook: some install packages and start servers. */
export const hookTimeout = 1_800_000;

/** Milliseconds for a condition that a test waits for: less than the test, so that its message tells which. */
export const pollTimeout = 600_000;

/** Seconds for a program that a test or a check starts. */
export const programSeconds = 1800;

/** Seconds for a run of the matrix. */
export const runSeconds = 7200;

/** Of every configuration of Vitest. */
export const timeLimits = { testTimeout, hookTimeout, expect: { poll: { timeout: pollTimeout } } };
