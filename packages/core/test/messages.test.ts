import { describeMessages } from "@cloudfront-sign-webcrypto/testing/faults/describe-messages.ts";
import { refusal } from "@cloudfront-sign-webcrypto/testing/support/refusal.ts";
import { describe, expect, it } from "vitest";
import { awsCloudFrontSignFaults } from "./aws-cloudfront-sign.faults.ts";
import { awsSdkFaults } from "./aws-sdk.faults.ts";
import { cookieFaults } from "./cookie/cookie.faults.ts";
import { keyFaults } from "./key/all-key.faults.ts";
import { cryptoKeyFaults } from "./key/crypto-key.faults.ts";
import { keyPairIdFaults } from "./key/key-pair-id.faults.ts";
import { keyGroupFaults } from "./key/public-key.faults.ts";
import { sha1Faults } from "./key/sha1.faults.ts";
import { optionNameFaults } from "./options/option-names.faults.ts";
import { optionFaults } from "./options/options.faults.ts";
import { addressFaults } from "./policy/address.faults.ts";
import { durationFaults } from "./policy/duration.faults.ts";
import { instantFaults } from "./policy/instant.faults.ts";
import { policyFaults } from "./policy/policy.faults.ts";
import { policyJsonFaults } from "./policy/policy-json.faults.ts";
import { kmsKeyIdFaults } from "./remote/kms-key-id.faults.ts";
import { remoteFailureFaults } from "./remote/remote-failure.faults.ts";
import { remoteKeyFaults } from "./remote/remote-key.faults.ts";
import { expiryFaults } from "./sign/expiry.faults.ts";
import { grantIdFaults } from "./sign/grant-id.faults.ts";
import { lifetimeFaults } from "./sign/lifetime.faults.ts";
import { loadedKeyFaults } from "./sign/loaded-key.faults.ts";
import { oneShotFaults } from "./sign/one-shot.faults.ts";
import { hashAlgorithmFaults, remoteSignerFaults } from "./sign/remote-signer.faults.ts";
import { signUrlsFaults } from "./sign/sign-urls.faults.ts";
import { readPrivate, readPublic } from "./support/key-fault.ts";
import { objectUrlFaults } from "./url/object-url.faults.ts";
import { resourceFaults } from "./url/resource.faults.ts";
import { resourceMismatchFaults } from "./url/resource-mismatch.faults.ts";
import { urlFaults } from "./url/url.faults.ts";
import { restrictViewerAccessFaults } from "./verify/restrict-viewer-access.faults.ts";
import { verifyFaults } from "./verify/verify.faults.ts";

/** The tables of faults of all rooms. */

describeMessages(awsCloudFrontSignFaults, awsSdkFaults);
describeMessages(cookieFaults);
describeMessages(keyFaults, cryptoKeyFaults, keyPairIdFaults, keyGroupFaults, sha1Faults);
describeMessages(optionNameFaults, optionFaults);
describeMessages(addressFaults, durationFaults, instantFaults, policyFaults, policyJsonFaults);
describeMessages(kmsKeyIdFaults, remoteFailureFaults, remoteKeyFaults);
describeMessages(expiryFaults, grantIdFaults, lifetimeFaults, loadedKeyFaults, oneShotFaults);
describeMessages(hashAlgorithmFaults, remoteSignerFaults, signUrlsFaults);
describeMessages(objectUrlFaults, resourceFaults, resourceMismatchFaults, urlFaults);
describeMessages(restrictViewerAccessFaults, verifyFaults);

const others = keyFaults.flatMap(({ given, also = {}, message, code }) =>
  Object.entries(also).map(([kind, key]) => ({ given, kind, key, message, code })),
);

describe("the message for a key with the same fault", () => {
  it.each(others)("$given: $kind", async ({ key, message, code }) => {
    const read = message.startsWith("privateKey: ") ? readPrivate : readPublic;
    const error = await refusal(() => read(key));
    expect(`${error.code} ${error.message}`).toBe(`${code} ${message}`);
  });
});
