import { describeMessages } from "@cloudfront-sign-webcrypto/testing/faults/describe-messages.ts";
import { optionNameFaults } from "./option-names.faults.ts";
import { optionFaults } from "./options.faults.ts";

describeMessages(optionNameFaults, optionFaults);
