import { describeMessages } from "@cloudfront-sign-webcrypto/testing/faults/describe-messages.ts";
import { logFaults } from "./logs.faults.ts";

describeMessages(logFaults);
