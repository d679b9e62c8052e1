// Imports the key again for each URL, as a process that signs a single URL does.
import { createCloudFrontPresignedUrl, forgetImportedKeys } from "cloudfront-sign-webcrypto";

/** @type {import("../subjects.mjs").Subject} */
export default async ({ keyPairId, rsa, dateLessThan }, urls) => {
  const made = [];
  for (const url of urls) {
    forgetImportedKeys();
    made.push(
      await createCloudFrontPresignedUrl({
        policy: { url, expireTimeEpochMs: dateLessThan * 1000 },
        key: { keyPairId, content: rsa },
      }),
    );
  }
  return made;
};
