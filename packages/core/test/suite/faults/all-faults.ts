import type { Fault } from "./fault.ts";
import { urlFaults } from "./url.ts";
import { verifyFaults } from "./verify.ts";

/** Every fault for which there is a message of its own. */
export const allFaults: readonly Fault[] = [...urlFaults, ...verifyFaults];
