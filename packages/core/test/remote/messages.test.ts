import { describeMessages } from "@cloudfront-sign-webcrypto/testing/faults/describe-messages.ts";
import { kmsKeyIdFaults } from "./kms-key-id.faults.ts";
import { remoteFailureFaults } from "./remote-failure.faults.ts";
import { remoteKeyFaults } from "./remote-key.faults.ts";

describeMessages(kmsKeyIdFaults, remoteFailureFaults, remoteKeyFaults);
