import { addressFaults } from "./address.ts";
import { durationFaults } from "./duration.ts";
import { expiryFaults } from "./expiry.ts";
import type { Fault } from "./fault.ts";
import { instantFaults } from "./instant.ts";
import { lifetimeFaults } from "./lifetime.ts";
import { oneShotFaults } from "./one-shot.ts";
import { optionNameFaults } from "./option-names.ts";
import { optionFaults } from "./options.ts";
import { policyFaults } from "./policy.ts";
import { policyJsonFaults } from "./policy-json.ts";
import { resourceMismatchFaults } from "./resource-mismatch.ts";
import { signUrlsFaults } from "./sign-urls.ts";
import { urlFaults } from "./url.ts";

/** Every fault for which there is a message of its own. */
export const allFaults: readonly Fault[] = [
  ...urlFaults,
  ...optionNameFaults,
  ...optionFaults,
  ...instantFaults,
  ...durationFaults,
  ...expiryFaults,
  ...lifetimeFaults,
  ...addressFaults,
  ...policyJsonFaults,
  ...policyFaults,
  ...resourceMismatchFaults,
  ...signUrlsFaults,
  ...oneShotFaults,
];
