import { describeMessages } from "@cloudfront-sign-webcrypto/testing/faults/describe-messages.ts";
import { restrictViewerAccessFaults } from "./restrict-viewer-access.faults.ts";
import { verifyFaults } from "./verify.faults.ts";

describeMessages(restrictViewerAccessFaults, verifyFaults);
