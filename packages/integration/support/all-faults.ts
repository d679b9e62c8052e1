import { awsCloudFrontSignFaults } from "@cloudfront-sign-webcrypto/core-tests/aws-cloudfront-sign.faults.ts";
import { awsSdkFaults } from "@cloudfront-sign-webcrypto/core-tests/aws-sdk.faults.ts";
import { cookieFaults } from "@cloudfront-sign-webcrypto/core-tests/cookie/cookie.faults.ts";
import { cryptoKeyFaults } from "@cloudfront-sign-webcrypto/core-tests/key/crypto-key.faults.ts";
import {
  encryptedKeyFaults,
  passphraseFaults,
} from "@cloudfront-sign-webcrypto/core-tests/key/encrypted-key.faults.ts";
import { jwkFaults } from "@cloudfront-sign-webcrypto/core-tests/key/jwk.faults.ts";
import { keyObjectFaults } from "@cloudfront-sign-webcrypto/core-tests/key/key-object.faults.ts";
import { keyPairIdFaults } from "@cloudfront-sign-webcrypto/core-tests/key/key-pair-id.faults.ts";
import { privateKeyFaults } from "@cloudfront-sign-webcrypto/core-tests/key/private-key.faults.ts";
import {
  keyGroupFaults,
  publicKeyFaults,
} from "@cloudfront-sign-webcrypto/core-tests/key/public-key.faults.ts";
import { sha1EncryptedKeyFaults, sha1Faults } from "@cloudfront-sign-webcrypto/core-tests/key/sha1.faults.ts";
import { unsupportedKeyFaults } from "@cloudfront-sign-webcrypto/core-tests/key/unsupported-key.faults.ts";
import { optionNameFaults } from "@cloudfront-sign-webcrypto/core-tests/options/option-names.faults.ts";
import { optionFaults } from "@cloudfront-sign-webcrypto/core-tests/options/options.faults.ts";
import { addressFaults } from "@cloudfront-sign-webcrypto/core-tests/policy/address.faults.ts";
import { durationFaults } from "@cloudfront-sign-webcrypto/core-tests/policy/duration.faults.ts";
import { expiryFaults } from "@cloudfront-sign-webcrypto/core-tests/policy/expiry.faults.ts";
import { grantIdFaults } from "@cloudfront-sign-webcrypto/core-tests/policy/grant-id.faults.ts";
import { instantFaults } from "@cloudfront-sign-webcrypto/core-tests/policy/instant.faults.ts";
import { lifetimeFaults } from "@cloudfront-sign-webcrypto/core-tests/policy/lifetime.faults.ts";
import { policyFaults } from "@cloudfront-sign-webcrypto/core-tests/policy/policy.faults.ts";
import { policyJsonFaults } from "@cloudfront-sign-webcrypto/core-tests/policy/policy-json.faults.ts";
import { kmsKeyIdFaults } from "@cloudfront-sign-webcrypto/core-tests/remote/kms-key-id.faults.ts";
import {
  crowdedKeyFaults,
  remoteFailureFaults,
} from "@cloudfront-sign-webcrypto/core-tests/remote/remote-failure.faults.ts";
import { remoteKeyFaults } from "@cloudfront-sign-webcrypto/core-tests/remote/remote-key.faults.ts";
import { loadedKeyFaults } from "@cloudfront-sign-webcrypto/core-tests/sign/loaded-key.faults.ts";
import { oneShotFaults } from "@cloudfront-sign-webcrypto/core-tests/sign/one-shot.faults.ts";
import {
  hashAlgorithmFaults,
  remoteSignerFaults,
} from "@cloudfront-sign-webcrypto/core-tests/sign/remote-signer.faults.ts";
import { signUrlsFaults } from "@cloudfront-sign-webcrypto/core-tests/sign/sign-urls.faults.ts";
import { objectUrlFaults } from "@cloudfront-sign-webcrypto/core-tests/url/object-url.faults.ts";
import { resourceFaults } from "@cloudfront-sign-webcrypto/core-tests/url/resource.faults.ts";
import { resourceMismatchFaults } from "@cloudfront-sign-webcrypto/core-tests/url/resource-mismatch.faults.ts";
import { urlFaults } from "@cloudfront-sign-webcrypto/core-tests/url/url.faults.ts";
import { restrictViewerAccessFaults } from "@cloudfront-sign-webcrypto/core-tests/verify/restrict-viewer-access.faults.ts";
import { verifyFaults } from "@cloudfront-sign-webcrypto/core-tests/verify/verify.faults.ts";
import { doctorFaults } from "@cloudfront-sign-webcrypto/diagnosis-tests/doctor/doctor.faults.ts";
import { questionFaults } from "@cloudfront-sign-webcrypto/diagnosis-tests/explain/question.faults.ts";
import { logFaults } from "@cloudfront-sign-webcrypto/diagnosis-tests/logs/logs.faults.ts";
import { playerFaults } from "@cloudfront-sign-webcrypto/media-tests/client/players.faults.ts";
import { renewingGrantFaults } from "@cloudfront-sign-webcrypto/media-tests/client/renewing-grant.faults.ts";
import { dashFaults } from "@cloudfront-sign-webcrypto/media-tests/manifest/dash/dash.faults.ts";
import { hlsFaults } from "@cloudfront-sign-webcrypto/media-tests/manifest/hls/hls.faults.ts";
import {
  oldWorkerFaults,
  signingStreamFaults,
} from "@cloudfront-sign-webcrypto/media-tests/manifest/signing-stream.faults.ts";
import { grantHandlerFaults } from "@cloudfront-sign-webcrypto/media-tests/server/grant-handler.faults.ts";
import {
  grantOfRequestFaults,
  grantOfRequestOptionFaults,
} from "@cloudfront-sign-webcrypto/media-tests/server/grant-of-request.faults.ts";
import { signManifestsFaults } from "@cloudfront-sign-webcrypto/media-tests/server/sign-manifests.faults.ts";
import type { Fault } from "@cloudfront-sign-webcrypto/testing/faults/fault.ts";

