import { cookieFaults } from "./cookie.ts";
import type { Fault } from "./fault.ts";
import { keyPairIdFaults } from "./key-pair-id.ts";
import { objectUrlFaults } from "./object-url.ts";
import { resourceFaults } from "./resource.ts";
import { urlFaults } from "./url.ts";

/** Every fault for which there is a message of its own. */
export const allFaults: readonly Fault[] = [
  ...urlFaults,
  ...resourceFaults,
  ...cookieFaults,
  ...objectUrlFaults,
  ...keyPairIdFaults,
];
