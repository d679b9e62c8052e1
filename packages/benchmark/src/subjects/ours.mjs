import { createCloudFrontPresignedUrl } from "cloudfront-sign-webcrypto";

/**
 * @param {import("../fixture.mjs").Fixture} fixture
 * @param {string[]} urls
 * @param {import("../subjects.mjs").Flags} flags
 */
export default async ({ keyPairId, rsa, dateLessThan }, urls, { cache = false, parallel = false }) => {
  const shared = { keyPairId, content: rsa };
  /** @param {string} url */
  const sign = (url) =>
    createCloudFrontPresignedUrl({
      policy: { url, expireTimeEpochMs: dateLessThan * 1000 },
      // Without the cache every URL has its own key object, and so its own import.
      key: cache ? shared : { ...shared },
    });
  if (parallel) return Promise.all(urls.map(sign));
  const made = [];
  for (const url of urls) made.push(await sign(url));
  return made;
};
