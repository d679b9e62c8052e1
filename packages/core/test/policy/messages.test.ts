import { describeMessages } from "@cloudfront-sign-webcrypto/testing/faults/describe-messages.ts";
import { addressFaults } from "./address.faults.ts";
import { durationFaults } from "./duration.faults.ts";
import { instantFaults } from "./instant.faults.ts";
import { policyFaults } from "./policy.faults.ts";
import { policyJsonFaults } from "./policy-json.faults.ts";

describeMessages(addressFaults, durationFaults, instantFaults, policyFaults, policyJsonFaults);
