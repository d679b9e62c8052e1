import { createCloudFrontPresignedUrl } from "cloudfront-sign-webcrypto";

/** @type {import("../subjects.mjs").Subject} */
export default ({ keyPairId, rsa, ec, dateLessThan }, { isEc = false, cache = false }) => {
  const shared = { keyPairId, content: isEc ? ec : rsa };
  return (url) =>
    createCloudFrontPresignedUrl({
      policy: { url, expireTimeEpochMs: dateLessThan * 1000 },
      // Most users write the key object as a literal in each call.
      key: cache ? shared : { ...shared },
    });
};