/** The rows of the tables beside the tests of all libraries, for the pages that show some of them. */
export const allFaults: readonly Fault[] = [
  ...awsCloudFrontSignFaults,
  ...awsSdkFaults,
  ...cookieFaults,
  ...cryptoKeyFaults,
  ...encryptedKeyFaults,
  ...passphraseFaults,
  ...jwkFaults,
  ...keyObjectFaults,
  ...keyPairIdFaults,
  ...privateKeyFaults,
  ...keyGroupFaults,
  ...publicKeyFaults,
  ...sha1EncryptedKeyFaults,
  ...sha1Faults,
  ...unsupportedKeyFaults,
  ...optionNameFaults,
  ...optionFaults,
  ...addressFaults,
  ...durationFaults,
  ...expiryFaults,
  ...grantIdFaults,
  ...instantFaults,
  ...lifetimeFaults,
  ...policyJsonFaults,
  ...policyFaults,
  ...kmsKeyIdFaults,
  ...remoteFailureFaults,
  ...remoteKeyFaults,
  ...loadedKeyFaults,
  ...oneShotFaults,
  ...hashAlgorithmFaults,
  ...remoteSignerFaults,
  ...signUrlsFaults,
  ...objectUrlFaults,
  ...resourceMismatchFaults,
  ...resourceFaults,
  ...urlFaults,
  ...restrictViewerAccessFaults,
  ...verifyFaults,
  ...doctorFaults,
  ...questionFaults,
  ...logFaults,
  ...playerFaults,
  ...renewingGrantFaults,
  ...dashFaults,
  ...hlsFaults,
  ...oldWorkerFaults,
  ...crowdedKeyFaults,
  ...signingStreamFaults,
  ...grantHandlerFaults,
  ...grantOfRequestFaults,
  ...grantOfRequestOptionFaults,
  ...signManifestsFaults,
];
