import { describeMessages } from "@cloudfront-sign-webcrypto/testing/faults/describe-messages.ts";
import { cookieFaults } from "./cookie.faults.ts";

describeMessages(cookieFaults);
