import { createCloudFrontPresignedUrl } from "cloudfront-sign-webcrypto";

/** @type {import("../subjects.mjs").Subject} */
export default async (fixture, urls, { isEc = false, cache = false, parallel = false }) => {
  const { keyPairId, rsa, ec, dateLessThan } = fixture;
  const shared = { keyPairId, content: isEc ? ec : rsa };
  /** @param {string} url */
  const sign = (url) =>
    createCloudFrontPresignedUrl({
      policy: { url, expireTimeEpochMs: dateLessThan * 1000 },
      // Most users write the key object as a literal in each call.
      key: cache ? shared : { ...shared },
    });
  if (parallel) return Promise.all(urls.map(sign));
  const made = [];
  for (const url of urls) made.push(await sign(url));
  return made;
};
