import { dirname, join } from "node:path";
import { manifestInTests } from "../folders.mjs";
import { hookTimeout, pollTimeout, testTimeout } from "../time-limits.mjs";

/** The one Vitest of all runs. */
export const vitest = join(dirname(manifestInTests("vitest")), "vitest.mjs");

/** Arguments of Vitest in a package without a configuration. */
export const plain = [
  "run",
  `--testTimeout=${testTimeout}`,
  `--hookTimeout=${hookTimeout}`,
  `--expect.poll.timeout=${pollTimeout}`,
];
