import { describeMessages } from "@cloudfront-sign-webcrypto/testing/faults/describe-messages.ts";
import { doctorFaults } from "./doctor.faults.ts";

describeMessages(doctorFaults);
