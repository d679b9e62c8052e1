import { describeMessages } from "@cloudfront-sign-webcrypto/testing/faults/describe-messages.ts";
import { expiryFaults } from "./expiry.faults.ts";
import { grantIdFaults } from "./grant-id.faults.ts";
import { lifetimeFaults } from "./lifetime.faults.ts";
import { loadedKeyFaults } from "./loaded-key.faults.ts";
import { oneShotFaults } from "./one-shot.faults.ts";
import { hashAlgorithmFaults, remoteSignerFaults } from "./remote-signer.faults.ts";
import { signUrlsFaults } from "./sign-urls.faults.ts";

describeMessages(
  expiryFaults,
  grantIdFaults,
  lifetimeFaults,
  loadedKeyFaults,
  oneShotFaults,
  hashAlgorithmFaults,
  remoteSignerFaults,
  signUrlsFaults,
);
