// Imports the key again for each URL, as a process that signs a single URL does.
import { createCloudFrontPresignedUrl, forgetImportedKeys } from "cloudfront-sign-webcrypto";

/** @type {import("../subjects.mjs").Subject} */
export default ({ keyPairId, rsa, dateLessThan }) =>
  (url) => {
    forgetImportedKeys();
    return createCloudFrontPresignedUrl({
      policy: { url, expireTimeEpochMs: dateLessThan * 1000 },
      key: { keyPairId, content: rsa },
    });
  };
