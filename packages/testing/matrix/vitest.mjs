import { dirname, join } from "node:path";
import { manifestInTests } from "../folders.mjs";

/** The one Vitest of all runs. */
export const vitest = join(dirname(manifestInTests("vitest")), "vitest.mjs");

/** Arguments of Vitest in a package without a configuration. Hooks install, start servers and remove folders on busy machines. */
export const plain = ["run", "--testTimeout=30000", "--hookTimeout=120000"];
