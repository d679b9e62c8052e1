import { cookieFaults } from "./cookie.ts";
import type { Fault } from "./fault.ts";
import { keyPairIdFaults } from "./key-pair-id.ts";
import { urlFaults } from "./url.ts";

/** Every fault for which there is a message of its own. */
export const allFaults: readonly Fault[] = [...urlFaults, ...cookieFaults, ...keyPairIdFaults];
