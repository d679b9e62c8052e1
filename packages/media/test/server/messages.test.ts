import { describeMessages } from "@cloudfront-sign-webcrypto/testing/faults/describe-messages.ts";
import { grantHandlerFaults } from "./grant-handler.faults.ts";
import { grantOfRequestFaults, grantOfRequestOptionFaults } from "./grant-of-request.faults.ts";
import { signManifestsFaults } from "./sign-manifests.faults.ts";

describeMessages(grantHandlerFaults, grantOfRequestFaults, grantOfRequestOptionFaults, signManifestsFaults);
