import { createCloudFrontSigner } from "cloudfront-sign-webcrypto";

/** @type {import("../subjects.mjs").Subject} */
export default async ({ keyPairId, rsa, dateLessThan, resource }, urls) => {
  const grant = await createCloudFrontSigner({ keyPairId, privateKey: rsa }).grant({
    resource,
    dateLessThan,
  });
  return urls.map((url) => grant.signUrl(url));
};
