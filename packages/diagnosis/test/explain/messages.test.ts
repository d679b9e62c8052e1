import { describeMessages } from "@cloudfront-sign-webcrypto/testing/faults/describe-messages.ts";
import { questionFaults } from "./question.faults.ts";

describeMessages(questionFaults);
