import { describeMessages } from "@cloudfront-sign-webcrypto/testing/faults/describe-messages.ts";
import { loadedKeyFaults } from "./loaded-key.faults.ts";
import { oneShotFaults } from "./one-shot.faults.ts";
import { hashAlgorithmFaults, remoteSignerFaults } from "./remote-signer.faults.ts";
import { signUrlsFaults } from "./sign-urls.faults.ts";

describeMessages(loadedKeyFaults, oneShotFaults, hashAlgorithmFaults, remoteSignerFaults, signUrlsFaults);
