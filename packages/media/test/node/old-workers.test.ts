import { describeMessages } from "@cloudfront-sign-webcrypto/testing/faults/describe-messages.ts";
import { oldWorkerFaults } from "../manifest/signing-stream.faults.ts";

describeMessages(oldWorkerFaults);
