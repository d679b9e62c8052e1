import { describeMessages } from "@cloudfront-sign-webcrypto/testing/faults/describe-messages.ts";
import { addressFaults } from "./address.faults.ts";
import { durationFaults } from "./duration.faults.ts";
import { expiryFaults } from "./expiry.faults.ts";
import { grantIdFaults } from "./grant-id.faults.ts";
import { instantFaults } from "./instant.faults.ts";
import { lifetimeFaults } from "./lifetime.faults.ts";
import { policyFaults } from "./policy.faults.ts";
import { policyJsonFaults } from "./policy-json.faults.ts";

describeMessages(
  addressFaults,
  durationFaults,
  expiryFaults,
  grantIdFaults,
  instantFaults,
  lifetimeFaults,
  policyFaults,
  policyJsonFaults,
);
