import { addressFaults } from "./address.ts";
import { awsCloudFrontSignFaults } from "./aws-cloudfront-sign.ts";
import { awsSdkFaults } from "./aws-sdk.ts";
import { cookieFaults } from "./cookie.ts";
import { cryptoKeyFaults } from "./crypto-key.ts";
import { dashFaults } from "./dash.ts";
import { doctorFaults } from "./doctor.ts";
import { durationFaults } from "./duration.ts";
import { edgeFaults } from "./edge.ts";
import { encryptedKeyFaults, passphraseFaults } from "./encrypted-key.ts";
import { expiryFaults } from "./expiry.ts";
import type { Fault } from "./fault.ts";
import { grantHandlerFaults } from "./grant-handler.ts";
import { grantIdFaults } from "./grant-id.ts";
import { hlsFaults } from "./hls.ts";
import { instantFaults } from "./instant.ts";
import { jwkFaults } from "./jwk.ts";
import type { KeyFault } from "./key-fault.ts";
import { keyObjectFaults } from "./key-object.ts";
import { keyPairIdFaults } from "./key-pair-id.ts";
import { kmsKeyIdFaults } from "./kms-key-id.ts";
import { lifetimeFaults } from "./lifetime.ts";
import { loadedKeyFaults } from "./loaded-key.ts";
import { logFaults } from "./logs.ts";
import { objectUrlFaults } from "./object-url.ts";
import { oneShotFaults } from "./one-shot.ts";
import { optionNameFaults } from "./option-names.ts";
import { optionFaults } from "./options.ts";
import { playerFaults } from "./players.ts";
import { policyFaults } from "./policy.ts";
import { policyJsonFaults } from "./policy-json.ts";
import { privateKeyFaults } from "./private-key.ts";
import { keyGroupFaults, publicKeyFaults } from "./public-key.ts";
import { remoteFailureFaults } from "./remote-failure.ts";
import { remoteKeyFaults } from "./remote-key.ts";
import { hashAlgorithmFaults, remoteSignerFaults } from "./remote-signer.ts";
import { renewingGrantFaults } from "./renewing-grant.ts";
import { resourceFaults } from "./resource.ts";
import { resourceMismatchFaults } from "./resource-mismatch.ts";
import { sha1EncryptedKeyFaults, sha1Faults } from "./sha1.ts";
import { signUrlsFaults } from "./sign-urls.ts";
import { signingStreamFaults } from "./signing-stream.ts";
import { unsupportedKeyFaults } from "./unsupported-key.ts";
import { urlFaults } from "./url.ts";
import { verifyFaults } from "./verify.ts";

/** Faults of a key; their messages may hold a command. */
export const keyFaults: readonly KeyFault[] = [
  ...privateKeyFaults,
  ...unsupportedKeyFaults,
  ...encryptedKeyFaults,
  ...sha1EncryptedKeyFaults,
  ...passphraseFaults,
  ...jwkFaults,
  ...keyObjectFaults,
  ...publicKeyFaults,
];

/** Every fault for which there is a message of its own. */
export const allFaults: readonly Fault[] = [
  ...urlFaults,
  ...objectUrlFaults,
  ...resourceMismatchFaults,
  ...resourceFaults,
  ...optionFaults,
  ...grantIdFaults,
  ...durationFaults,
  ...addressFaults,
  ...policyJsonFaults,
  ...policyFaults,
  ...cookieFaults,
  ...keyPairIdFaults,
  ...keyFaults,
  ...cryptoKeyFaults,
  ...sha1Faults,
  ...remoteSignerFaults,
  ...kmsKeyIdFaults,
  ...remoteKeyFaults,
  ...remoteFailureFaults,
  ...hashAlgorithmFaults,
  ...loadedKeyFaults,
  ...keyGroupFaults,
  ...verifyFaults,
  ...hlsFaults,
  ...dashFaults,
  ...signingStreamFaults,
  ...edgeFaults,
  ...renewingGrantFaults,
  ...playerFaults,
  ...grantHandlerFaults,
  ...doctorFaults,
  ...logFaults,
  ...expiryFaults,
  ...instantFaults,
  ...lifetimeFaults,
  ...oneShotFaults,
  ...optionNameFaults,
  ...signUrlsFaults,
  ...awsSdkFaults,
  ...awsCloudFrontSignFaults,
];
